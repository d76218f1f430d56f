package randptx

import "fmt"

// clusters are kernels with a ring of slots in each block of a cluster: a producer in each block copies its
// part of a slot to all blocks at once, and the consumers of all blocks tell every producer that they have
// read it.
func clusters(p *program) {
	size := pick(p.r, 1, 2, 4)
	slots, consumers := 1+p.r.IntN(3), 1+p.r.IntN(2)
	trips := 1 + p.r.IntN(2*slots+2)
	reuses, several := trips > slots || p.counted, size > 1
	bytes := size * slotBytes
	p.cluster, p.blocks, p.threads, p.shared = size, size, lanes*(1+consumers), bytes*slots
	p.shape = fmt.Sprintf("clusters of %d, %d slots, %d trips, %d warps read", size, slots, trips, consumers)
	p.line(".reg .b16 %%h; .reg .b32 %%rank; mov.u32 %%rank, %%cluster_ctarank;")
	p.line("setp.eq.u32 %%p7, %%t, 0;")
	for i := range slots {
		p.line("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], 1;", 8*i)
		empty := p.line("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], %d;", 8*(slots+i), size*consumers)
		if i == 0 {
			p.fault(reuses, "an arrival too many expected",
				fmt.Sprintf("@%%p7 mbarrier.init.shared::cta.b64 [bars+%d], %d;", 8*slots, size*consumers+1),
				empty)
		}
	}
	p.drop(true, "fence of initializations", p.line("@%%p7 fence.mbarrier_init.release.cluster;"))
	meet := p.line("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.acquire.aligned;")
	p.drop(true, "barrier of the cluster behind the initialization", meet)
	p.fault(several, "the block's barrier behind the initialization", "bar.sync 0;", meet)
	consume, end, again := p.label("consume"), p.label("end"), p.label("again")
	at := func() {
		p.line("rem.u32 %%a1, %%k, %d; div.u32 %%a2, %%k, %d; and.b32 %%a2, %%a2, 1; xor.b32 %%a6, %%a2, 1;",
			slots,
			slots)
		p.line("mov.u32 %%a3, bars; mad.lo.u32 %%a3, %%a1, 8, %%a3; add.u32 %%a4, %%a3, %d;", 8*slots)
		p.line("mad.lo.u32 %%a5, %%a1, %d, %%s;", bytes)
	}
	next := func(label string) {
		p.line("add.u32 %%k, %%k, 1; setp.lt.u32 %%p2, %%k, %s;", p.bound(trips))
		p.line("@%%p2 bra %s;", label)
	}
	p.line("mov.u32 %%k, 0; setp.ne.u32 %%p0, %%warp, 0; setp.ne.u32 %%p1, %%lane, 0;")
	p.line("@%%p0 bra %s;", consume)
	p.line("@%%p1 bra %s;", end)
	p.line("mov.u16 %%h, %d;", 1<<size-1)
	mask := len(p.lines) - 1
	p.fault(true, "a block that the mask leaves out", fmt.Sprintf("mov.u16 %%h, %d;", 1<<(size-1)-1), mask)
	p.line("%s:", again)
	at()
	wait := p.label("wait")
	first := p.line("%s: mbarrier.try_wait.parity.shared::cta.b64 %%p3, [%%a4], %%a6;", wait)
	p.replace(true, "the other parity", first, "%a6", "%a2")
	p.drop(reuses, "wait for an empty slot", first, p.line("@!%%p3 bra %s;", wait))
	expect := p.line("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%%a3], %d;", bytes)
	p.replace(true, "fewer bytes expected than copied", expect, fmt.Sprint(bytes), fmt.Sprint(bytes-16))
	p.line("mad.lo.u32 %%a5, %%rank, %d, %%a5;", slotBytes)
	p.line("mad.lo.u32 %%a7, %%k, %d, %%rank; mul.wide.u32 %%y1, %%a7, %d; add.u64 %%y1, %%y1, %%in;", size,
		slotBytes)
	p.line(
		"cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%%a5], "+
			"[%%y1], "+
			"%d, [%%a3], %%h;", slotBytes)
	next(again)
	p.line("bra %s;", end)
	p.line("%s:", consume)
	again = p.label("again")
	p.line("%s:", again)
	at()
	wait = p.label("wait")
	p.drop(true, "wait for a full slot",
		p.line("%s: mbarrier.try_wait.parity.shared::cta.b64 %%p3, [%%a3], %%a2;", wait),
		p.line("@!%%p3 bra %s;", wait))
	p.line("mad.lo.u32 %%a5, %%lane, 4, %%a5;")
	for part := range size {
		p.line("ld.shared.u32 %%v, [%%a5+%d]; mad.lo.u32 %%sum, %%sum, 3, %%v;", part*slotBytes)
	}
	p.line("fence.proxy.async.shared::cta;")
	p.drop(reuses, "barrier of the warp before the arrivals", p.line("bar.warp.sync -1;"))
	who := p.line("setp.lt.u32 %%p4, %%lane, %d;", size)
	p.replace(reuses, "an arrival too few", who, fmt.Sprintf(", %d;", size), fmt.Sprintf(", %d;", size-1))
	to := p.line("@%%p4 mapa.shared::cluster.u32 %%a8, %%a4, %%lane;")
	p.replace(reuses && several, "all arrivals at the own block", to, "%lane", "%rank")
	arrive := p.line("@%%p4 mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%%a8];")
	p.replace(several, "the scope of the block", arrive, "release.cluster", "release.cta")
	p.drop(reuses, "arrivals", arrive)
	next(again)
	p.line("%s:", end)
	p.drop(several, "barrier of the cluster before the end",
		p.line("barrier.cluster.arrive; barrier.cluster.wait;"))
}

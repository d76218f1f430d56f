package randptx

import "fmt"

// Stored are kernels in which all threads fill a slot of shared memory, and one of them copies it to global
// memory in bulk, while other slots are filled.
func stored(p *program) {
	slots := 1 + p.r.IntN(5)
	trips := 1 + p.r.IntN(2*slots+3)
	reuses := trips > slots
	p.threads = pick(p.r, 32, 64, 96)
	bytes := 4 * p.threads
	p.shared = bytes * slots
	leader := p.r.IntN(p.threads)
	p.shape = fmt.Sprintf("%d slots, %d trips of %d threads, thread %d stores", slots, trips, p.threads,
		leader)
	again := p.label("again")
	p.line("setp.eq.u32 %%p0, %%t, %d;", leader)
	p.line("mov.u32 %%k, 0;")
	p.line("%s:", again)
	p.line("rem.u32 %%a0, %%k, %d; mad.lo.u32 %%a0, %%a0, %d, %%s; mad.lo.u32 %%a1, %%t, 4, %%a0;", slots,
		bytes)
	wait := p.line("@%%p0 cp.async.bulk.wait_group.read %d;", slots-1)
	p.drop(reuses, "wait for the store of the slot", wait)
	p.fault(reuses, "a store more in flight", fmt.Sprintf("@%%p0 cp.async.bulk.wait_group.read %d;", slots),
		wait)
	p.drop(reuses, "barrier behind the wait", p.line("bar.sync 0;"))
	p.line("st.shared.u32 [%%a1], %%k;")
	fence := p.line("fence.proxy.async%s;", pick(p.r, "", ".shared::cta"))
	p.drop(true, "fence of proxies", fence)
	p.fault(true, "a fence for global memory", "fence.proxy.async.global;", fence)
	p.drop(p.threads > 1, "barrier before the store", p.line("bar.sync 0;"))
	p.line("mul.wide.u32 %%y0, %%k, %d; add.u64 %%y0, %%y0, %%scratch;", bytes)
	p.line("@%%p0 cp.async.bulk.global.shared::cta.bulk_group [%%y0], [%%a0], %d;", bytes)
	p.drop(reuses, "commit of a store", p.line("@%%p0 cp.async.bulk.commit_group;"))
	p.line("add.u32 %%k, %%k, 1;")
	p.line("setp.lt.u32 %%p1, %%k, %d;", trips)
	p.line("@%%p1 bra %s;", again)
	p.line("cp.async.bulk.wait_group 0;")
}

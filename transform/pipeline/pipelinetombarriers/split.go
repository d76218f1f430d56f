package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// barriers are the objects of a ring.
type barriers struct{ full, empty *ir.Value }

// split makes the roles of a kernel.
func (k *kernel) split() {
	k.addMaps()
	body := k.f.Body()
	ops := slices.Collect(body.OpsWithoutTerminator())
	b := ir.NewBuilder(k.f.Context())
	b.SetStart(body)
	b.Loc = k.rings[0].loop.Loc()
	thread := k.thread(b)
	for _, r := range k.rings {
		k.allocate(b, r)
	}
	objects := k.initialize(b, thread)
	choice := scf.NewIf(b, arith.Cmp(b, arith.UGE, thread, arith.ConstIndex(b, k.threads)),
		func(*ir.Builder) {}, func(*ir.Builder) {})
	p := k.producer(choice, thread, ops, objects)
	c := &consumer{kernel: k, objects: objects, thread: thread}
	end := choice.Region(1).Entry().Last()
	for _, op := range ops {
		op.MoveBefore(end)
	}
	p.run()
	c.run(choice.Region(1).Entry())
	k.shareRegisters(choice)
	threads := b.Ctx.I32Array(k.threads+warpgroup, 1, 1)
	k.f.SetAttr("known_block_size", threads)
	k.f.SetAttr("nvvm.reqntid", threads) // no launch does without the producer
	k.f.RemoveAttr("nvvm.maxntid")
	k.grow()
}

// thread makes the number of the thread in its block.
func (k *kernel) thread(b *ir.Builder) *ir.Value {
	return b.Op(gpu.ThreadID, nil,
		ir.NamedAttr{Name: "dimension", Value: b.Ctx.Enum(gpu.Dimension, 0)}).Result(0)
}

// allocate makes the memory of all slots of a ring's buffers.
func (k *kernel) allocate(b *ir.Builder, r *ring) {
	for _, x := range r.buffers {
		t := x.typ()
		x.memory = memref.NewAlloc(b,
			b.Ctx.MemRef(append([]int64{r.slots}, t.Shape...), t.Elem, nil, t.MemorySpace))
		align := int64(tileAlign)
		if slices.ContainsFunc(r.boxes, func(y *box) bool { return y.buffer == x && y.swizzle() != 0 }) {
			align = swizzledAlign
		}
		x.memory.DefiningOp().SetAttr("alignment", b.Ctx.Int(b.Ctx.I64, align))
	}
}

// The alignments of boxes in shared memory: PTX ISA, "cp.async.bulk.tensor" and "Swizzling modes".
const (
	tileAlign     = 128
	swizzledAlign = 1024
)

// initialize makes the barrier objects, and makes all threads wait for them.
func (k *kernel) initialize(b *ir.Builder, thread *ir.Value) []barriers {
	var list []barriers
	first := arith.Cmp(b, arith.EQ, thread, arith.ConstIndex(b, 0))
	for _, r := range k.rings {
		group := b.Ctx.Parametric(nvgpu.BarrierGroup, b.Ctx.Enum(gpu.AddressSpace, gpu.Workgroup),
			b.Ctx.Int(b.Ctx.I64, r.slots))
		list = append(list, barriers{full: newBarriers(b, group), empty: newBarriers(b, group)})
	}
	scf.NewIf(b, first, func(b *ir.Builder) {
		for i, r := range k.rings {
			for slot := range r.slots {
				at := arith.ConstIndex(b, slot)
				b.Op(nvgpu.BarrierInit, []*ir.Value{list[i].full, arith.ConstIndex(b, 1), at})
				b.Op(nvgpu.BarrierInit, []*ir.Value{list[i].empty, arith.ConstIndex(b, k.arrivals(r)), at})
			}
		}
		b.Op(nvvm.FenceMBarrierInit, nil)
	}, nil)
	b.Op(gpu.Barrier, nil)
	return list
}

func newBarriers(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Create(ir.OpState{Def: nvgpu.BarrierCreate, Results: []ir.Type{t}}).Result(0)
}

// arrivals returns how many arrivals free a slot: one of each thread, or of each warp where only products of
// warpgroups read it, for which all lanes of a warp wait together.
func (k *kernel) arrivals(r *ring) int64 {
	if r.byProduct {
		return k.threads / warpSize
	}
	return k.threads
}

const warpSize = 32

package pipelinetombarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// producer is the role of one thread: the kernel restricted to its copies.
type producer struct {
	*kernel
	objects []barriers
	block   *ir.Block
	mapping *ir.Mapping
	copies  map[*ir.Op]*ir.Op // the statements in its code
	loops   map[*ir.Op]*ir.Op
	made    []*ir.Op // what waits, expects and copies
}

// producer makes the code of the producer of all operations of the kernel, in the first region of the choice
// between roles.
func (k *kernel) producer(choice *ir.Op, thread *ir.Value, ops []*ir.Op, objects []barriers) *producer {
	p := &producer{kernel: k, objects: objects, mapping: ir.NewMapping(), copies: map[*ir.Op]*ir.Op{},
		loops: map[*ir.Op]*ir.Op{}}
	b := ir.At(choice.Region(0).Entry().Last())
	b.Loc = choice.Loc()
	one := scf.NewIf(b, arith.Cmp(b, arith.EQ, thread, arith.ConstIndex(b, k.threads)), func(*ir.Builder) {},
		nil)
	p.block = one.Region(0).Entry()
	b = ir.At(p.block.Last())
	for _, op := range ops {
		p.note(op, b.Clone(op, p.mapping))
	}
	return p
}

// note finds the loops and the copies in a copy of an operation.
func (p *producer) note(op, made *ir.Op) {
	if !p.around[op] {
		return // nothing but the loops of rings and what is around them has copies
	}
	all := slices.Collect(made.Walk())
	i := 0
	for inner := range op.Walk() {
		switch {
		case p.around[inner] && asynchronous(inner):
			p.loops[all[i]] = inner
			unannotate(all[i])
		case p.copying[inner]:
			p.copies[inner] = all[i]
		}
		i++
	}
}

func (p *producer) run() {
	p.replaceSizes(p.block)
	p.walk(p.loops, p.iteration).run(p.block)
	sliceOf(p.block, p.made).restrict()
}

// iteration makes the code of an iteration: for each ring of the loop it waits until a slot is free, says how
// many bytes come, and copies.
func (p *producer) iteration(loop *ir.Op, _ *ir.Block, at []place) {
	for n, i := range p.byLoop[loop] {
		r := p.rings[i]
		at := at[n]
		var last *ir.Op
		for _, c := range r.copies {
			last = p.copies[c]
			hoist(last)
		}
		b := ir.At(last)
		b.Loc = last.Loc()
		b.OnInsert(func(op *ir.Op) { p.made = append(p.made, op) })
		p.acquire(b, r, p.objects[i], at)
		for _, x := range r.boxes {
			p.load(b, x, p.objects[i].full, at.slot)
		}
		for _, c := range r.copies {
			p.copies[c].Erase()
		}
	}
}

// hoist moves what a statement computes in front of it.
func hoist(statement *ir.Op) {
	for op := range statement.Walk() {
		if op != statement && isComputed(op, statement) && !op.Has(ir.Terminator) {
			op.MoveBefore(statement)
		}
	}
}

// ticks is the hint with how many nanoseconds a wait may suspend the thread.
const ticks = 10000000

// acquire waits until the consumers have used what was in a slot, and arrives at its full barrier with the
// bytes of the copies that are made.
func (p *producer) acquire(b *ir.Builder, r *ring, o barriers, at place) {
	free := arith.Binary(b, arith.XOrI, at.parity, arith.ConstBool(b, true))
	b.Op(nvgpu.BarrierTryWaitParity, []*ir.Value{o.empty, free, arith.ConstIndex(b, ticks), at.slot})
	known, bytes := int64(0), (*ir.Value)(nil)
	for _, x := range r.boxes {
		guard := p.guard(b, x)
		if guard == nil {
			known += x.bytes()
			continue
		}
		n := arith.NewSelect(b, guard, arith.ConstIndex(b, x.bytes()), arith.ConstIndex(b, 0))
		if bytes != nil {
			n = arith.Binary(b, arith.AddI, bytes, n)
		}
		bytes = n
	}
	if bytes == nil {
		bytes = arith.ConstIndex(b, known)
	} else if known > 0 {
		bytes = arith.Binary(b, arith.AddI, bytes, arith.ConstIndex(b, known))
	}
	b.Create(ir.OpState{Def: nvgpu.BarrierArriveExpectTx, Operands: []*ir.Value{o.full, bytes, at.slot},
		Results: []ir.Type{}})
}

// guard makes the condition under which a copy is made, nil if it always is.
func (p *producer) guard(b *ir.Builder, x *box) *ir.Value {
	var all *ir.Value
	for _, g := range x.guards {
		v := p.mapping.Lookup(g)
		if all != nil {
			v = arith.Binary(b, arith.AndI, all, v)
		}
		all = v
	}
	return all
}

// load makes a copy of a box.
func (p *producer) load(b *ir.Builder, x *box, full, slot *ir.Value) {
	to := x.buffer.view(b, slot, x.place, x.size, len(x.shape))
	operands := []*ir.Value{to, full, x.tmap.value}
	for d := len(x.at) - 1; d >= 0; d-- { // the innermost dimension is the first
		v := x.at[d]
		if v == nil {
			v = arith.ConstIndex(b, x.known[d])
		}
		operands = append(operands, p.mapping.Lookup(v))
	}
	operands = append(operands, slot)
	guarded := int64(0)
	if g := p.guard(b, x); g != nil {
		operands, guarded = append(operands, g), 1
	}
	b.Create(ir.OpState{Def: nvgpu.TmaAsyncLoad, Operands: operands, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name,
			Value: b.Ctx.I32Array(1, 1, 1, int64(len(x.at)), 1, 0, guarded)}}})
}

// consumer is the role of the threads that the kernel had: the kernel without its copies.
type consumer struct {
	*kernel
	objects []barriers
	thread  *ir.Value
}

func (c *consumer) run(block *ir.Block) {
	c.replaceSizes(block)
	c.replaceBarriers(block)
	loops := map[*ir.Op]*ir.Op{}
	for _, r := range c.rings {
		loops[r.loop] = r.loop
		unannotate(r.loop)
	}
	c.walk(loops, c.iteration).run(block)
}

// iteration makes consumers wait for the slot of each ring of the loop, and free it behind the last use.
func (c *consumer) iteration(loop *ir.Op, body *ir.Block, at []place) {
	for n, i := range c.byLoop[loop] {
		r, at := c.rings[i], at[n]
		first, last := r.uses(body)
		for _, s := range r.copies {
			s.Erase()
		}
		b := ir.NewBuilder(loop.Context())
		b.Loc = loop.Loc()
		for _, x := range r.buffers {
			b.SetStart(body)
			x.become(x.view(b, at.slot, make([]int64, len(x.typ().Shape)), x.typ().Shape,
				len(x.typ().Shape)))
		}
		b.SetStart(body)
		if first != nil {
			b.SetBefore(first)
		}
		b.Op(nvgpu.BarrierTryWaitParity,
			[]*ir.Value{c.objects[i].full, at.parity, arith.ConstIndex(b, ticks),
				at.slot})
		if last != nil {
			b.SetAfter(last)
		}
		c.release(b, r, c.objects[i].empty, at.slot)
	}
	for _, name := range annotations {
		loop.RemoveAttr(name)
	}
}

// annotations are what asked for the roles.
var annotations = []string{pipeline.StageAttr, pipeline.OrderAttr, pipeline.AsyncStagesAttr}

func unannotate(loop *ir.Op) {
	for _, name := range annotations {
		loop.RemoveAttr(name)
	}
}

// uses returns the first and the last statement of an iteration that access a slot.
func (r *ring) uses(body *ir.Block) (first, last *ir.Op) {
	for op := range body.OpsWithoutTerminator() {
		if computes(op) {
			continue
		}
		if slices.ContainsFunc(r.buffers, func(b *buffer) bool { return b.readers[op] }) {
			if first == nil {
				first = op
			}
			last = op
		}
	}
	return first, last
}

// become replaces a buffer by memory of a slot.
func (x *buffer) become(v *ir.Value) {
	old := x.alloc.Result(0)
	var freed []*ir.Op
	for u := range old.Uses() {
		if u.Owner().Is(memref.Dealloc) {
			freed = append(freed, u.Owner())
		}
	}
	for _, op := range freed {
		op.Erase()
	}
	old.ReplaceAllUsesWith(v)
	x.alloc.Erase()
}

// asyncShared is the proxy of asynchronous copies to shared memory, among the cases of nvvm.ProxyKind.
const asyncShared = 3

// release arrives at the empty barrier of a slot. What threads have read is read before the accelerator, by
// another way to memory, overwrites it.
func (c *consumer) release(b *ir.Builder, r *ring, empty, slot *ir.Value) {
	arrive := func(b *ir.Builder) {
		b.Create(ir.OpState{Def: nvgpu.BarrierArrive, Operands: []*ir.Value{empty, slot},
			Results: []ir.Type{nvgpu.BarrierTokenType(b.Ctx)}})
	}
	if r.byProduct {
		lane := arith.Binary(b, arith.RemUI, c.thread, arith.ConstIndex(b, warpSize))
		scf.NewIf(b, arith.Cmp(b, arith.EQ, lane, arith.ConstIndex(b, 0)), arrive, nil)
		return
	}
	b.Op(nvvm.FenceProxy, nil, ir.NamedAttr{Name: "kind", Value: b.Ctx.Enum(nvvm.ProxyKind, asyncShared)},
		ir.NamedAttr{Name: "space", Value: b.Ctx.Enum(nvvm.SharedSpace, 0)})
	arrive(b)
}

// replaceSizes replaces what the kernel asks of the size of a block by the size that it had.
func (k *kernel) replaceSizes(block *ir.Block) {
	for op := range block.ParentOp().Walk() {
		n := k.threads
		switch {
		case op.Is(gpu.NumSubgroups):
			n /= warpSize
		case !op.Is(gpu.BlockDim):
			continue
		case op.Attr("dimension").(*ir.EnumAttr).Value != 0:
			n = 1
		}
		op.ReplaceAllUsesWith([]*ir.Value{arith.ConstIndex(ir.At(op), n)})
		op.Erase()
	}
}

// consumerBarrier is the number of the barrier at which consumers wait for each other.
const consumerBarrier = 1

// replaceBarriers makes barriers of all threads those of the consumers.
func (c *consumer) replaceBarriers(block *ir.Block) {
	for op := range block.ParentOp().Walk() {
		if !op.Is(gpu.Barrier) || !block.ParentOp().IsAncestorOf(op) {
			continue
		}
		b := ir.At(op)
		i32 := func(n int64) *ir.Value { return arith.ConstInt(b, b.Ctx.I32, n) }
		b.Create(ir.OpState{Def: nvvm.Barrier, Operands: []*ir.Value{i32(consumerBarrier), i32(c.threads)},
			Results: []ir.Type{}, Attrs: []ir.NamedAttr{{Name: constraint.OperandSegmentSize.Name,
				Value: b.Ctx.I32Array(1, 1, 0)}}})
		op.Erase()
	}
}

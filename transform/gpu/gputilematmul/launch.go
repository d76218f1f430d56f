package gputilematmul

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// The names of the module of kernels and of kernels in it, unless they are taken.
const (
	moduleName = "kernels"
	kernelName = "matmul"
)

// kernel is one that is being made.
type kernel struct {
	*problem
	*tile
	*emitter
	bounds           [3]*ir.Value // by axis: extents that are known at run time only
	row, col         *ir.Value    // of C, where the block begins
	thread           *ir.Value
	lane             *ir.Value
	group            *ir.Value // the warpgroup
	warpRow, warpCol *ir.Value // where the warp begins in the block
	acc              *ir.Value // the warp's part of C
	fragsA, fragsB   []*ir.Value
	sharedA, sharedB *staged
	globalA, globalB *ir.Value
	globalC          *ir.Value
	storeMapC        *ir.Value // the tensor map of C, nil if there is none
	stores           *storing
	// the row of a tile, and the half of it, whose address a lane gives to ldmatrix
	laneRow, laneChunk *ir.Value
}

// launch replaces a product by a kernel and a launch of it.
func launch(module *ir.Op, p *problem, t *tile, free *names.Names) {
	gpu.MarkContainer(module)
	kernels := kernelModule(module, p.op, free)
	b := ir.AtEnd(module.Context(), kernels.Body())
	b.Loc = p.op.Loc()
	name := free.Unique(kernels, kernelName)
	types := []ir.Type{p.lhs.typ(), p.rhs.typ(), p.out.typ()}
	if t.store.slots > 0 {
		types = append(types, t.storeMap(p))
	}
	f := gpu.NewKernel(b, name, types, nil, nil)
	if t.store.slots > 0 {
		describeStoreMap(f, 2)
	}
	f.SetAttr("known_block_size", b.Ctx.I32Array(t.threads(), 1, 1))
	switch {
	case t.persistent > 0:
		f.SetAttr("known_grid_size", b.Ctx.I32Array(t.persistent, 1, 1))
	case p.extents[row] != ir.Dynamic && p.extents[column] != ir.Dynamic:
		f.SetAttr("known_grid_size",
			b.Ctx.I32Array(ceilDiv(p.extents[column], t.n), ceilDiv(p.extents[row], t.m), 1))
	}
	made := newKernel(f, p, t)
	if t.byWarpgroups {
		made.makeWarpgroups()
	} else {
		made.make()
	}
	made.b.Create(ir.OpState{Def: gpu.Return, Results: []ir.Type{}})

	host := builderAt(p.op)
	arguments := []*ir.Value{p.lhs.value, p.rhs.value, p.out.value}
	one := arith.ConstIndex(host, 1)
	if t.store.slots > 0 {
		arguments = append(arguments, nvgpu.NewTensorMap(host, p.out.value,
			[]int64{warpgroupRows, t.store.width}, t.storeMap(p)))
	}
	var grid [3]*ir.Value
	if t.persistent > 0 {
		grid = [3]*ir.Value{arith.ConstIndex(host, t.persistent), one, one}
	} else {
		grid = [3]*ir.Value{p.blocks(host, column, t.n, arguments), p.blocks(host, row, t.m, arguments), one}
	}
	gpu.NewLaunchFunc(host, gpu.Configuration{
		Grid:  grid,
		Block: [3]*ir.Value{arith.ConstIndex(host, t.threads()), one, one},
	}, host.Ctx.SymbolRef(kernels.SymbolName(), name), arguments)
	if p.fill != nil {
		p.fill.Erase()
	}
	p.op.Erase()
}

// blocks makes the number of blocks along an axis, at least one: a grid cannot be empty.
func (p *problem) blocks(b *ir.Builder, a axis, n int64, arguments []*ir.Value) *ir.Value {
	if size := p.extents[a]; size != ir.Dynamic {
		return arith.ConstIndex(b, ceilDiv(size, n))
	}
	count := tiles(b, p.extent(b, a, arguments), n)
	return arith.Binary(b, arith.MaxUI, count, arith.ConstIndex(b, 1))
}

func ceilDiv(a, b int64) int64 { return (a + b - 1) / b }

// kernelModule returns the module of kernels in a program, a new one in front of where there is none.
func kernelModule(module, op *ir.Op, free *names.Names) *ir.Op {
	for m := range module.Body().Ops() {
		if m.Is(gpu.Module) {
			return m
		}
	}
	b := ir.NewBuilder(module.Context())
	b.SetStart(module.Body())
	b.Loc = op.Loc()
	return gpu.NewModule(b, free.Unique(module, moduleName))
}

// newKernel finds where a thread is.
func newKernel(f *ir.Op, p *problem, t *tile) *kernel {
	b := ir.AtEnd(f.Context(), f.Body())
	b.Loc = p.op.Loc()
	k := &kernel{problem: p, tile: t, emitter: &emitter{b: b, entry: f.Body(), consts: map[int64]*ir.Value{}}}
	args := f.Body().Args()
	k.globalA, k.globalB, k.globalC = args[0], args[1], args[2]
	if len(args) > 3 {
		k.storeMapC = args[3]
	}
	for a, n := range p.extents {
		if n == ir.Dynamic {
			k.bounds[a] = p.extent(b, axis(a), args)
		}
	}
	k.thread = k.place(gpu.ThreadID, 0)
	k.lane = k.rem(k.thread, warpSize)
	warp := k.div(k.thread, warpSize)
	k.placeBlock()
	across := t.n / t.warpN
	k.warpRow = k.mul(k.div(warp, across), t.warpM)
	k.warpCol = k.mul(k.rem(warp, across), t.warpN)
	k.laneRow, k.laneChunk = k.rem(k.lane, 16), k.div(k.lane, 16)
	return k
}

// make makes the body of the kernel.
func (k *kernel) make() {
	rows, run := k.fragment()
	k.acc = k.registers(k.warpM/(8*rows), k.warpN/(4*run), k.accumulator())
	k.readResult()
	k.loop()
	k.writeResult()
}

package kernel

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// Kernel is code that several threads run at the same time: the body of a launch, a kernel, loops that are
// bound to threads, or a parallel loop. Each iteration of a parallel loop counts as a thread without
// barriers.
type Kernel struct {
	Op     *ir.Op
	Blocks []*ir.Block
	Size   []int64  // number of threads along each dimension
	Names  []string // of the dimensions
	// Ids are the values that differ between threads, with their dimensions. Fixed are values that are the
	// same in all threads.
	Ids   map[*ir.Value]int
	Fixed map[*ir.Value]int64
	Same  map[*ir.Value]int64 // the fixed values that are the same in all blocks
	Bound map[*ir.Op]int      // loops that are bound to a dimension
	// Why is the reason why the kernel cannot be judged, "" if it can.
	Why string
}

// MaxThreads is the largest number of threads that are executed one by one.
const MaxThreads = 2048

// All returns the kernels of a function and of private functions that it calls. It returns outermost kernels
// only.
func All(s *source.Source, fn *ir.Op) []*Kernel {
	if IsFunction(fn) {
		return []*Kernel{function2kernel(fn)}
	}
	v := &kernelVisitor{source: s, seen: map[*ir.Op]bool{fn: true}}
	v.visit(fn)
	return v.list
}

// kernelVisitor finds kernels.
type kernelVisitor struct {
	source *source.Source
	seen   map[*ir.Op]bool // visited functions
	list   []*Kernel
}

func (v *kernelVisitor) visit(op *ir.Op) {
	if neverRuns(op) {
		return
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if k := kernelAt(inner); k != nil {
					v.list = append(v.list, k)
					continue
				}
				v.visit(inner)
				if fn := v.source.Callee(inner); fn != nil && !v.seen[fn] &&
					fn.StringAttr("sym_visibility") == "private" {
					v.seen[fn] = true
					v.visit(fn)
				}
			}
		}
	}
}

// neverRuns reports whether op is a loop without iterations.
func neverRuns(op *ir.Op) bool {
	loop := op.Def().Loop
	if loop == nil {
		return false
	}
	for d := range loop.Dims(op) {
		if n, ok := ConstantTrips(op, d); ok && n == 0 {
			return true
		}
	}
	return false
}

func kernelAt(op *ir.Op) *Kernel {
	if l, ok := op.Launch(); ok {
		return launched(op, l)
	}
	switch {
	case BoundTo(op) >= 0:
		return threadBound(op)
	case op.Def().Loop != nil && op.Def().Loop.Parallel:
		return Iterations(op)
	}
	return nil
}

var axes = []string{"x", "y", "z"}

func newKernel(op *ir.Op) *Kernel {
	return &Kernel{Op: op, Names: axes, Ids: map[*ir.Value]int{}, Fixed: map[*ir.Value]int64{},
		Same: map[*ir.Value]int64{}, Bound: map[*ir.Op]int{}}
}

// IsFunction reports whether a function is a kernel.
func IsFunction(fn *ir.Op) bool { return fn.Name() == "gpu.func" && fn.Attr("gpu.kernel") != nil }

// function2kernel describes a kernel function. Its size is the block size that the function promises.
func function2kernel(fn *ir.Op) *Kernel {
	k := newKernel(fn)
	k.Blocks = fn.Region(0).Blocks()
	for _, name := range []string{"known_block_size", "gpu.known_block_size"} {
		if a, ok := fn.Attr(name).(*ir.DenseArrayAttr); ok {
			k.Size = a.Values
		}
	}
	if len(k.Size) != 3 {
		k.Why = "the size of its blocks is not known (known_block_size)"
		return k
	}
	k.places()
	return k
}

// launched describes the region of a launch, for the threads of the first block.
func launched(op *ir.Op, l ir.Launch) *Kernel {
	k := newKernel(op)
	k.Blocks = op.Region(0).Blocks()
	for d := range 3 {
		n, ok := ir.ConstInt(l.Block[d])
		if !ok {
			k.Why = "the size of its blocks is not constant"
			return k
		}
		k.Size = append(k.Size, n)
	}
	for i, number := range l.Numbers {
		arg := op.Body().Arg(i)
		grid, known := ir.ConstInt(l.Grid[number.Dim])
		switch number.Kind {
		case ir.ThreadInBlock:
			k.Ids[arg] = number.Dim
		case ir.BlockSize:
			k.Fixed[arg], k.Same[arg] = k.Size[number.Dim], k.Size[number.Dim]
		case ir.GridSize:
			if known {
				k.Fixed[arg], k.Same[arg] = grid, grid
			}
		case ir.BlockInGrid:
			k.Fixed[arg] = 0
			if grid == 1 {
				k.Same[arg] = 0
			}
		}
	}
	k.places()
	return k
}

// places finds the operations that return indices and sizes of threads and blocks.
func (k *Kernel) places() {
	for inner := range k.Op.Walk() {
		if inner.NumResults() != 1 {
			continue
		}
		v, number := inner.Result(0), inner.ThreadNumber()
		switch number.Kind {
		case ir.LaneInWarp:
			k.Ids[v] = alongWarp
		case ir.WarpInBlock:
			k.Ids[v] = alongWarps
		case ir.ThreadInBlock, ir.ThreadInGrid: // equal to thread_id in the first block
			k.Ids[v] = number.Dim
		case ir.BlockSize:
			k.Fixed[v], k.Same[v] = k.Size[number.Dim], k.Size[number.Dim]
		case ir.BlockInGrid:
			k.Fixed[v] = 0
		}
	}
}

// Dimensions of a block beside x, y and z: the index of a thread in its warp, and the index of the warp.
const (
	alongWarp  = -1
	alongWarps = -2

	WarpSize = 32
)

// Extent returns how many different values the threads have along a dimension.
func (k *Kernel) Extent(d int) int64 {
	switch d {
	case alongWarp:
		return min(k.Threads(), WarpSize)
	case alongWarps:
		return (k.Threads() + WarpSize - 1) / WarpSize
	}
	return k.Size[d]
}

// BoundTo returns the dimension of threads that a loop is bound to, or -1. A loop without a barrier counts as
// an ordinary loop; a target makes threads of it and puts barriers around it.
func BoundTo(op *ir.Op) int {
	d := Mapped(op, "thread")
	if d >= 0 {
		for inner := range op.Walk() {
			if inner.IsBarrier() {
				return d
			}
		}
	}
	return -1
}

// Mapped returns the dimension to which a loop is mapped, of threads or of blocks as what says ("thread" or
// "block"), or -1.
func Mapped(op *ir.Op, what string) int {
	list, ok := op.Attr("mapping").(*ir.ArrayAttr)
	if !ok || op.Def().Loop == nil || op.Def().Loop.Parallel || len(list.Elems) != 1 {
		return -1
	}
	e, ok := list.Elems[0].(*ir.EnumAttr)
	if !ok || !strings.Contains(e.String(), "gpu."+what) {
		return -1
	}
	return slices.Index(axes, e.Def.CaseName(e.Value))
}

// threadBound describes a nest of loops that are bound to threads.
func threadBound(op *ir.Op) *Kernel {
	k := newKernel(op)
	k.Size = []int64{1, 1, 1}
	for inner := range op.Walk() {
		d := BoundTo(inner)
		if d < 0 {
			continue
		}
		k.Bound[inner] = d
		n, ok := ConstantTrips(inner, 0)
		if !ok {
			k.Why = "a loop over threads has no constant extent"
			return k
		}
		k.Size[d] = max(k.Size[d], n)
	}
	return k
}

// Iterations describes a parallel loop.
func Iterations(op *ir.Op) *Kernel {
	k := newKernel(op)
	k.Names = nil
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		n, ok := ConstantTrips(op, d)
		if !ok {
			k.Why = "a parallel loop has no constant extent"
			return k
		}
		k.Size = append(k.Size, n)
		k.Names = append(k.Names, loop.InductionVar(op, d).Name())
		k.Ids[loop.InductionVar(op, d)] = d
	}
	k.Blocks = op.Region(0).Blocks()
	return k
}

// Threads returns the number of threads.
func (k *Kernel) Threads() int64 {
	n := int64(1)
	for _, s := range k.Size {
		if n *= s; n > 1<<30 {
			return n
		}
	}
	return n
}

// Place returns the index of a thread along a dimension. Threads are numbered with x varying fastest.
func (k *Kernel) Place(thread int64, d int) int64 {
	switch d {
	case alongWarp:
		return thread % WarpSize
	case alongWarps:
		return thread / WarpSize
	}
	for _, s := range k.Size[:d] {
		thread /= max(s, 1)
	}
	return thread % max(k.Size[d], 1)
}

// ConstantTrips returns the trip count of a dimension of a loop, if it is constant.
func ConstantTrips(op *ir.Op, d int) (int64, bool) {
	loop := op.Def().Loop
	ev := &analysis.Evaluator{}
	ev.Eval(loop.InductionVar(op, d))
	r := ev.LoopRange(loop.Bounds(op, d))
	return r.Trips, r.Trips >= 0
}

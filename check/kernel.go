package check

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// The operations of threads that the checker knows by name: no interface says what they mean.
const (
	opLaunch   = "gpu.launch"
	opThreadID = "gpu.thread_id"
	opBlockDim = "gpu.block_dim"
	opBlockID  = "gpu.block_id"
	opGlobalID = "gpu.global_id"
	opGridDim  = "gpu.grid_dim"

	opLaneID     = "gpu.lane_id"
	opSubgroupID = "gpu.subgroup_id"
	ptxRegister  = "nvvm.read.ptx.sreg."
)

// kernel is code that threads run at the same time: the body of a launch, a kernel, the loops that are bound to threads,
// or a parallel loop, each iteration of which counts as a thread that knows no barrier.
type kernel struct {
	op     *ir.Op
	blocks []*ir.Block
	size   []int64  // threads along each dimension
	names  []string // of the dimensions
	// ids are the values that tell the threads apart, by dimension; fixed values are the same for all.
	ids   map[*ir.Value]int
	fixed map[*ir.Value]int64
	same  map[*ir.Value]int64 // those of them that are the same for all blocks
	bound map[*ir.Op]int      // loops that are bound to a dimension
	// why says why the kernel cannot be judged, "" if it can.
	why string
}

// maxThreads is the largest number of threads that are told apart.
const maxThreads = 2048

// kernels returns the kernels of a function and of private ones that it calls, outermost ones only.
func (c *checker) kernels(fn *ir.Op) []*kernel {
	if isKernel(fn) {
		return []*kernel{c.function2kernel(fn)}
	}
	v := &kernelVisitor{c: c, seen: map[*ir.Op]bool{fn: true}}
	v.visit(fn)
	return v.list
}

// kernelVisitor finds kernels.
type kernelVisitor struct {
	c    *checker
	seen map[*ir.Op]bool // functions
	list []*kernel
}

func (v *kernelVisitor) visit(op *ir.Op) {
	if neverRuns(op) {
		return
	}
	for _, r := range op.Regions() {
		for _, b := range r.Blocks() {
			for inner := range b.Ops() {
				if k := v.c.kernelAt(inner); k != nil {
					v.list = append(v.list, k)
					continue
				}
				v.visit(inner)
				if fn := v.c.callee(inner); fn != nil && !v.seen[fn] && fn.StringAttr("sym_visibility") == "private" {
					v.seen[fn] = true
					v.visit(fn)
				}
			}
		}
	}
}

// neverRuns reports whether op is a loop of no iterations.
func neverRuns(op *ir.Op) bool {
	loop := op.Def().Loop
	if loop == nil {
		return false
	}
	for d := range loop.Dims(op) {
		if n, ok := constantTrips(op, d); ok && n == 0 {
			return true
		}
	}
	return false
}

func (c *checker) kernelAt(op *ir.Op) *kernel {
	switch {
	case op.Name() == opLaunch:
		return launched(op)
	case boundTo(op) >= 0:
		return threadBound(op)
	case op.Def().Loop != nil && op.Def().Loop.Parallel:
		return iterations(op)
	}
	return nil
}

var axes = []string{"x", "y", "z"}

func newKernel(op *ir.Op) *kernel {
	return &kernel{op: op, names: axes, ids: map[*ir.Value]int{}, fixed: map[*ir.Value]int64{}, same: map[*ir.Value]int64{}, bound: map[*ir.Op]int{}}
}

func isKernel(fn *ir.Op) bool { return fn.Name() == "gpu.func" && fn.Attr("gpu.kernel") != nil }

// function2kernel describes a kernel: its size is the one that it promises.
func (c *checker) function2kernel(fn *ir.Op) *kernel {
	k := newKernel(fn)
	k.blocks = fn.Region(0).Blocks()
	for _, name := range []string{"known_block_size", "gpu.known_block_size"} {
		if a, ok := fn.Attr(name).(*ir.DenseArrayAttr); ok {
			k.size = a.Values
		}
	}
	if len(k.size) != 3 {
		k.why = "the size of its blocks is not known (known_block_size)"
		return k
	}
	k.places()
	return k
}

// launched describes the region of a launch: three indices of the block, three of the thread, three sizes of the grid and
// three of the block.
func launched(op *ir.Op) *kernel {
	k := newKernel(op)
	k.blocks = op.Region(0).Blocks()
	args := op.Body().Args()
	sizes := op.Operands()
	for i, v := range sizes {
		if _, ok := v.Type().(*ir.IndexType); ok {
			sizes = sizes[i:]
			break
		}
	}
	if len(args) < 12 || len(sizes) < 6 {
		k.why = "its sizes are not known"
		return k
	}
	for d := range 3 {
		n, ok := ir.ConstInt(sizes[3+d])
		if !ok {
			k.why = "the size of its blocks is not constant"
			return k
		}
		k.size = append(k.size, n)
		k.fixed[args[d]], k.ids[args[3+d]], k.fixed[args[9+d]] = 0, d, n
		k.same[args[9+d]] = n
		if grid, ok := ir.ConstInt(sizes[d]); ok {
			k.fixed[args[6+d]], k.same[args[6+d]] = grid, grid
			if grid == 1 {
				k.same[args[d]] = 0
			}
		}
	}
	k.places()
	return k
}

// places finds the operations that say where a thread is.
func (k *kernel) places() {
	for inner := range k.op.Walk() {
		if inner.NumResults() != 1 {
			continue
		}
		name, v := inner.Name(), inner.Result(0)
		d := slices.Index(axes, dimensionOf(inner))
		if register, found := strings.CutPrefix(name, ptxRegister); found {
			before, axis, _ := strings.Cut(register, ".")
			name, d = ptxRegister+before, slices.Index(axes, axis)
		}
		switch name {
		case opLaneID, ptxRegister + "laneid":
			k.ids[v], d = alongWarp, -1
		case opSubgroupID:
			k.ids[v], d = alongWarps, -1
		}
		if d < 0 {
			continue
		}
		switch name {
		case opThreadID, opGlobalID, ptxRegister + "tid": // of the first block
			k.ids[v] = d
		case opBlockDim, ptxRegister + "ntid":
			k.fixed[v], k.same[v] = k.size[d], k.size[d]
		case opBlockID, ptxRegister + "ctaid":
			k.fixed[v] = 0
		}
	}
}

// Dimensions of a block beside x, y and z: where a thread is in its warp, and which one that is.
const (
	alongWarp  = -1
	alongWarps = -2

	warpSize = 32
)

// extent returns how many threads differ along a dimension.
func (k *kernel) extent(d int) int64 {
	switch d {
	case alongWarp:
		return min(k.threads(), warpSize)
	case alongWarps:
		return (k.threads() + warpSize - 1) / warpSize
	}
	return k.size[d]
}

// dimensionOf returns "x", "y" or "z", "" if there is none.
func dimensionOf(op *ir.Op) string {
	a, ok := op.Attr("dimension").(*ir.EnumAttr)
	if !ok {
		return ""
	}
	return a.Def.CaseName(a.Value)
}

// boundTo returns the dimension of threads that a loop is bound to, or -1. A loop without a barrier in it is a loop like
// others, until a target makes threads of it and puts barriers around it.
func boundTo(op *ir.Op) int {
	d := mapped(op, "thread")
	if d >= 0 {
		for inner := range op.Walk() {
			if isBarrier(inner) {
				return d
			}
		}
	}
	return -1
}

func mapped(op *ir.Op, what string) int {
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

// threadBound describes nested loops that are bound to threads.
func threadBound(op *ir.Op) *kernel {
	k := newKernel(op)
	k.size = []int64{1, 1, 1}
	for inner := range op.Walk() {
		d := boundTo(inner)
		if d < 0 {
			continue
		}
		k.bound[inner] = d
		n, ok := constantTrips(inner, 0)
		if !ok {
			k.why = "a loop over threads has no constant extent"
			return k
		}
		k.size[d] = max(k.size[d], n)
	}
	return k
}

// iterations describes a parallel loop.
func iterations(op *ir.Op) *kernel {
	k := newKernel(op)
	k.names = nil
	loop := op.Def().Loop
	for d := range loop.Dims(op) {
		n, ok := constantTrips(op, d)
		if !ok {
			k.why = "a parallel loop has no constant extent"
			return k
		}
		k.size = append(k.size, n)
		k.names = append(k.names, loop.InductionVar(op, d).Name())
		k.ids[loop.InductionVar(op, d)] = d
	}
	k.blocks = op.Region(0).Blocks()
	return k
}

// threads returns the number of threads.
func (k *kernel) threads() int64 {
	n := int64(1)
	for _, s := range k.size {
		if n *= s; n > 1<<30 {
			return n
		}
	}
	return n
}

// place returns the index of a thread along a dimension, x first.
func (k *kernel) place(thread int64, d int) int64 {
	switch d {
	case alongWarp:
		return thread % warpSize
	case alongWarps:
		return thread / warpSize
	}
	for _, s := range k.size[:d] {
		thread /= max(s, 1)
	}
	return thread % max(k.size[d], 1)
}

// constantTrips returns the extent of a dimension of a loop if it is constant.
func constantTrips(op *ir.Op, d int) (int64, bool) {
	loop := op.Def().Loop
	ev := &analysis.Evaluator{}
	ev.Eval(loop.InductionVar(op, d))
	r := ev.LoopRange(loop.Bounds(op, d))
	return r.Trips, r.Trips >= 0
}

package injectsoftwarepipeline

import (
	"cmp"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// sharedNumber and localNumber are the numbers of the memory spaces that stand for the scopes shared and
// local of TVM, and sharedDynamic is the name of another one.
const (
	sharedNumber  = 3
	localNumber   = 5
	sharedDynamic = "shared.dyn"
)

// acrossThreads makes of what one thread accesses in memory of its block what all threads together do: they
// run the loop side by side, and one thread may use what another has written. Subscripts that depend on the
// number of a thread become ranges.
func acrossThreads(e *analysis.Evaluator, a analysis.Access) analysis.Access {
	if a.Buffer == nil || !isOfBlock(a.Buffer) {
		return a
	}
	w := &threadWidening{eval: e, seen: map[*analysis.Symbol]bool{}, exact: true}
	dims := make([]analysis.Range, len(a.Dims))
	shape := a.Buffer.Type().(*ir.MemRefType).Shape
	for i, r := range a.Dims {
		dims[i] = w.widen(r)
		if i < len(shape) && isWhole(&dims[i], shape[i]) {
			dims[i] = analysis.Range{Full: true}
		}
	}
	if a.Dims != nil {
		a.Dims = dims
	}
	if a.Lattice != nil && w.widened {
		a.Lattice, w.exact = nil, false // it has the elements of one thread only
	}
	a.Must = a.Must && w.exact
	return a
}

// isWhole reports whether a range has every subscript of a dimension.
func isWhole(r *analysis.Range, extent int64) bool {
	return extent != ir.Dynamic && r.Base.IsConst() && r.Base.Const+r.Lo <= 0 && r.Base.Const+r.Hi >= extent-1
}

// isOfBlock reports whether a value is memory that the threads of a block share.
func isOfBlock(v *ir.Value) bool {
	m, ok := v.Type().(*ir.MemRefType)
	if !ok {
		return false
	}
	switch space := m.MemorySpace.(type) {
	case *ir.IntegerAttr:
		return space.Value == sharedNumber
	case *ir.StringAttr:
		return space.Value == sharedDynamic
	}
	return nvgpu.IsShared(m.MemorySpace)
}

// threadWidening replaces the numbers of threads in the subscripts of one access by all that they may be.
type threadWidening struct {
	eval  *analysis.Evaluator
	seen  map[*analysis.Symbol]bool // numbers of threads met so far
	exact bool                      // all elements of the ranges are accessed
	// widened says that subscripts of the access depend on the thread.
	widened bool
}

// numbers are those of the threads along one dimension.
type numbers struct {
	coef, lo, hi, step int64
	known              bool
}

// distance returns how far the subscripts of two threads beside each other are apart.
func (n numbers) distance() int64 { return max(n.coef, -n.coef) * n.step }

// widen returns the range that the subscripts of all threads are in.
func (w *threadWidening) widen(r analysis.Range) analysis.Range {
	var threads []numbers
	for _, t := range r.Base.Terms {
		n, ok := w.numbersOf(t)
		if !ok {
			continue
		}
		w.widened = true
		if !n.known {
			w.exact = false
			return analysis.Range{Full: true}
		}
		threads = append(threads, n)
		r.Base = r.Base.Sub(analysis.Linear{Terms: []analysis.Term{t}})
	}
	slices.SortFunc(threads, func(x, y numbers) int { return cmp.Compare(x.distance(), y.distance()) })
	for _, n := range threads {
		if n.distance() > r.Hi-r.Lo+1 {
			w.exact = false // there are gaps
		}
		r.Lo, r.Hi = r.Lo+min(n.coef*n.lo, n.coef*n.hi), r.Hi+max(n.coef*n.lo, n.coef*n.hi)
		r.Step = commonStep(r.Step, n.distance())
	}
	return r
}

// commonStep returns the step of what all threads access where one thread takes the given step and threads
// beside each other are some distance apart: their greatest common divisor. A step of 0 is 1, as in a Range.
func commonStep(step, distance int64) int64 {
	for step > 0 && distance != 0 {
		step, distance = distance, step%distance
	}
	return step
}

// numbersOf returns the numbers that the symbol of a term stands for, if these depend on the thread.
func (w *threadWidening) numbersOf(t analysis.Term) (n numbers, ok bool) {
	s := t.Sym
	if s.Mod+s.Div > 0 {
		if !slices.ContainsFunc(s.Arg.Terms, w.isOfThreads) {
			return n, false
		}
		w.exact = false
		one := analysis.Linear{Terms: []analysis.Term{{Sym: s, Coef: 1}}}.Interval()
		return numbers{t.Coef, one.Lo, one.Hi, 1,
			one.Lo > -analysis.Unbounded && one.Hi < analysis.Unbounded}, true
	}
	if s.Value == nil || !w.isOfThread(s.Value) {
		return n, false
	}
	w.exact = w.exact && !w.seen[s]
	w.seen[s] = true
	if lo, hi, step, known := w.threadNumbers(s.Value); known {
		return numbers{t.Coef, lo, hi, step, true}, true
	}
	return numbers{}, true
}

// isOfThreads reports whether a term differs between threads.
func (w *threadWidening) isOfThreads(t analysis.Term) bool {
	_, ok := w.numbersOf(t)
	return ok
}

// isOfThread reports whether a value differs between the threads of a block: it is the variable of a loop
// that is bound to them, the number of a thread, or computed from such.
func (w *threadWidening) isOfThread(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return isThreadNumber(op) || slices.ContainsFunc(op.Operands(), w.isOfThread)
	}
	around := v.Owner().ParentOp()
	if kind, _, ok := gpu.BoundTo(around); ok {
		return kind == gpu.Thread && around.Is(scf.For)
	}
	return around.Is(gpu.Launch) && slices.Contains(gpu.ThreadIDs(around), v)
}

func isThreadNumber(op *ir.Op) bool {
	return op.Is(gpu.ThreadID) || op.Is(gpu.LaneID) || op.Is(gpu.SubgroupID) || op.Is(gpu.GlobalID)
}

// threadNumbers returns the least, the largest and the distance of the values that a number of threads has.
func (w *threadWidening) threadNumbers(v *ir.Value) (lo, hi, step int64, known bool) {
	if op := v.DefiningOp(); op != nil {
		n, ok := sizeAlong(op)
		return 0, n - 1, 1, ok
	}
	around := v.Owner().ParentOp()
	if around.Is(gpu.Launch) {
		n, ok := ir.ConstInt(gpu.BlockSize(around)[slices.Index(gpu.ThreadIDs(around), v)])
		return 0, n - 1, 1, ok
	}
	t := w.eval.LoopRange(around.Def().Loop.Bounds(around, 0))
	if !t.LowerKnown || !t.Lower.IsConst() || t.Trips < 1 || t.Step == 0 {
		return 0, 0, 0, false
	}
	return t.Lower.Const, t.Lower.Const + (t.Trips-1)*t.Step, max(t.Step, -t.Step), true
}

// sizeAlong returns how many threads the blocks of a kernel have along the dimension of a gpu.thread_id, if
// it promises that.
func sizeAlong(op *ir.Op) (n int64, ok bool) {
	if !op.Is(gpu.ThreadID) {
		return 0, false
	}
	dim, _ := op.Attr("dimension").(*ir.EnumAttr)
	if kernel := op.ParentOf(gpu.Func); kernel != nil && dim != nil {
		if sizes := kernel.Ints("known_block_size"); dim.Value < int64(len(sizes)) {
			return sizes[dim.Value], true
		}
	}
	return 0, false
}

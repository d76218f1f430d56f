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

// sharedNumber and localNumber are the numbers of the memory spaces for TVM's scopes shared and local.
// sharedDynamic is the name of the memory space shared.dyn.
const (
	sharedNumber  = 3
	localNumber   = 5
	sharedDynamic = "shared.dyn"
)

// acrossThreads extends an access of one thread to the memory of its block to the accesses of all threads
// together. The threads run the loop side by side, and one thread may use values that another has written.
// Subscripts that depend on the number of a thread become ranges.
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
		a.Lattice, w.exact = nil, false // the lattice has only the elements of one thread
	}
	a.Must = a.Must && w.exact
	return a
}

// isWhole reports whether a range contains every subscript of a dimension.
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

// threadWidening replaces the numbers of threads in the subscripts of one access by their ranges.
type threadWidening struct {
	eval  *analysis.Evaluator
	seen  map[*analysis.Symbol]bool // numbers of threads found so far
	exact bool                      // all elements of the ranges are accessed
	// widened says that subscripts of the access depend on the number of the thread.
	widened bool
}

// numbers describes the numbers of the threads along one dimension.
type numbers struct {
	coef, lo, hi, step int64
	known              bool
}

// distance returns the distance between the subscripts of two neighbouring threads.
func (n numbers) distance() int64 { return max(n.coef, -n.coef) * n.step }

// widen returns a range that contains the subscripts of all threads.
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

// commonStep returns the step of the accesses of all threads together, if one thread accesses with the given
// step and neighbouring threads are the given distance apart: the greatest common divisor. As in a Range, a
// step of 0 means 1.
func commonStep(step, distance int64) int64 {
	for step > 0 && distance != 0 {
		step, distance = distance, step%distance
	}
	return step
}

// numbersOf returns the values of a term's symbol over all threads, if they depend on the thread.
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

// isOfThreads reports whether a term depends on the thread.
func (w *threadWidening) isOfThreads(t analysis.Term) bool {
	_, ok := w.numbersOf(t)
	return ok
}

// isOfThread reports whether a value differs between the threads of a block: it is the variable of a loop
// bound to them, or the number of a thread, or is computed from such values.
func (w *threadWidening) isOfThread(v *ir.Value) bool {
	if op := v.DefiningOp(); op != nil {
		return op.ThreadNumber().Kind.DiffersInBlock() || slices.ContainsFunc(op.Operands(), w.isOfThread)
	}
	around := v.Owner().ParentOp()
	if kind, _, ok := gpu.BoundTo(around); ok {
		return kind == gpu.Thread && around.Is(scf.For)
	}
	return around.Is(gpu.Launch) && slices.Contains(gpu.ThreadIDs(around), v)
}

// threadNumbers returns the least and the largest value, and the step, of a number of threads.
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

// sizeAlong returns the number of threads in a block along the dimension of a number of threads, if the
// kernel declares it.
func sizeAlong(op *ir.Op) (n int64, ok bool) {
	number := op.ThreadNumber()
	if number.Kind != ir.ThreadInBlock {
		return 0, false
	}
	if kernel := op.ParentOf(gpu.Func); kernel != nil {
		if sizes := kernel.Ints("known_block_size"); number.Dim < len(sizes) {
			return sizes[number.Dim], true
		}
	}
	return 0, false
}

package asyncparallelfor

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// What operations cost, in simple operations: an addition, a load, a store.
const (
	costDivision = 8
	costMath     = 16
	costMemory   = 64  // allocating and freeing
	costCall     = 100 // of a function, and of a task
	// guessedTrips stands for the iterations of a loop whose bounds are not known in front of the parallel
	// loop.
	guessedTrips = 16
	// lanes is how many elements of a vector one simple operation works on.
	lanes = 8
	// mostWork is where estimates known now end.
	mostWork = math.MaxInt32
)

// work is an estimate: an amount that is known now, and one that is known at run time, or nil.
type work struct {
	known int64
	later *ir.Value
}

// estimator estimates the work of an iteration of a loop. Code for what is known at run time goes to b, in
// front of the loop.
type estimator struct {
	b    *ir.Builder
	loop *ir.Op
}

// body returns the work of one iteration, of at least 1.
func (e *estimator) body() work {
	w := e.region(e.loop.Region(0))
	return e.add(w, work{known: 1})
}

func (e *estimator) region(r *ir.Region) work {
	var total work
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			total = e.add(total, e.op(op))
		}
	}
	return total
}

// op returns the work of an operation with all that it holds.
func (e *estimator) op(op *ir.Op) work {
	switch {
	case op.Def().Loop != nil && op.NumRegions() > 0:
		return e.nest(op)
	case linalg.IsStructured(op.Def()):
		return e.structured(op)
	}
	total := work{known: own(op)}
	if op.NumRegions() == 0 {
		return total
	}
	if repeats(op) {
		for _, r := range op.Regions() {
			total = e.add(total, e.times(e.region(r), work{known: guessedTrips}))
		}
		return total
	}
	return e.add(total, e.branches(op))
}

// branches returns the most work that one of the regions of an operation may be. Work that is known at run
// time is added up.
func (e *estimator) branches(op *ir.Op) work {
	var most work
	for _, r := range op.Regions() {
		w := e.region(r)
		most = e.add(work{most.known - min(most.known, w.known), most.later}, w)
	}
	return most
}

// nest returns the work of a counted loop with all its iterations.
func (e *estimator) nest(op *ir.Op) work {
	w := e.add(e.region(op.Region(0)), work{known: 1})
	for d := range op.Def().Loop.Dims(op) {
		w = e.times(w, e.trips(op.Def().Loop.Bounds(op, d)))
	}
	return w
}

// structured returns the work of a structured operation: that of its body, for all points.
func (e *estimator) structured(op *ir.Op) work {
	w := e.add(e.region(op.Region(0)), work{known: int64(op.NumOperands())})
	s := linalg.StructuredOf(op)
	extents, _ := s.Extents()
	for _, x := range extents {
		w = e.times(w, work{known: extentOr(op.Operand(x.Operand).Type(), x.Dim)})
	}
	return w
}

// extentOr returns the extent of a dimension of memory or a tensor, a guess where it is not known.
func extentOr(t ir.Type, d int) int64 {
	if s, ok := t.(ir.ShapedType); ok && s.Dims()[d] != ir.Dynamic {
		return min(s.Dims()[d], mostWork)
	}
	return guessedTrips
}

// repeats reports whether control may come back to a region of an operation that is no counted loop.
func repeats(op *ir.Op) bool {
	if op.Def().RegionSuccessors == nil {
		return false
	}
	for i := range op.NumRegions() {
		for _, s := range op.Def().RegionSuccessors(op, i) {
			if s.Region >= 0 && s.Region <= i {
				return true
			}
		}
	}
	return false
}

// own returns the work of an operation itself.
func own(op *ir.Op) int64 {
	switch {
	case op.Has(ir.ConstantLike), op.Has(ir.Terminator), op.Def().View != nil:
		return 0
	case op.Def().Callee != nil, op.Def().Async != nil, op.Def().Unregistered:
		return costCall
	case op.Def().DialectName() == "math":
		return costMath * width(op)
	case divisions[op.Def()]:
		return costDivision * width(op)
	case allocates(op):
		return costMemory
	}
	return max(width(op), whole(op))
}

// whole returns how many simple operations one on all elements of some memory is.
func whole(op *ir.Op) int64 {
	n := int64(1)
	if op.Def().Effects == nil {
		return n
	}
	op.Def().Effects(op, func(e ir.Effect) {
		if !e.Whole || e.Value == nil {
			return
		}
		elements := int64(1)
		if t, ok := e.Value.Type().(*ir.MemRefType); ok {
			for d := range t.Shape {
				elements = min(elements*extentOr(t, d), mostWork)
			}
		}
		n = max(n, elements/lanes)
	})
	return n
}

var divisions = map[*ir.OpDef]bool{
	arith.DivF: true, arith.DivSI: true, arith.DivUI: true, arith.CeilDivSI: true, arith.CeilDivUI: true,
	arith.FloorDivSI: true, arith.RemF: true, arith.RemSI: true, arith.RemUI: true,
}

func allocates(op *ir.Op) bool {
	if op.Def().Effects == nil {
		return false
	}
	found := false
	op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Allocate || e.Kind == ir.Free })
	return found
}

// width returns how many simple operations one on the vectors of op is.
func width(op *ir.Op) int64 {
	n := int64(1)
	for _, t := range append(op.ResultTypes(), operandTypes(op)...) {
		if v, ok := t.(*ir.VectorType); ok {
			n = max(n, (ir.NumElements(v.Shape)+lanes-1)/lanes)
		}
	}
	return n
}

func operandTypes(op *ir.Op) []ir.Type {
	ts := make([]ir.Type, op.NumOperands())
	for i := range ts {
		ts[i] = op.Operand(i).Type()
	}
	return ts
}

// trips returns the number of iterations of a dimension, a guess where it is not known in front of the
// parallel loop.
func (e *estimator) trips(bounds ir.LoopBounds) work {
	lower, okLower := e.bound(bounds.Lower, bounds.LowerOperands)
	upper, okUpper := e.bound(bounds.Upper, bounds.UpperOperands)
	step, okStep := e.outside(bounds.Step)
	if !okLower || !okUpper || !okStep {
		return work{known: guessedTrips}
	}
	n := tripCount(e.b, lower, upper, step)
	if c, ok := ir.ConstInt(n); ok {
		return work{known: min(max(c, 0), mostWork)}
	}
	return work{later: n}
}

// bound returns the value of a bound that is a constant, or one value from in front of the loop.
func (e *estimator) bound(m *affine.Map, operands []*ir.Value) (*ir.Value, bool) {
	if len(m.Results) != 1 {
		return nil, false
	}
	switch r := m.Results[0]; {
	case r.Kind == affine.Constant:
		return arith.ConstIndex(e.b, r.Value), true
	case len(operands) == 1 && (r.Kind == affine.Dim || r.Kind == affine.Symbol):
		return e.outside(ir.OpFoldResult{Value: operands[0]})
	}
	return nil, false
}

// outside returns a value of type index from in front of the loop.
func (e *estimator) outside(r ir.OpFoldResult) (*ir.Value, bool) {
	if r.Value == nil {
		return arith.ConstIndex(e.b, r.Const), true
	}
	if n, ok := ir.ConstInt(r.Value); ok {
		return arith.ConstIndex(e.b, n), true
	}
	_, isIndex := r.Value.Type().(*ir.IndexType)
	return r.Value, isIndex && definedOutside(r.Value, e.loop)
}

func (e *estimator) add(v, w work) work {
	sum := work{min(v.known+w.known, mostWork), v.later}
	switch {
	case sum.later == nil:
		sum.later = w.later
	case w.later != nil:
		sum.later = binary(e.b, arith.AddI, v.later, w.later)
	}
	return sum
}

// times multiplies work by a number of iterations, which is either known now or not.
func (e *estimator) times(w, trips work) work {
	if trips.later != nil {
		return work{later: binary(e.b, arith.MulI, e.value(w), trips.later)}
	}
	w.known = min(w.known*trips.known, mostWork)
	if w.later != nil {
		w.later = binary(e.b, arith.MulI, w.later, arith.ConstIndex(e.b, trips.known))
	}
	return w
}

// value makes an estimate a value.
func (e *estimator) value(w work) *ir.Value {
	known := arith.ConstIndex(e.b, w.known)
	if w.later == nil {
		return known
	}
	return binary(e.b, arith.AddI, w.later, known)
}

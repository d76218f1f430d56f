package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// extentKey identifies a dimension of a memref.
type extentKey struct {
	memref *ir.Value
	dim    int64
}

// extent returns the size of a dimension of a memref of known rank. It takes the size from the type, the
// allocation, a view in between, or a memref.dim.
func (e *Evaluator) extent(v *ir.Value, d int64) (Linear, bool) {
	size, at, ok := e.origin(v, d)
	if ok {
		return size, true
	}
	if query := e.extents[at]; query != nil {
		return e.eval(query), true
	}
	return Linear{}, false
}

// origin looks for the definition of a size of a memref. If it finds none, it returns the dimension of the
// memref at which the search ended.
func (e *Evaluator) origin(v *ir.Value, d int64) (Linear, extentKey, bool) {
	var trail ir.Trail
	for !trail.Repeats(v) {
		v = v.Uncaptured()
		t := rankedType(v)
		if t == nil || d < 0 || int(d) >= len(t.Shape) {
			break
		}
		if n := t.Shape[d]; n != ir.Dynamic {
			return Const(n), extentKey{}, true
		}
		op, from := v.DefiningOp(), sameAs(v)
		switch {
		case from != nil:
			v = from
			continue
		case op != nil && slices.Contains(allocations, op.Name()):
			return e.eval(op.Operand(dynamicBefore(t.Shape, d))), extentKey{}, true
		}
		view, ok := viewAt(op)
		switch {
		case ok && view.Extents != nil:
			return e.fold(view.Extents[d]), extentKey{}, true
		case ok && view.Permuted != nil:
			v, d = view.Source, view.Permuted[d]
		case ok && !view.Reshape && rankedType(view.Source) != nil:
			v = view.Source
		default:
			return Linear{}, extentKey{v, d}, false
		}
	}
	return Linear{}, extentKey{v, d}, false
}

func viewAt(op *ir.Op) (ir.View, bool) {
	if op == nil || op.Def().View == nil {
		return ir.View{}, false
	}
	return op.Def().View(op)
}

// allocations are the operations whose first operands are the dynamic extents of their result.
var allocations = []string{"memref.alloc", "memref.alloca"}

// dynamicBefore counts the dynamic extents in front of dimension d.
func dynamicBefore(shape []int64, d int64) int {
	n := 0
	for _, size := range shape[:d] {
		if size == ir.Dynamic {
			n++
		}
	}
	return n
}

// evalDim is for a size of a memref. All queries of the same unknown size have the form of the first query.
func evalDim(e *Evaluator, op *ir.Op) (Linear, bool) {
	d := e.eval(op.Operand(1))
	if t := rankedType(op.Operand(0)); t == nil || !d.IsConst() || d.Const < 0 ||
		d.Const >= int64(len(t.Shape)) {
		return Linear{}, false
	}
	size, at, ok := e.origin(op.Operand(0), d.Const)
	if ok {
		return size, true
	}
	if e.extents == nil {
		e.extents = map[extentKey]*ir.Value{}
	}
	first := e.extents[at]
	if first == nil {
		first = op.Result(0)
		e.extents[at] = first
	}
	if first == op.Result(0) {
		return Linear{}, false
	}
	return e.eval(first), true
}

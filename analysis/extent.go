package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// extentKey is a dimension of a memref.
type extentKey struct {
	memref *ir.Value
	dim    int64
}

// extent returns the size of a dimension of a memref of known rank, if the type, the allocation, a view on
// the way or a memref.dim tells it.
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

// origin looks for what decides a size of a memref. Where that is not known, it returns the dimension of the
// memref that it came to.
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
		op, from := v.DefiningOp(), payload(v)
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

// allocations are the operations whose first operands are the dynamic extents of what they make.
var allocations = []string{"memref.alloc", "memref.alloca"}

// dynamicBefore counts the dynamic extents in front of one.
func dynamicBefore(shape []int64, d int64) int {
	n := 0
	for _, size := range shape[:d] {
		if size == ir.Dynamic {
			n++
		}
	}
	return n
}

// evalDim is a size of a memref. All queries of one size that is not known have the form of the first.
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

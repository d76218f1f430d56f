package affineparallelize

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// reduction is a value that a loop carries and that each iteration combines with a part of its own.
type reduction struct {
	kind    int64 // of ir.AtomicKind
	combine *ir.Op
	part    *ir.Value
}

// reducible are the operations that an affine.parallel combines with in the types that it accepts for them:
// it takes the ordered ones of integers with a sign only, which arith does not have.
var reducible = []int64{
	ir.AtomicAddF, ir.AtomicMulF, ir.AtomicMaximumF, ir.AtomicMinimumF, ir.AtomicAddI, ir.AtomicMulI,
	ir.AtomicAndI, ir.AtomicOrI,
}

// reductions returns what a loop does to the values that it carries, false if that is not a reduction of
// each, or if it carries any and must not.
func reductions(loop *ir.Op, allowed bool) ([]reduction, bool) {
	list := make([]reduction, loop.NumResults())
	for i := range list {
		r, ok := reductionOf(loop, i)
		if !ok || !allowed {
			return nil, false
		}
		list[i] = r
	}
	return list, true
}

// reductionOf returns what a loop does to one value that it carries. Nothing else in the loop may see the
// value on its way.
func reductionOf(loop *ir.Op, i int) (reduction, bool) {
	carried, next := loop.Body().Arg(1+i), loop.Body().Terminator().Operand(i)
	combine := next.DefiningOp()
	if combine == nil || combine.Block() != loop.Body() || !carried.HasOneUse() || !next.HasOneUse() {
		return reduction{}, false
	}
	for _, kind := range reducible {
		if !combine.Is(arith.Reducers[kind]) || !isNumber(next.Type()) {
			continue
		}
		switch carried {
		case combine.Operand(0):
			return reduction{kind, combine, combine.Operand(1)}, true
		case combine.Operand(1):
			return reduction{kind, combine, combine.Operand(0)}, true
		}
	}
	return reduction{}, false
}

// isNumber reports whether an affine.parallel may have results of a type.
func isNumber(t ir.Type) bool {
	switch t.(type) {
	case *ir.IntegerType, *ir.FloatType:
		return true
	}
	return false
}

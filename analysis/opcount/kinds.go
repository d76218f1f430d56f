package opcount

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// perLane holds the count of each elementwise operation, per lane.
var perLane = map[string]int64{
	"arith.addf": 1, "arith.subf": 1, "arith.mulf": 1, "arith.divf": 1, "arith.remf": 1,
	"arith.maximumf": 1, "arith.minimumf": 1, "arith.maxnumf": 1, "arith.minnumf": 1,
	"math.fma": 2, "vector.fma": 2, "math.sincos": 2,
}

// exact holds the operations of math that are not counted: changes of the sign, and roundings to integers.
var exact = []string{
	"math.absf", "math.copysign", "math.ceil", "math.floor", "math.trunc", "math.round", "math.roundeven",
	"math.isnan",
	"math.isinf", "math.isfinite", "math.isnormal",
}

// foreign holds the dialects of other machines. Their operations have no known count.
var foreign = []string{"gpu", "nvgpu", "nvvm", "llvm", "coro"}

// flops returns the count of an operation without regions; ok is false if it is not known.
func flops(op *ir.Op) (n int64, ok bool) {
	name := op.Name()
	each, counts := perLane[name]
	switch {
	case op.Def().Unregistered || slices.Contains(foreign, op.Def().DialectName()):
		return 0, false
	case counts:
		return lanes(op.Result(0).Type(), each)
	case strings.HasPrefix(name, "math.") && !slices.Contains(exact, name) && isFloat(op.Result(0).Type()):
		return lanes(op.Result(0).Type(), 1)
	case name == "memref.atomic_rmw" && isFloat(op.Result(0).Type()):
		return 1, true
	}
	return reduced(op)
}

// reduced returns the count of an operation on vectors that is not elementwise.
func reduced(op *ir.Op) (n int64, ok bool) {
	switch name := op.Name(); name {
	case "vector.reduction":
		n, ok = lanes(op.Operand(0).Type(), 1)
		if op.NumOperands() == 1 {
			n-- // nothing is added to the sum
		}
	case "vector.multi_reduction":
		n, ok = lanes(op.Operand(0).Type(), 1)
	case "vector.outerproduct":
		if n, ok = lanes(op.Result(0).Type(), 1); op.NumOperands() == 3 {
			n *= 2
		}
	case "vector.contract", "vector.scan":
		return 0, !isFloat(op.Operand(0).Type())
	default:
		return 0, true
	}
	if !isFloat(op.Operand(0).Type()) {
		n = 0
	}
	return n, ok
}

// lanes multiplies a count by the number of lanes of a type.
func lanes(t ir.Type, each int64) (int64, bool) {
	v, ok := t.(*ir.VectorType)
	if !ok {
		_, isTensor := t.(*ir.TensorType)
		return each, !isTensor
	}
	return each * ir.NumElements(v.Shape), !slices.Contains(v.Scalable, true)
}

func isFloat(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.FloatType:
		return true
	case *ir.VectorType:
		return isFloat(t.Elem)
	}
	return false
}

// computes reports whether an operation in a region has a count other than 0, or an unknown one.
func computes(r *ir.Region) bool {
	for _, b := range r.Blocks() {
		for op := range b.Ops() {
			if holdsWork(op) {
				return true
			}
		}
	}
	return false
}

// holdsWork reports whether an operation, or one in it, has a count other than 0, or an unknown one.
func holdsWork(op *ir.Op) bool {
	for inner := range op.Walk() {
		if n, ok := flops(inner); n != 0 || !ok || inner.Def().Callee != nil {
			return true
		}
	}
	return false
}

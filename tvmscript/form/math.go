package form

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
)

// Unary has the functions of T with one floating-point argument, and the operation for each.
var Unary = map[string]string{
	"exp": "math.exp", "exp2": "math.exp2", "log": "math.log", "log2": "math.log2", "log10": "math.log10",
	"log1p": "math.log1p", "sqrt": "math.sqrt", "rsqrt": "math.rsqrt", "tanh": "math.tanh", "sin": "math.sin",
	"cos": "math.cos", "tan": "math.tan", "asin": "math.asin", "acos": "math.acos", "atan": "math.atan",
	"sinh": "math.sinh", "cosh": "math.cosh", "asinh": "math.asinh", "acosh": "math.acosh",
	"atanh": "math.atanh",
	"erf":   "math.erf", "floor": "math.floor", "ceil": "math.ceil", "round": "math.round",
	"nearbyint": "math.roundeven",
	"trunc":     "math.trunc",
}

// UnaryFunction returns the function of T for an operation, "" if there is none.
func UnaryFunction(op string) string {
	for name, o := range Unary {
		if o == op {
			return name
		}
	}
	return ""
}

// Binary has the functions of T with two floating-point arguments, and the operation for each.
var Binary = map[string]string{
	"pow": "math.powf", "atan2": "math.atan2", "copysign": "math.copysign", "fmod": "arith.remf",
}

// LeadingZeros returns the math.ctlz whose result, cut to the 32 bits that T.clz has in TVM, is v. It returns
// nil if v is no such result.
func LeadingZeros(v *ir.Value) *ir.Value {
	cut := v.DefiningOp()
	if d, _ := DtypeOf(v.Type()); cut == nil || !cut.Is(arith.TruncI) || d.Lane() != Int32 {
		return nil
	}
	if count := cut.Operand(0); count.DefiningOp() != nil && count.DefiningOp().Is(math.CountLeadingZeros) {
		return count
	}
	return nil
}

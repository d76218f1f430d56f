package form

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
)

// Unary are the functions of T with one floating-point argument, with the operation that each is.
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

// UnaryFunction returns the function of T that is an operation, "" if there is none.
func UnaryFunction(op string) string {
	for name, o := range Unary {
		if o == op {
			return name
		}
	}
	return ""
}

// Binary are the functions of T with two floating-point arguments, with the operation that each is.
var Binary = map[string]string{
	"pow": "math.powf", "atan2": "math.atan2", "copysign": "math.copysign", "fmod": "arith.remf",
}

// LeadingZeros returns the math.ctlz of which a value is the result cut to the 32 bits that T.clz has in TVM,
// or nil. What is counted in more bits, and then has its result extended to them, is that result.
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

package form

// Unary are the functions of T with one floating-point argument, with the operation that each is.
var Unary = map[string]string{
	"exp": "math.exp", "exp2": "math.exp2", "log": "math.log", "log2": "math.log2", "log10": "math.log10",
	"log1p": "math.log1p", "sqrt": "math.sqrt", "rsqrt": "math.rsqrt", "tanh": "math.tanh", "sin": "math.sin",
	"cos": "math.cos", "tan": "math.tan", "asin": "math.asin", "acos": "math.acos", "atan": "math.atan",
	"sinh": "math.sinh", "cosh": "math.cosh", "asinh": "math.asinh", "acosh": "math.acosh", "atanh": "math.atanh",
	"erf": "math.erf", "floor": "math.floor", "ceil": "math.ceil", "round": "math.round", "nearbyint": "math.roundeven",
	"trunc": "math.trunc",
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

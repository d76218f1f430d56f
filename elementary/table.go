package elementary

import "math"

// Unary has the functions of one number by the names of dialect math.
var Unary = map[string]func(float64) float64{
	"acos": math.Acos, "acosh": math.Acosh, "asin": math.Asin, "asinh": math.Asinh, "atan": math.Atan,
	"atanh": math.Atanh,
	"cbrt":  math.Cbrt, "cos": math.Cos, "cosh": Cosh, "erf": math.Erf, "erfc": math.Erfc, "exp": math.Exp,
	"exp2":  Exp2,
	"expm1": math.Expm1, "log": Log, "log10": Log10, "log1p": math.Log1p, "log2": math.Log2, "sin": math.Sin,
	"sinh": Sinh,
	"tan":  math.Tan, "tanh": math.Tanh,
}

// Binary has the functions of two numbers; fmod is the remainder with the sign of the dividend.
var Binary = map[string]func(x, y float64) float64{"atan2": Atan2, "fmod": math.Mod, "powf": math.Pow}

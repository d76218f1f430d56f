package wasm

// HostModule is the name of the module that programs import the functions of Host from.
const HostModule = "inflight"

// Signature is the type of a function of the host.
type Signature struct{ params, results []valType }

// Floats returns how many numbers of type f64 the function takes, and whether it takes and returns nothing else.
func (s Signature) Floats() (n int, only bool) {
	for _, list := range [][]valType{s.params, s.results} {
		for _, t := range list {
			if t != f64 {
				return 0, false
			}
		}
	}
	return len(s.params), len(s.results) == 1
}

// Host has the functions that a program may call in the host: trap(site) does not return, poll() may suspend the program or
// end it, and those of mathematics compute in f64, as the simulator does.
var Host = map[string]Signature{
	"trap": {params: []valType{i32}},
	"poll": {},
}

// unaryMath and binaryMath are the functions of the dialect math that the host computes.
var (
	unaryMath = []string{
		"acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cos", "cosh", "erf", "erfc", "exp", "exp2", "expm1", "log",
		"log10", "log1p", "log2", "sin", "sinh", "tan", "tanh",
	}
	binaryMath = []string{"atan2", "powf", "fmod"}
)

// hostMath returns the name of a function of mathematics in the host.
func hostMath(name string) string { return "math_" + name + "_f64" }

func init() {
	for _, name := range unaryMath {
		Host[hostMath(name)] = Signature{[]valType{f64}, []valType{f64}}
	}
	for _, name := range binaryMath {
		Host[hostMath(name)] = Signature{[]valType{f64, f64}, []valType{f64}}
	}
	Host[hostMath("fma")] = Signature{[]valType{f64, f64, f64}, []valType{f64}}
}

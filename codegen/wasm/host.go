package wasm

import "github.com/inflight-compiler/inflight/elementary"

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

// hostMath returns the name of a function of mathematics in the host.
func hostMath(name string) string { return "math_" + name + "_f64" }

func init() {
	for name := range elementary.Unary {
		Host[hostMath(name)] = Signature{[]valType{f64}, []valType{f64}}
	}
	for name := range elementary.Binary {
		Host[hostMath(name)] = Signature{[]valType{f64, f64}, []valType{f64}}
	}
	Host[hostMath("fma")] = Signature{[]valType{f64, f64, f64}, []valType{f64}}
}

package wasm

import "github.com/inflight-compiler/inflight/elementary"

// HostModule is the name of the module that programs import the functions of Host from.
const HostModule = "inflight"

// Signature is the type of a function of the host.
type Signature struct{ params, results []valType }

// Floats returns how many numbers of type f64 the function takes, and whether it takes and returns nothing
// else.
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

// MemoryModule is the name of the module that programs with tasks import their memory from.
const MemoryModule = "inflight_memory"

// Host has the functions that a program may call in the host: trap(site) does not return, poll() may suspend
// the program or end it, and those of mathematics compute in f64, as the simulator does. print_number(bits,
// code) prints a number of a type that printed.Code tells, print_char(byte) a character, print_hex(number) a
// number in hexadecimal digits; print_notes(on) has what is printed go to the error output or to the usual
// one again, and print_flops(count) prints operations per second; clock() is a time in seconds.
// random_make(seed) returns the number of a generator of random numbers, random_draw(generator, most) one of
// those, up to most, and random_drop(generator) removes the generator.
//
// Those of tasks take handles, of which the upper half is a number that the host gives. spawn(function,
// frame, site, n) issues a task, which depends on the n handles at the beginning of its frame, and returns
// its handle; await(handle, site) returns when it has ended. create_group(size), add_to_group(handle, group,
// site), which returns the place in the group, and await_all(group, site) are for groups. outcome(handle,
// site) and outcome_all(group, site) wait as well, and return 1 where the others end the program because of
// an error. pause() lets others run. workers() is how many tasks run at once.
var Host = map[string]Signature{
	"trap": {params: []valType{i32}},
	"poll": {},

	"print_number": {params: []valType{i64, i32}},
	"print_char":   {params: []valType{i32}},
	"print_hex":    {params: []valType{i64}},
	"print_notes":  {params: []valType{i32}},
	"print_flops":  {params: []valType{f64}},
	"clock":        {results: []valType{f64}},
	"random_make":  {params: []valType{i64}, results: []valType{i64}},
	"random_draw":  {params: []valType{i64, i64}, results: []valType{i64}},
	"random_drop":  {params: []valType{i64}},

	"spawn":        {params: []valType{i32, i32, i32, i32}, results: []valType{i64}},
	"await":        {params: []valType{i64, i32}},
	"create_group": {params: []valType{i64}, results: []valType{i64}},
	"add_to_group": {params: []valType{i64, i64, i32}, results: []valType{i64}},
	"await_all":    {params: []valType{i64, i32}},
	"outcome":      {params: []valType{i64, i32}, results: []valType{i32}},
	"outcome_all":  {params: []valType{i64, i32}, results: []valType{i32}},
	"pause":        {},
	"workers":      {results: []valType{i64}},
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

package wasm

import "github.com/inflight-compiler/inflight/elementary"

// HostModule is the name of the module from which programs import the functions in Host.
const HostModule = "inflight"

// Signature is the type of a function of the host.
type Signature struct{ params, results []valType }

// Floats returns the number of f64 parameters of the function. only says whether all parameters and results
// are f64.
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

// MemoryModule is the name of the module from which programs with tasks import their memory.
const MemoryModule = "inflight_memory"

// Host has the functions of the host that a program may call. trap(site) does not return. poll() may suspend
// the program or end it. Functions of mathematics compute in f64, as the simulator does.
//
// print_number(bits, code) prints a number of the type that the printed.Code says, print_char(byte) a
// character, and print_hex(number) a number in hexadecimal digits. print_notes(on) directs later output to
// the error output, or back to the standard output. print_flops(count) prints operations per second. clock()
// returns a time in seconds.
//
// random_make(seed) returns the number of a generator of random numbers, random_draw(generator, most) a
// random number up to most, and random_drop(generator) removes the generator.
//
// The functions of tasks take handles. The upper half of a handle is a number that the host gives.
// spawn(function, frame, site, n) issues a task, which depends on the n handles at the beginning of its
// frame, and returns its handle. defer(function, frame, site) does so for a lazy task, which starts when it
// is first awaited, added to a group, or needed by another task. await(handle, site) returns when the task
// has ended. Groups have create_group(size), add_to_group(handle, group, site), which returns the position in
// the group, and await_all(group, site). outcome(handle, site) and outcome_all(group, site) wait as well.
// They return 1 on an error, where await and await_all end the program. pause() lets other threads run.
// workers() returns the number of tasks that run at the same time.
//
// Coroutines make and resolve tokens and values themselves. create(payload, holds, site) returns the handle
// of a new one; holds is 1 if the payload is a handle as well, and 2 if it is the address of memory that ends
// with the value. gather(size, site) makes a group, join(handle, group, site) adds to it and returns the
// position, and gate(site) makes a token for which the coroutine of a lazy task waits; guard(handle, gate)
// puts what the task returns behind it. start(handle) starts a lazy task. resolve(handle, kind, site) ends a
// token or value: kind 0 is success, 1 the error that was asked for last, 2 the assertion at the site.
// retain(handle, n) and release(handle, n) count references. resolve, release and start return the address of
// a payload that nothing refers to any more, or 0, and dropped() further ones. is_ready(handle) asks whether
// something has ended, failed(handle) whether in an error. suspend(handle, function, frame, site) returns 1
// if it has ended; else the host will call the function with the frame when it has. resume(function, frame,
// site) has the host call it at any time. wait(handle, site) returns when it has ended.
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
	"defer":        {params: []valType{i32, i32, i32}, results: []valType{i64}},
	"await":        {params: []valType{i64, i32}},
	"create_group": {params: []valType{i64}, results: []valType{i64}},
	"add_to_group": {params: []valType{i64, i64, i32}, results: []valType{i64}},
	"await_all":    {params: []valType{i64, i32}},
	"outcome":      {params: []valType{i64, i32}, results: []valType{i32}},
	"outcome_all":  {params: []valType{i64, i32}, results: []valType{i32}},
	"pause":        {},
	"workers":      {results: []valType{i64}},

	"create":   {params: []valType{i32, i32, i32}, results: []valType{i64}},
	"gather":   {params: []valType{i64, i32}, results: []valType{i64}},
	"join":     {params: []valType{i64, i64, i32}, results: []valType{i64}},
	"gate":     {params: []valType{i32}, results: []valType{i64}},
	"guard":    {params: []valType{i64, i64}},
	"start":    {params: []valType{i64}, results: []valType{i32}},
	"resolve":  {params: []valType{i64, i32, i32}, results: []valType{i32}},
	"retain":   {params: []valType{i64, i64}},
	"release":  {params: []valType{i64, i64}, results: []valType{i32}},
	"dropped":  {results: []valType{i32}},
	"is_ready": {params: []valType{i64}, results: []valType{i32}},
	"failed":   {params: []valType{i64}, results: []valType{i32}},
	"suspend":  {params: []valType{i64, i32, i32, i32}, results: []valType{i32}},
	"resume":   {params: []valType{i32, i32, i32}},
	"wait":     {params: []valType{i64, i32}},
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

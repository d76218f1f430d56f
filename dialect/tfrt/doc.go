// Package tfrt is the tables of TFRT's dialects: tfrt, whose operations are the kernels of its host runtime,
// and tfrt_test, the kernels that its executor is tested with. A program is a graph of kernels. A kernel runs
// when its operands are available; a value of type !tfrt.chain has no content, and orders what has effects.
//
// The regions of an operation see no value from outside. In custom form their arguments have the names of the
// operands: in "tfrt.repeat.i32 %n, %x : i32 { ... }" the %x within the braces is the argument of the region.
//
// dialect.go has the lists, types.go the types. scalar.go has constants and arithmetic, control.go what calls
// functions and runs regions, parallel.go loops whose blocks run in parallel, kernel.go the kernels without
// custom form, jit.go the kernel that compiles, and testkernel.go the dialect tfrt_test. shadow.go reads and
// prints regions whose arguments repeat the names of operands.
package tfrt

// Package fakecuda is an NVIDIA GPU for tests, where there is none: a library with the functions of the
// driver that Inflight calls (src/fakecuda.c), which a C compiler makes, and an interpreter of the kernels on
// ptx/machine.
//
// Install makes both and the helper program, and sets the environment so that the engine cuda uses them;
// options let calls fail. A test binary that imports this package is the interpreter itself: the library
// starts it, and interpret.go's init serves it.
package fakecuda

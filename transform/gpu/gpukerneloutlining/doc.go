// Package gpukerneloutlining has the pass gpu-kernel-outlining: the body of each gpu.launch becomes a kernel,
// a function of a gpu.module, and the launch one of that function.
//
// pass.go has the pass and its options; kernel.go makes a kernel of a launch; module.go finds its module a
// place, and takes along the symbols that the kernel uses.
package gpukerneloutlining

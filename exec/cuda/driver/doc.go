// Package driver opens the library of NVIDIA's driver, libcuda.so.1, and calls it: devices, memory, modules
// in PTX, launches, events. It also opens cuBLAS, if it is installed, for comparisons.
//
// Only the helper program inflight-cuda imports it, because a program that opens a shared library is not
// static. A Driver belongs to the OS thread that opened it. Start reading at open.go; library.go has the
// called functions, with the types in the driver's manual.
package driver

// Package driver opens the library of NVIDIA's driver, libcuda.so.1, and calls it: devices, memory, modules
// in PTX, launches, events. It also opens cuBLAS, if that is there, to compare with.
//
// Only the helper program inflight-cuda imports it: whoever opens a shared library is no static program. A
// Driver belongs to the thread of the operating system that opened it. Start reading at open.go; library.go
// has the functions that are called, with the types that the driver's manual gives them.
package driver

// Package tfrttoasync is the pass tfrt-to-async: kernels of TFRT become asynchronous regions of async.
//
// Start reading at pass.go; compute.go and testkernels.go have what kernels compute, choice.go the kernels
// that call functions by a condition, and blocks.go parallel loops.
package tfrttoasync

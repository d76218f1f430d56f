// Package tfrttoasync is the pass tfrt-to-async: kernels of TFRT become asynchronous regions of async.
//
// Start reading at pass.go; compute.go has what kernels compute.
package tfrttoasync

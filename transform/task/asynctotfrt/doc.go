// Package asynctotfrt is the pass async-to-tfrt: asynchronous regions of async become kernels of TFRT.
//
// Everything is in pass.go and kernel.go, which has what operations become.
package asynctotfrt

// Package asynctotfrt is the pass async-to-tfrt: asynchronous regions of async become kernels of TFRT.
//
// Start reading at pass.go; kernel.go has what operations become, and compiled.go regions that are compiled
// as they are.
package asynctotfrt

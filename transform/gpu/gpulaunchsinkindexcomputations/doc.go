// Package gpulaunchsinkindexcomputations has the pass gpu-launch-sink-index-computations: what is cheap to compute is computed in a kernel rather than
// handed to it.
//
// May import: dialects, pass, ir, transform/internal/captured; no other transform.
package gpulaunchsinkindexcomputations

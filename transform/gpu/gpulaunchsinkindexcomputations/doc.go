// Package gpulaunchsinkindexcomputations has the pass gpu-launch-sink-index-computations: what is cheap to
// compute is computed in a kernel rather than handed to it.
package gpulaunchsinkindexcomputations

// Package randptx writes random kernels in PTX whose synchronization is right, and the same kernels with one
// fault each: without a barrier, a wait, an arrival or a fence, with other counts, with a weaker order or a
// narrower scope. It knows of each fault whether some schedule can show it: by brute force where threads meet
// at barriers, and by construction where a fault takes the only thing that orders two accesses.
//
// Only tests import it. Start reading at program.go; phases.go, copies.go, stores.go, ring.go, flags.go,
// counter.go, clusters.go, tiles.go and tensors.go are the families of kernels.
package randptx

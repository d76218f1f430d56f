// Package loopvector turns an affine.for into a loop over vectors: each lane runs one iteration. Loops inside
// it stay loops, and carry vectors where what they carry differs between lanes, so that sums over an inner
// loop keep their order.
//
// plan.go decides whether and how, emit.go makes the loop, value.go vectors of what the iterations compute,
// while.go loops with a condition, reduction.go the values that the loop itself carries.
package loopvector

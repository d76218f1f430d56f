// Package loopinvariantcodemotion has the pass loop-invariant-code-motion: what computes the same in every
// iteration moves out of the loop.
package loopinvariantcodemotion

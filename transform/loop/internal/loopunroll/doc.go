// Package loopunroll repeats the body of an affine.for, so that fewer iterations do as much.
package loopunroll

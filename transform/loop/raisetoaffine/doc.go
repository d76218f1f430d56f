// Package raisetoaffine has the pass raise-to-affine: loops of scf, and loads and stores of memref, whose
// bounds and subscripts are affine, become those of the affine dialect, which passes on loops understand.
//
// pass.go has the pass, loop.go the loops, access.go loads and stores, form.go finds affine forms of what
// arithmetic computes.
package raisetoaffine

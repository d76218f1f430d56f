// Package insertboundschecks has the pass insert-bounds-checks: an access to memory that is not proven to be
// in bounds is preceded by an assertion that it is, so that whatever comes after may take all of them for in
// bounds.
//
// Start reading at pass.go; require.go, view.go and vector.go say what an operation requires; walk.go proves
// it or passes it on to the operation around; hoist.go moves what is required in every iteration in front of
// the loop; emit.go writes assertions.
package insertboundschecks

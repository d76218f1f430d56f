// Package elideredundantwaits is the pass elide-redundant-waits: it removes the waits for what is known to be
// complete.
//
// Start reading at pass.go. dependencies.go removes tokens among the dependencies of operations of mlir-air;
// coverage.go knows which timepoints are reached when another is, and timepoints.go removes those that need
// not be awaited.
package elideredundantwaits

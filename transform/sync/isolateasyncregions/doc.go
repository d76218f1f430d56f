// Package isolateasyncregions is the pass isolate-async-regions, which makes what asynchronous regions use
// from outside operands of theirs, or undoes it.
//
// pass.go has both directions.
package isolateasyncregions

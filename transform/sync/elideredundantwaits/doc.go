// Package elideredundantwaits is the pass elide-redundant-waits: it removes the waits for what is known to be
// complete.
//
// Everything is in pass.go.
package elideredundantwaits

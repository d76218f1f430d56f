// Package vectorprint has the pass lower-vector-print: a vector is printed by loops over its elements.
//
// Everything is in pass.go. Upstream, convert-vector-to-scf does that.
package vectorprint

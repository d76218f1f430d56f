// Package lowervectorprint has the pass lower-vector-print: a vector is printed by loops over its elements.
//
// Everything is in pass.go. Upstream, and here as well, convert-vector-to-scf does that with transfers
// besides; this pass touches prints alone.
package lowervectorprint

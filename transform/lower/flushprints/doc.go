// Package flushprints has the pass flush-prints: what a function has printed of a line gets out before others
// go on.
//
// Everything is in pass.go.
package flushprints

// Package happens decides happens-before: whether one access of a run is certain to come before another one.
//
// A run is a tree of lines (line.go), one for each thread of control. Queues and parallel loops order lines
// along the tree. Tokens and barriers order lines across the tree; a vector clock (clock.go) keeps what they
// tell a line. Ordered reports whether an access happens before what a line does now, and Precedes reports
// which of two accesses comes first in the sequential program.
package happens

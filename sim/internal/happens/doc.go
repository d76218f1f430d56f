// Package happens decides happens-before: whether one access of a run is certain to come before another one.
//
// A run is a tree of lines (line.go), one for each thread of control. Queues and parallel loops order lines
// along the tree. Tokens and barriers order lines across the tree; what they tell a line is in its vector
// clock (clock.go). Ordered answers whether an access happens before what a line does now, and Precedes which
// of two comes first in the sequential program.
package happens

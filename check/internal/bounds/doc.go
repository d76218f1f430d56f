// Package bounds finds accesses that go beyond the extents of their memory in every execution of a function.
//
// # Decisions
//
// An access that every execution makes is an error where it goes beyond the extents: under no condition, in
// loops with constant bounds, with subscripts that the variables of those loops decide or that are wrong for
// all values. The simulator finds the others.
package bounds

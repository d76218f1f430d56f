// Package bounds finds accesses that go beyond the extents of their memory in every execution of a function.
//
// # Decisions
//
// An access is an error if every execution makes it and it is out of bounds. It stands under no condition,
// and in loops with constant bounds. Its subscripts depend on the variables of those loops only, or are out
// of bounds for all values. The simulator finds other accesses out of bounds.
package bounds

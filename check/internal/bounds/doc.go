// Package bounds finds accesses that go beyond the extents of their memory in every execution of a function.
package bounds

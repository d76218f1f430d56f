// Package source answers the judge's questions about single operations and values: whether an operation
// allocates, branches, waits, resolves promises or is a barrier (structure.go, token.go, promise.go,
// taskqueue.go), which function it calls and whether that function synchronizes (calls.go, source.go), the
// number of a queue (units.go), and the names of values in reports (names.go). It executes nothing.
package source

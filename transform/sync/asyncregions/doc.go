// Package asyncregions has the passes that change how large the pieces of asynchronous work are:
// merge-async-regions makes one async.execute of several that are too small to be worth a thread, and
// split-async-regions several of one whose parts do not need each other, or of which somebody needs an early
// result.
//
// What work costs and touches is in transform/sync/internal/asyncwork. merge.go is the first pass, split.go
// the second; parts.go finds the parts of a region, join.go makes regions of them, and order.go tells whether
// a value may be ready before the rest of its region.
package asyncregions

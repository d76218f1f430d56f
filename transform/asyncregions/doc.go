// Package asyncregions has the passes that change how large the pieces of asynchronous work are: merge-async-regions makes
// one async.execute of several that are too small to be worth a thread, and split-async-regions several of one whose parts
// do not need each other, or of which somebody needs an early result.
//
// cost.go estimates what work costs, and conflict.go says which operations touch the same memory. merge.go is the first
// pass, split.go the second; parts.go finds the parts of a region, join.go makes regions of them, and order.go tells
// whether a value may be ready before the rest of its region.
//
// May import: analysis, dialect/async, dialect/memref, dialect/pipeline, ir, pass.
package asyncregions

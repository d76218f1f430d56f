package check

import (
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/source"
)

// What a report says of accesses that nothing orders.
type (
	// Hazard is a pair of accesses to common memory, one a write, that nothing orders.
	Hazard = hazard.Hazard
	// HazardKind says what a hazard is about.
	HazardKind = hazard.Kind
	// Point is one of the two accesses of a hazard.
	Point = hazard.Point
	// Iteration is a loop's iteration in a counterexample.
	Iteration = hazard.Iteration
	// Size is the value of an extent in a counterexample.
	Size = hazard.Size
)

// The kinds of hazards. AtReturn is an operation that may outlive the function.
const (
	RAW      = hazard.RAW
	WAR      = hazard.WAR
	WAW      = hazard.WAW
	AtReturn = hazard.AtReturn
)

// The numbers that reports give queues that have none: that of cp.async, which every thread has one of, and
// none, or not only one.
const (
	CpAsyncQueue = source.CpAsyncQueue
	NoQueue      = source.NoQueue
)

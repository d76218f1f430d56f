package check

import (
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/source"
)

// The types of the hazards in a report.
type (
	// Hazard is a pair of accesses to common memory, one of them a write, that nothing orders.
	Hazard = hazard.Hazard
	// HazardKind is the kind of a hazard: RAW, WAR, WAW or AtReturn.
	HazardKind = hazard.Kind
	// Point is one of the two accesses of a hazard.
	Point = hazard.Point
	// Iteration is an iteration of a loop in a counterexample.
	Iteration = hazard.Iteration
	// Size is the value of an extent in a counterexample.
	Size = hazard.Size
)

// The kinds of hazards. AtReturn is the kind of an operation that may outlive the function.
const (
	RAW      = hazard.RAW
	WAR      = hazard.WAR
	WAW      = hazard.WAW
	AtReturn = hazard.AtReturn
)

// Numbers in reports for queues without a number: for the queue of cp.async, of which each thread has one,
// and for no queue or several.
const (
	CpAsyncQueue = source.CpAsyncQueue
	NoQueue      = source.NoQueue
)

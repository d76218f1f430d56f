// Package promoteaccumulators has the pass promote-accumulators: elements that a loop accumulates into become
// values that it carries. The work is done by transform/loop/internal/accumulate.
package promoteaccumulators

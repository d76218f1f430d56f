package queues

import (
	"fmt"
	"slices"
)

// Graph holds the operations of a program. They are numbered in an order in which they may be executed one
// after the other.
type Graph struct {
	// Deps holds, for each operation, the operations that must have completed before it starts. Their numbers
	// are smaller, ascending, and each occurs once.
	Deps [][]int32
	// Cost holds the duration of each operation, in any unit of time; nil if all take 1.
	Cost []int64
	// Engine holds the number of the engine that executes each operation, such as a device or a DMA engine. A
	// queue belongs to one engine. Nil means that there is one engine.
	Engine []int32
}

// Len returns the number of operations.
func (g Graph) Len() int { return len(g.Deps) }

// Check returns an error for an invalid graph.
func (g Graph) Check() error {
	for _, per := range []int{len(g.Cost), len(g.Engine)} {
		if per != 0 && per != g.Len() {
			return fmt.Errorf("there are %d operations, but %d costs or engines", g.Len(), per)
		}
	}
	for v, deps := range g.Deps {
		for i, u := range deps {
			if u < 0 || int(u) >= v || i > 0 && deps[i-1] >= u {
				return fmt.Errorf("operation %d cannot depend on %v: they must be earlier, and ascend", v,
					deps)
			}
		}
	}
	return nil
}

func (g Graph) cost(v int) int64 {
	if g.Cost == nil {
		return 1
	}
	return g.Cost[v]
}

func (g Graph) engine(v int) int32 {
	if g.Engine == nil {
		return 0
	}
	return g.Engine[v]
}

// Assignment assigns a queue to each operation. The operations of a queue are issued in the order of their
// numbers.
type Assignment struct {
	Queue []int32 // per operation
	Count int     // queues
}

// last returns, for each operation, the operation before it in its queue, or -1.
func (a Assignment) last() []int32 {
	tail := slices.Repeat([]int32{-1}, a.Count)
	before := make([]int32, len(a.Queue))
	for v, q := range a.Queue {
		before[v], tail[q] = tail[q], int32(v)
	}
	return before
}

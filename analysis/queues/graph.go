package queues

import (
	"fmt"
	"slices"
)

// Graph holds the operations of a program, numbered in an order in which they may be executed one after the
// other.
type Graph struct {
	// Deps holds, for each operation, those that must have completed before it starts: smaller numbers,
	// ascending, each once.
	Deps [][]int32
	// Cost holds how long each operation takes, in any unit of time; nil if all take 1.
	Cost []int64
	// Engine holds what executes each operation, such as the number of a device or of a DMA engine; a queue
	// belongs to one engine. Nil if there is one engine.
	Engine []int32
}

// Len returns the number of operations.
func (g Graph) Len() int { return len(g.Deps) }

// Check says what is wrong with a graph.
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

// Assignment is a queue for each operation. The operations of a queue are issued in the order of their
// numbers.
type Assignment struct {
	Queue []int32 // per operation
	Count int     // queues
}

// last returns the operation before each in its queue, or -1.
func (a Assignment) last() []int32 {
	tail := slices.Repeat([]int32{-1}, a.Count)
	before := make([]int32, len(a.Queue))
	for v, q := range a.Queue {
		before[v], tail[q] = tail[q], int32(v)
	}
	return before
}

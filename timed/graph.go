package timed

import (
	"errors"
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Time is a time or a duration in picoseconds.
type Time int64

// longest is the longest time that a program can take.
const longest Time = 1 << 62

var codeTooLong = diag.Register("timed-too-long", "a program takes longer on a machine than can be counted",
	"Times are counted in picoseconds, up to 53 days. A rate in the description of the machine is probably "+
		"too small.")

// Graph is the input of a simulation: operations, numbered in the order of the program, and the engines,
// queues, resources and memories that they use.
type Graph struct {
	Ops       []Op
	Engines   []Engine
	Queues    []Queue
	Resources []string // names of resources, which one operation at a time can hold; they imply no order
	Memories  []Memory
}

// Op is an operation. It starts as soon as its dependences are complete, its queue allows it, and an engine
// and its resources are free. Of several operations that could start, the first in the program starts.
type Op struct {
	Label  string
	Source *ir.Op // nil if there is none
	// Place is where an operation without Source stands, the zero Span if that is nowhere.
	Place diag.Span
	// Deps holds the operations that must be complete before this one starts: smaller numbers.
	Deps []int32
	// Choices are the engines that can execute the operation, and its durations there. Without choices it
	// needs no engine and takes Latency.
	Choices []Choice
	Latency Time
	// Queue is the queue that it is issued on, None if there is none.
	Queue int32
	// Uses are the resources that it holds while it executes. If Has is set, an operation that it depends on
	// has kept the resources for it. If Keeps is set, it keeps the resources for a later operation.
	Uses       []int32
	Has, Keeps bool
	// Alloc is the memory that it allocates at its start, Free the memory that it frees at its end.
	Alloc, Free []Block
}

// None stands for no queue, and for no operation.
const None int32 = -1

// Choice is an engine and the time that an operation takes on it.
type Choice struct {
	Engine   int32
	Duration Time
}

// Engine executes one operation at a time on each of its units.
type Engine struct {
	Name  string
	Units int
}

// Queue is a queue of an engine.
type Queue struct {
	Name string
	// Order says when an operation may start: when the one before is complete, when that has started, or at
	// any time.
	Order ir.CompletionOrder
	// Depth is the number of operations that the queue holds: an operation starts only when the one Depth
	// places before it is complete. 0 stands for no limit.
	Depth int
}

// Memory is a memory space.
type Memory struct {
	Name     string
	Capacity int64 // in bytes, 0 if not limited
	Held     int64 // bytes in use from the beginning to the end
}

// Block is an amount of memory.
type Block struct {
	Memory int32
	Bytes  int64
}

// Check returns the first error in a graph.
func (g *Graph) Check() error {
	for i := range g.Engines {
		if g.Engines[i].Units < 1 {
			return fmt.Errorf("engine %q has %d units", g.Engines[i].Name, g.Engines[i].Units)
		}
	}
	for i := range g.Queues {
		if q := &g.Queues[i]; q.Depth < 0 || q.Order > ir.Unordered {
			return fmt.Errorf("queue %q has depth %d and order %d", q.Name, q.Depth, q.Order)
		}
	}
	left := longest
	for i := range g.Ops {
		op := &g.Ops[i]
		if err := g.checkOp(i); err != nil {
			return fmt.Errorf("operation %d (%s): %w", i, op.Label, err)
		}
		takes := op.Latency
		for _, c := range op.Choices {
			takes = max(takes, c.Duration)
		}
		if left -= min(takes, left); left == 0 {
			return diag.Errorf(codeTooLong, op.span(),
				"the operations up to this one can take more than %v together", longest)
		}
	}
	return nil
}

func (g *Graph) checkOp(i int) error {
	op := &g.Ops[i]
	for _, d := range op.Deps {
		if d < 0 || int(d) >= i {
			return fmt.Errorf("it cannot depend on %d", d)
		}
	}
	for _, c := range op.Choices {
		if c.Engine < 0 || int(c.Engine) >= len(g.Engines) || c.Duration < 0 {
			return fmt.Errorf("it cannot take %d on engine %d", c.Duration, c.Engine)
		}
	}
	if op.Queue < None || int(op.Queue) >= len(g.Queues) || op.Latency < 0 {
		return fmt.Errorf("it cannot be on queue %d, nor take %d", op.Queue, op.Latency)
	}
	if op.Has && !slices.ContainsFunc(op.Deps, func(d int32) bool {
		return g.Ops[d].Keeps && slices.Equal(g.Ops[d].Uses, op.Uses)
	}) {
		return errors.New("nothing that it depends on keeps its resources for it")
	}
	held := map[int32]bool{}
	for _, r := range op.Uses {
		if r < 0 || int(r) >= len(g.Resources) || held[r] {
			return fmt.Errorf("it cannot use resource %d", r)
		}
		held[r] = true
	}
	for _, blocks := range [][]Block{op.Alloc, op.Free} {
		for _, b := range blocks {
			if b.Memory < 0 || int(b.Memory) >= len(g.Memories) || b.Bytes < 0 {
				return fmt.Errorf("there are no %d bytes of memory %d", b.Bytes, b.Memory)
			}
		}
	}
	return nil
}

// shortest returns the least time that an operation takes.
func (op *Op) shortest() Time {
	if len(op.Choices) == 0 {
		return op.Latency
	}
	least := op.Choices[0].Duration
	for _, c := range op.Choices[1:] {
		least = min(least, c.Duration)
	}
	return least
}

// span returns the place of an operation in the program.
func (op *Op) span() diag.Span {
	if op.Source == nil {
		return op.Place
	}
	return ir.LocationSpan(op.Source.Loc())
}

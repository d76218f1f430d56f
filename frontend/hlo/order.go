package hlo

import (
	"container/heap"
	"slices"
)

// SetScheduled makes the order of the instructions the schedule: each is behind its operands and its control
// predecessors then, and otherwise as it was, and the header says is_scheduled=true.
func (m *Module) SetScheduled() {
	if m.Scheduled() {
		return
	}
	for _, c := range m.all() {
		c.Reorder(c.topological())
	}
	m.Attributes = slices.DeleteFunc(m.Attributes, func(a *Attribute) bool {
		return a.Name == "is_scheduled"
	})
	m.Attributes = slices.Insert(m.Attributes, 0, &Attribute{Name: "is_scheduled", Text: "true", span: m.span,
		value: m.span})
}

// topological returns the instructions so that each is behind what it needs; of several that could be next,
// the first one is. The instructions must not need each other in a circle.
func (c *Computation) topological() []*Instruction {
	missing, after := make([]int, len(c.Instructions)), make([][]int, len(c.Instructions))
	for i, in := range c.Instructions {
		for _, o := range slices.Concat(in.Operands, in.ControlPredecessors()) {
			missing[i]++
			after[o.Index] = append(after[o.Index], i)
		}
	}
	ready := &indices{}
	for i, n := range missing {
		if n == 0 {
			heap.Push(ready, i)
		}
	}
	order := make([]*Instruction, 0, len(c.Instructions))
	for ready.Len() > 0 {
		i := heap.Pop(ready).(int)
		order = append(order, c.Instructions[i])
		for _, a := range after[i] {
			if missing[a]--; missing[a] == 0 {
				heap.Push(ready, a)
			}
		}
	}
	if len(order) < len(c.Instructions) {
		return c.Instructions
	}
	return order
}

// indices is a heap of positions, the least first.
type indices []int

func (h indices) Len() int           { return len(h) }
func (h indices) Less(i, j int) bool { return h[i] < h[j] }
func (h indices) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *indices) Push(x any)        { *h = append(*h, x.(int)) }
func (h *indices) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}

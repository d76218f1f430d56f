package hlo

import (
	"github.com/inflight-compiler/inflight/diag"
)

// This file verifies orders: circles of operands, and what a schedule puts in front of what.

// scheduledComputations returns the computations whose order is a schedule: those of a scheduled module that
// the entry reaches through calls, loops, branches and async-start. Computations that are fused or applied to
// elements have no schedule.
func (v *verifier) scheduledComputations() map[*Computation]bool {
	all := map[*Computation]bool{}
	if !v.m.Scheduled() {
		return all
	}
	work := []*Computation{v.m.Entry}
	for len(work) > 0 {
		c := work[len(work)-1]
		work = work[:len(work)-1]
		if all[c] {
			continue
		}
		all[c] = true
		for _, e := range edges(c) {
			switch e.from.Opcode {
			case "while", "conditional", "call", "async-start", "call-start":
				work = append(work, e.to)
			}
		}
	}
	return all
}

// order verifies that nothing stands in front of what it needs, if the order is a schedule, and else that no
// instructions wait for each other.
func (v *verifier) order(c *Computation, scheduled bool) {
	before := make([][]*Instruction, len(c.Instructions))
	for i, in := range c.Instructions {
		before[i] = append(append(before[i], in.Operands...), v.controlPredecessors(in)...)
		for k, o := range before[i] {
			if scheduled && o.Index >= i {
				what := "operand"
				if k >= len(in.Operands) {
					what = "control predecessor"
				}
				v.errorf(codeOrder, in.span, "%s is scheduled in front of its %s %s", in, what, o).
					Note(o.span, "the %s", what)
			}
		}
	}
	if !scheduled {
		v.circle(c, before)
	}
}

// controlPredecessors returns the instructions that control-predecessors names, and reports other names.
func (v *verifier) controlPredecessors(in *Instruction) []*Instruction {
	a := in.Attribute("control-predecessors")
	if a == nil {
		return nil
	}
	var all []*Instruction
	for _, name := range a.Names() {
		if p := in.Parent.Instruction(name); p != nil {
			all = append(all, p)
		} else {
			v.errorf(codeName, a.value,
				"%s: control predecessor '%s' is not an instruction of this computation",
				in, name)
		}
	}
	return all
}

// circle finds instructions that wait for each other, and reports the first circle.
func (v *verifier) circle(c *Computation, before [][]*Instruction) {
	const unseen, open, closed = 0, 1, 2
	state := make([]uint8, len(c.Instructions))
	next := make([]int, len(c.Instructions))
	for i := range c.Instructions {
		if state[i] != unseen {
			continue
		}
		path := []int{i}
		state[i] = open
		for len(path) > 0 {
			top := path[len(path)-1]
			if next[top] == len(before[top]) {
				state[top] = closed
				path = path[:len(path)-1]
				continue
			}
			o := before[top][next[top]].Index
			next[top]++
			switch state[o] {
			case open:
				v.reportCircle(c, path, o)
				return
			case unseen:
				state[o] = open
				path = append(path, o)
			}
		}
	}
}

// reportCircle reports the part of a path that begins at an instruction.
func (v *verifier) reportCircle(c *Computation, path []int, from int) {
	for path[0] != from {
		path = path[1:]
	}
	in := c.Instructions[from]
	if len(path) == 1 {
		v.errorf(codeCycle, in.span, "%s waits for itself", in)
		return
	}
	d := v.errorf(codeCycle, in.span, "%s wait for each other", diag.Count(len(path), "instruction"))
	for i := range path[:min(len(path), 10)] {
		user := c.Instructions[path[i]]
		needed := c.Instructions[path[(i+1)%len(path)]]
		d.Note(user.span, "%s needs %s", user, needed)
	}
}

package hlo

import (
	"cmp"

	"github.com/inflight-compiler/inflight/diag"
)

// This file verifies calls: computations that instructions need, their parameters, threads, recursion.

// neededRoles are the attributes that must name one computation.
var neededRoles = map[string][]string{
	"while": {"condition", "body"}, "call": {"to_apply"}, "fusion": {"calls"}, "map": {"to_apply"},
	"reduce": {"to_apply"}, "reduce-window": {"to_apply"}, "sort": {"to_apply"}, "scatter": {"to_apply"},
	"select-and-scatter": {"select", "scatter"}, "async-start": {"calls"}, "reduce-scatter": {"to_apply"},
	"all-reduce": {"to_apply"}, "all-reduce-start": {"to_apply"},
}

// calls verifies the computations that an instruction calls.
func (v *verifier) calls(in *Instruction) {
	for _, role := range neededRoles[in.Opcode] {
		a := in.Attribute(role)
		switch {
		case a == nil:
			v.errorf(codeCall, in.span, "%s: '%s' needs the attribute %s", in, in.Opcode, role)
			return
		case len(a.Called) != 1:
			v.errorf(codeCall, a.span, "%s: %s names %s, not one", in, role,
				diag.Count(len(a.Called), "computation"))
			return
		}
	}
	switch in.Opcode {
	case "call", "fusion":
		c := in.Called()[0].Computation
		v.arguments(in, c, in.Operands)
		v.sameShape(in, c.Root, in.Shape)
	case "while":
		v.loop(in)
	case "conditional":
		v.branches(in)
	}
	if in.IsStart() {
		return
	}
	for _, a := range in.Attributes {
		for _, c := range a.Called {
			if here, there := thread(in.Parent), thread(c); here != there && !in.IsUpdate() && !in.IsDone() {
				v.errorf(codeThread, a.span,
					"%s: computation '%s' is on thread \"%s\", and the caller on \"%s\"",
					in, c.Name, there, here)
			}
		}
	}
}

// mainThread is the execution thread where none is written.
const mainThread = "main"

func thread(c *Computation) string { return cmp.Or(c.Thread(), mainThread) }

// ParameterList returns the parameters of a computation by their numbers, nil where a number is missing.
func (c *Computation) ParameterList() []*Instruction {
	var all []*Instruction
	for _, in := range c.Instructions {
		n, ok := in.ParameterNumber()
		if !ok || n < 0 || n >= int64(len(c.Instructions)) {
			continue
		}
		for int64(len(all)) <= n {
			all = append(all, nil)
		}
		all[n] = in
	}
	return all
}

// arguments compares arguments with the parameters of a computation.
func (v *verifier) arguments(in *Instruction, c *Computation, args []*Instruction) {
	params := v.parameterList(c)
	if len(params) != len(args) {
		v.errorf(codeCall, in.span, "%s: %s for the %s of computation '%s'", in,
			diag.Count(len(args), "operand"), diag.Count(len(params), "parameter"), c.Name).
			Note(c.span, "the computation")
		return
	}
	for i, p := range params {
		if p != nil && p.Shape != nil && args[i].Shape != nil && !p.Shape.Equal(args[i].Shape) {
			v.errorf(codeShape, in.span, "%s: operand %d has shape %s, and parameter %d of '%s' has %s", in,
				i,
				args[i].Shape, i, c.Name, p.Shape).Note(p.span, "the parameter")
		}
	}
}

// sameShape compares the root of a computation with a shape that its caller expects.
func (v *verifier) sameShape(in, root *Instruction, want *Shape) {
	if root.Shape != nil && want != nil && !root.Shape.Equal(want) {
		v.errorf(codeShape, in.span, "%s: computation '%s' returns %s, not %s", in, root.Parent.Name,
			root.Shape,
			want).Note(root.span, "the root")
	}
}

func (v *verifier) loop(in *Instruction) {
	condition, body := in.CalledAs("condition"), in.CalledAs("body")
	v.arguments(in, condition, in.Operands)
	v.arguments(in, body, in.Operands)
	v.sameShape(in, body.Root, in.Shape)
	if in.Shape != nil && in.Operands[0].Shape != nil && !in.Shape.Equal(in.Operands[0].Shape) {
		v.errorf(codeShape, in.span, "%s: the loop begins with %s and ends with %s", in, in.Operands[0].Shape,
			in.Shape)
	}
	if s := condition.Root.Shape; s != nil && (s.Element != "pred" || len(s.Dims) > 0) {
		v.errorf(codeShape, condition.Root.span, "%s: a condition returns pred[], not %s", condition.Root, s)
	}
}

// branches verifies a conditional: an operand for the choice, and one for each branch.
func (v *verifier) branches(in *Instruction) {
	called := in.Called()
	if len(called) == 0 || len(in.Operands) != len(called)+1 {
		v.errorf(codeCall, in.span, "%s: %s for a choice and %s", in, diag.Count(len(in.Operands), "operand"),
			diag.Count(len(called), "branch"))
		return
	}
	for i, call := range called {
		v.arguments(in, call.Computation, in.Operands[i+1:i+2])
		v.sameShape(in, call.Computation.Root, in.Shape)
	}
}

// recursion finds computations that reach themselves.
func (v *verifier) recursion() {
	const unseen, open, closed = 0, 1, 2
	state := map[*Computation]int{}
	type step struct {
		c     *Computation
		calls []edge
	}
	for _, c := range v.m.all() {
		if state[c] != unseen {
			continue
		}
		work := []step{{c, edges(c)}}
		state[c] = open
		for len(work) > 0 {
			top := &work[len(work)-1]
			if len(top.calls) == 0 {
				state[top.c] = closed
				work = work[:len(work)-1]
				continue
			}
			e := top.calls[0]
			top.calls = top.calls[1:]
			switch state[e.to] {
			case open:
				v.errorf(codeRecursion, e.from.span, "%s calls computation '%s', which leads back to it",
					e.from,
					e.to.Name).Note(e.to.span, "the computation")
			case unseen:
				state[e.to] = open
				work = append(work, step{e.to, edges(e.to)})
			}
		}
	}
}

// edge is a call of a computation by an instruction.
type edge struct {
	from *Instruction
	to   *Computation
}

func edges(c *Computation) []edge {
	var all []edge
	for _, in := range c.Instructions {
		for _, a := range in.Attributes {
			for _, to := range a.Called {
				all = append(all, edge{in, to})
			}
		}
	}
	return all
}

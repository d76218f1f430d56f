package hlo

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ir"
)

// flight is an operation in flight.
type flight struct {
	op       *ir.Op // the async.execute
	act      *action
	handle   *ref // the start, or the part of a tuple that carries it
	done     *ref
	handed   bool                    // a loop carries it on
	payloads map[*ir.Value]*ir.Value // the result of the call that is the payload of an !async.value
}

// execute writes the start of a region around one call.
func (c *computation) execute(op *ir.Op) {
	var inner *ir.Op
	for o := range op.Body().Ops() {
		switch o.Name() {
		case "async.yield", "arith.constant":
		case "func.call":
			if inner == nil {
				inner = o
				continue
			}
			c.w.refuse(op, ": its region has several calls; put them into a function")
			return
		default:
			c.w.refuse(op, ": its region has '%s', and a start is of one call", o.Name())
			return
		}
	}
	if inner == nil {
		c.w.refuse(op, ": its region has no call")
		return
	}
	predecessors := c.depend(op)
	f := &flight{op: op, act: c.asynchronous(op, inner), payloads: map[*ir.Value]*ir.Value{}}
	if f.act == nil {
		return
	}
	for i, v := range op.Results()[1:] {
		f.payloads[v] = op.Body().Last().Operand(i)
	}
	a := f.act
	if a.native && isStart(a.opcode) {
		f.handle = c.begin(a, a.opcode, a.attrs, a.shape, a.name, predecessors)
	} else {
		f.handle = c.generic(op, a, predecessors)
	}
	c.started = append(c.started, f)
	for _, v := range op.Results() {
		c.flights[v] = f
	}
}

// depend finishes what a region depends on, and returns the dones.
func (c *computation) depend(op *ir.Op) (predecessors []string) {
	for _, v := range op.Operands() {
		f := c.flights[v]
		if f == nil {
			c.w.refuse(op, ": an operand comes from outside of the function or the loop")
			continue
		}
		if c.finish(f, nil); f.done != nil && !slices.Contains(predecessors, "%"+f.done.name) {
			predecessors = append(predecessors, "%"+f.done.name)
		}
	}
	for i, v := range async.Unwrapped(op) {
		if f := c.flights[v]; f != nil {
			c.payload(f, v, op.Body().Arg(i))
		}
	}
	return predecessors
}

// asynchronous is action for a call on the execution thread of a region.
func (c *computation) asynchronous(op, inner *ir.Op) *action {
	outer := c.thread
	c.thread = threadOf(op)
	defer func() { c.thread = outer }()
	return c.action(inner)
}

// threadOf returns the execution thread of a region, "" for the usual one.
func threadOf(op *ir.Op) string {
	if q, ok := op.Attr(pipeline.QueueAttr).(*ir.IntegerAttr); ok {
		return fmt.Sprintf("queue%d", q.Value)
	}
	return ""
}

// begin writes a start.
func (c *computation) begin(a *action, opcode string, attrs []string, s *hlo.Shape, name string,
	predecessors []string) *ref {
	start := *a
	start.opcode, start.attrs, start.shape, start.name = opcode, slices.Clone(attrs), s, name
	operands := c.uses(a.operands)
	predecessors = slices.DeleteFunc(slices.Clone(predecessors), func(p string) bool {
		return slices.ContainsFunc(a.operands, func(r *ref) bool { return "%"+r.name == p })
	})
	if len(predecessors) > 0 {
		start.attrs = append(start.attrs, "control-predecessors={"+strings.Join(predecessors, ", ")+"}")
	}
	n := fresh(c.taken, start.name)
	c.add(n, start.body(operands))
	return &ref{name: n, whole: s, shape: s}
}

// generic writes async-start of a computation with the instruction of a call.
func (c *computation) generic(op *ir.Op, a *action, predecessors []string) *ref {
	inner := c.w.computation(threadOf(op))
	bound := tupleOf()
	operands := make([]string, len(a.operands))
	for i, r := range a.operands {
		name := fresh(inner.taken, "p")
		inner.add(name, fmt.Sprintf("%s parameter(%d)", r.shape, i))
		operands[i] = "%" + name
		bound.Tuple = append(bound.Tuple, r.shape)
	}
	inner.rootName = fresh(inner.taken, a.name)
	inner.add(inner.rootName, a.body(operands))
	wrapped := c.w.unique("async_" + a.name)
	c.w.finish(inner, "%"+wrapped)
	attrs := []string{"calls=%" + wrapped}
	if inner.thread != "" {
		attrs = append([]string{fmt.Sprintf("async_execution_thread=%q", inner.thread)}, attrs...)
	}
	word := &hlo.Shape{Element: "u32"}
	return c.begin(a, "async-start", attrs, tupleOf(bound, a.shape, word), a.name+"-start", predecessors)
}

// await writes a done where a program waits.
func (c *computation) await(op *ir.Op) {
	v := op.Operand(0)
	f := c.flights[v]
	if f == nil {
		c.w.refuse(op, ": it waits for an operation from outside of the function or the loop")
		return
	}
	c.finish(f, op)
	if op.NumResults() > 0 {
		c.payload(f, v, op.Result(0))
	}
}

// finish writes the done of an operation, if there is none yet. wait, if not nil, says what the done is.
func (c *computation) finish(f *flight, wait *ir.Op) {
	if f.done != nil {
		return
	}
	a := f.act
	name, opcode, shape := a.name+"-done", "async-done", a.shape
	var attrs []string
	if a.native && isStart(a.opcode) {
		opcode = strings.TrimSuffix(a.opcode, "-start") + "-done"
		shape = doneShape(a.opcode, a.shape)
	}
	if wait != nil && wait.Attr("hlo.shape") != nil {
		name, attrs = wait.StringAttr("hlo.name"), strs(wait.Attr("hlo.attributes"))
		opcode = wait.StringAttr("hlo.opcode")
		shape, _ = hlo.ParseShape(wait.StringAttr("hlo.shape"))
	}
	if shape == nil {
		c.w.refuse(f.op, ": the shape of its done is not known")
		return
	}
	operand := c.use(f.handle)
	name = fresh(c.taken, name)
	text := fmt.Sprintf("%s %s(%s)", shape, opcode, operand)
	for _, attr := range attrs {
		text += ", " + attr
	}
	c.add(name, text)
	f.done = &ref{name: name, whole: shape, shape: shape}
	if a.native && isStart(a.opcode) {
		if fn := c.callee(a.op); fn != nil {
			a.outcomes = c.outcomes(a.op, fn, shape)
		}
	}
	c.settle(a, f.done)
}

// doneShape returns what the done of a start with an opcode of its own returns.
func doneShape(opcode string, s *hlo.Shape) *hlo.Shape {
	switch opcode {
	case "all-reduce-start":
		return s
	case "copy-start":
		return s.At(0)
	case "send":
		return tokenShape
	case "recv":
		return tupleOf(s.At(0), tokenShape)
	}
	return s.At(1)
}

// payload gives a value of the program the payload of an awaited !async.value.
func (c *computation) payload(f *flight, v, to *ir.Value) {
	if from := f.payloads[v]; from != nil && c.values[from] != nil {
		c.values[to] = c.values[from]
	} else if f.done != nil && len(f.done.shape.Tuple) == 0 && f.done.shape.IsToken() {
		c.values[to] = f.done
	} else if f.done != nil && f.act.native {
		for _, l := range leaves(f.done.shape) {
			if l.shape.IsToken() {
				c.values[to] = &ref{name: f.done.name, whole: f.done.whole, index: l.index, shape: l.shape}
			}
		}
	} else if from != nil {
		if m := c.contents(from); m != nil {
			c.bind(to, m)
		}
	}
}

// join adds an operation to a group.
func (c *computation) join(op *ir.Op) {
	f, ok := c.flights[op.Operand(0)], false
	if _, ok = c.groups[op.Operand(1)]; f == nil || !ok {
		c.w.refuse(op, ": the group or the operation comes from outside of the function or the loop")
		return
	}
	c.groups[op.Operand(1)] = append(c.groups[op.Operand(1)], f)
}

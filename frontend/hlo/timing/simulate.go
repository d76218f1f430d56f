package timing

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/timed"
)

var codeLong = diag.Register("hlo-too-long", "a module of HLO executes too many instructions to be timed",
	"A loop of it does not come to repeat itself. Time a part of the module, or give its loops fewer "+
		"iterations.")

// maxSteps is how many instructions are executed at most, maxTime the latest time.
const (
	maxSteps = 200_000_000
	maxTime  = timed.Time(1) << 60
)

// simulation is the state of an execution.
type simulation struct {
	ctx   context.Context
	model *cost.Model
	trips int64
	steps int64
	// unrolls executes every iteration of loops.
	unrolls bool
	lines
	pairs   map[*hlo.Instruction]*Pair
	guessed map[*hlo.Instruction]bool
	// What follows is computed once: costs of instructions, and of computations the starts within them and
	// how long they keep the stream of computations busy.
	costs   map[*hlo.Instruction]spent
	starts  map[*hlo.Computation][]*hlo.Instruction
	serials map[*hlo.Computation]timed.Time
	// alones is how long each instruction of a computation keeps the stream of computations busy, by Index.
	alones map[*hlo.Computation][]timed.Time
}

// spent is the cost of an instruction.
type spent struct {
	engine cost.Engine
	time   timed.Time
}

// value is what an instruction returns: an asynchronous operation, or a tuple that has one. Of all other
// values nothing is known, and they are nil.
type value struct {
	running *running
	parts   []*value
}

// running is an asynchronous operation that has begun.
type running struct {
	pair *Pair
	end  timed.Time
	op   int32
}

func newSimulation(ctx context.Context, model *cost.Model, o Options) *simulation {
	if o.Trips == 0 {
		o.Trips = DefaultTrips
	}
	return &simulation{ctx: ctx, model: model, trips: o.Trips, lines: newLines(model.EngineName(cost.Device)),
		pairs: map[*hlo.Instruction]*Pair{}, guessed: map[*hlo.Instruction]bool{},
		costs: map[*hlo.Instruction]spent{}, starts: map[*hlo.Computation][]*hlo.Instruction{},
		serials: map[*hlo.Computation]timed.Time{}, alones: map[*hlo.Computation][]timed.Time{}}
}

// computation executes the instructions of a computation and returns the value of its root.
func (s *simulation) computation(c *hlo.Computation, args []*value) (*value, error) {
	env := make([]*value, len(c.Instructions))
	for i, in := range c.Instructions {
		if err := s.step(in); err != nil {
			return nil, err
		}
		v, err := s.instruction(in, env, args)
		if err != nil {
			return nil, err
		}
		env[i] = v
	}
	if c.Root == nil {
		return nil, nil
	}
	return env[c.Root.Index], nil
}

// step counts an instruction.
func (s *simulation) step(in *hlo.Instruction) error {
	if s.steps++; s.steps > maxSteps || s.compute().free > maxTime {
		return diag.Errorf(codeLong, in.Span(),
			"the module executes more than %d instructions until here, or "+
				"takes longer than %v", maxSteps, maxTime)
	}
	if s.steps%4096 == 0 && s.ctx.Err() != nil {
		return interrupt.Error(s.ctx)
	}
	return nil
}

func (s *simulation) instruction(in *hlo.Instruction, env, args []*value) (*value, error) {
	switch in.Opcode {
	case "parameter":
		if n, ok := in.ParameterNumber(); ok && n < int64(len(args)) {
			return args[n], nil
		}
		return nil, nil
	case "tuple":
		return tupleOf(in, env), nil
	case "get-tuple-element":
		i, _ := in.Attribute("index").Int()
		return operand(in, 0, env).part(i), nil
	case "opt-barrier":
		return operand(in, 0, env), nil
	case "while":
		return s.loop(in, operand(in, 0, env))
	case "call":
		if c := in.CalledAs("to_apply"); c != nil {
			return s.computation(c, operands(in, env))
		}
	case "conditional":
		return s.conditional(in, env)
	}
	switch phase, _ := in.Async(); phase {
	case hlo.Start:
		return s.start(in)
	case hlo.Update:
		return operand(in, 0, env), nil
	case hlo.Done:
		s.done(in, operand(in, 0, env))
		return nil, nil
	}
	c, err := s.cost(in)
	if err == nil && c.engine != cost.Free {
		s.execute(in, 0, s.engine(s.model.EngineName(c.engine)), c.time, *s.compute())
	}
	return nil, err
}

// operand returns the value of an operand, nil if there is none.
func operand(in *hlo.Instruction, i int, env []*value) *value {
	if i >= len(in.Operands) {
		return nil
	}
	return env[in.Operands[i].Index]
}

func operands(in *hlo.Instruction, env []*value) []*value {
	all := make([]*value, len(in.Operands))
	for i := range all {
		all[i] = operand(in, i, env)
	}
	return all
}

func tupleOf(in *hlo.Instruction, env []*value) *value {
	if !slices.ContainsFunc(in.Operands, func(o *hlo.Instruction) bool { return env[o.Index] != nil }) {
		return nil
	}
	return &value{parts: operands(in, env)}
}

// part returns a part of a tuple.
func (v *value) part(i int64) *value {
	if v == nil || i < 0 || i >= int64(len(v.parts)) {
		return nil
	}
	return v.parts[i]
}

// conditional executes the branch that computes longest.
func (s *simulation) conditional(in *hlo.Instruction, env []*value) (*value, error) {
	best, longest := 0, timed.Time(-1)
	branches := in.Called()
	for i, call := range branches {
		t, err := s.serial(call.Computation)
		if err != nil {
			return nil, err
		}
		if t > longest {
			best, longest = i, t
		}
	}
	if len(branches) == 0 {
		return nil, nil
	}
	return s.computation(branches[best].Computation, []*value{operand(in, best+1, env)})
}

// cost returns the cost of an instruction.
func (s *simulation) cost(in *hlo.Instruction) (spent, error) {
	if c, ok := s.costs[in]; ok {
		return c, nil
	}
	of := s.model.Of
	if in.IsStart() {
		of = s.model.Asynchronous
	}
	engine, t, err := of(in)
	if err != nil {
		return spent{}, err
	}
	c := spent{engine, t}
	s.costs[in] = c
	return c, nil
}

// start begins an asynchronous operation.
func (s *simulation) start(in *hlo.Instruction) (*value, error) {
	c, err := s.cost(in)
	if err != nil {
		return nil, err
	}
	name := streamOf(in, c.engine)
	p := s.pairs[in]
	if p == nil {
		p = &Pair{Start: in, Stream: name}
		s.pairs[in] = p
	}
	p.Count++
	p.Takes += c.time
	engine, after := s.model.EngineName(c.engine), *s.compute()
	if in.IsSynchronous() {
		p.Exposed += c.time
		op, end := s.execute(in, 0, s.engine(engine), c.time, after)
		return &value{running: &running{pair: p, end: end, op: op}}, nil
	}
	if c.engine == cost.Device {
		engine += ", " + name
	}
	after.why = timed.Dependence
	op, end := s.execute(in, s.stream(name), s.engine(engine), c.time, after)
	return &value{running: &running{pair: p, end: end, op: op}}, nil
}

// streamOf returns the name of the stream of an asynchronous operation.
func streamOf(in *hlo.Instruction, e cost.Engine) string {
	if n, ok := in.FrontendAttribute("_xla_stream_annotation"); ok {
		return "stream " + n
	}
	op := in.Wrapped()
	switch {
	case (op == "send" || op == "recv") && e == cost.Network:
		pipeline, _ := in.FrontendAttribute("_xla_send_recv_pipeline")
		if pipeline == "" {
			pipeline = "0"
		}
		return op + pipeline
	case op == "send" || op == "recv":
		return op + " host"
	case cost.IsCollective(op):
		return "collectives"
	case e == cost.CopyIn:
		return "copy h2d"
	case e == cost.CopyOut:
		return "copy d2h"
	case e == cost.CopyWithin:
		return "copy"
	}
	if t := in.AsyncThread(); t != "" && t != "main" {
		return "thread " + t
	}
	return "async compute"
}

// done keeps the stream of computations waiting for an asynchronous operation.
func (s *simulation) done(in *hlo.Instruction, v *value) {
	if v == nil || v.running == nil {
		return
	}
	x, compute := v.running, s.compute()
	x.pair.Done = in
	if x.end > compute.free {
		x.pair.Exposed += x.end - compute.free
		compute.free, compute.last, compute.why = x.end, x.op, timed.Dependence
	}
}

// timing returns the result of an execution.
func (s *simulation) timing(m *hlo.Module) *Timing {
	t := &Timing{Graph: s.graph, Result: s.result, Assumed: s.trips}
	last := timed.None
	t.Makespan, last = s.end()
	for _, c := range m.All() {
		for _, in := range c.Instructions {
			if p := s.pairs[in]; p != nil {
				t.Pairs = append(t.Pairs, p)
				t.Exposed += p.Exposed
			}
			if s.guessed[in] {
				t.Guessed = append(t.Guessed, in)
			}
		}
	}
	s.finish(t.Makespan, last)
	return t
}

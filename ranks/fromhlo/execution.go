package fromhlo

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/ranks"
)

// execution executes the schedule of a module for one rank.
type execution struct {
	devices
	actions []ranks.Action
	left    int // how many actions the rank may have
	queues  []string
	unnamed []int32 // the sends and receives without a peer
	// open is the operations of each start that no done has waited for, in order.
	open    map[*hlo.Instruction][]operation
	started int32
	talks   map[*hlo.Computation]bool             // whether a computation communicates
	args    map[*hlo.Instruction]*hlo.Instruction // what callers pass for parameters
	steps   int
	costs   Costs // nil: only communication is of interest
	// overlaps says whether a computation, or one that it calls, starts asynchronous operations.
	overlaps map[*hlo.Computation]bool
}

// operation is an asynchronous operation in flight: its actions, none if the rank does not take part.
type operation struct {
	number  int32
	actions []int32
}

func newExecution(m *hlo.Module, rank, count int32) (*execution, error) {
	d, err := newDevices(m, rank, count)
	if err != nil {
		return nil, err
	}
	x := &execution{devices: d, open: map[*hlo.Instruction][]operation{}, talks: map[*hlo.Computation]bool{},
		args: map[*hlo.Instruction]*hlo.Instruction{}, overlaps: map[*hlo.Computation]bool{}}
	if !m.Scheduled() && x.communicates(m.Entry) {
		return nil, diag.Errorf(ranks.CodeIncomplete, m.Span(),
			"the module is not scheduled (is_scheduled=true), "+
				"so that the order of its communication is not known")
	}
	return x, nil
}

func incomplete(in *hlo.Instruction, format string, args ...any) error {
	return diag.Errorf(ranks.CodeIncomplete, in.Span(), "%s: %s", in, diag.Sprintf(format, args...))
}

// collectives are the operations in which the devices of a group meet.
var collectives = map[string]bool{"all-reduce": true, "all-gather": true, "all-to-all": true,
	"reduce-scatter": true, "collective-permute": true, "collective-broadcast": true,
	"ragged-all-to-all": true}

// kind is the operation of an instruction that communicates with other devices, "" for others.
func kind(in *hlo.Instruction) string {
	phase, base := in.Async()
	switch {
	case phase == hlo.NotAsync:
		base = in.Opcode
	case phase == hlo.Done || phase == hlo.Update || in.Attribute("is_host_transfer").Bool():
		return ""
	}
	if collectives[base] || base == "send" || base == "recv" {
		return base
	}
	return ""
}

// communicates reports whether an instruction of a computation, or of one that it calls, communicates.
func (x *execution) communicates(c *hlo.Computation) bool {
	if is, ok := x.talks[c]; ok {
		return is
	}
	x.talks[c] = false
	is := slices.ContainsFunc(c.Instructions, func(in *hlo.Instruction) bool {
		return kind(in) != "" || x.calls(in) || x.waits(in)
	})
	x.talks[c] = is
	return is
}

// calls reports whether a computation that an instruction calls communicates.
func (x *execution) calls(in *hlo.Instruction) bool {
	return slices.ContainsFunc(in.Called(), func(c hlo.Call) bool { return x.communicates(c.Computation) })
}

// computation executes a computation.
func (x *execution) computation(c *hlo.Computation) error {
	for _, in := range c.Instructions {
		if err := x.instruction(in); err != nil {
			return err
		}
	}
	return nil
}

func (x *execution) instruction(in *hlo.Instruction) error {
	if x.steps++; x.steps > mostSteps {
		return incomplete(in, "rank %d executes more than %d instructions", x.rank, mostSteps)
	}
	switch phase, _ := in.Async(); {
	case phase == hlo.Done:
		return x.done(in)
	case phase == hlo.Update:
		return nil
	case kind(in) != "":
		return x.message(in)
	case !x.calls(in):
		return x.local(in)
	case phase == hlo.Start:
		return x.start(in)
	}
	switch in.Opcode {
	case "call":
		return x.enter(in, in.Called()[0].Computation, in.Operands)
	case "while":
		return x.loop(in)
	case "conditional":
		return x.conditional(in)
	}
	return incomplete(in, "communication in it is not followed")
}

// local executes an instruction that does not communicate: it takes time, and that is all.
func (x *execution) local(in *hlo.Instruction) error {
	if x.costs == nil {
		return nil
	}
	if follow := x.followed(in); follow != nil {
		return follow(in)
	}
	a := ranks.Action{Kind: ranks.Compute, Label: in.String(), At: in.Span(), Queue: ranks.Host,
		Payload: ranks.Unknown}
	from := len(x.actions)
	takes, err := x.costs.Alone(in)
	if in.IsStart() && !in.IsSynchronous() {
		stream := ""
		if stream, takes, err = x.costs.Running(in); err == nil {
			a.Kind, a.Queue = ranks.Background, x.queueNamed(stream)
		}
	}
	if err != nil {
		return err
	}
	if a.Cost = int64(takes); a.Cost > 0 {
		err = x.add(a)
	}
	x.opened(in, from)
	return err
}

// mostFollowed is how many instructions of a loop without communication are executed for its time.
const mostFollowed = 100_000

// followed returns what executes an instruction whose computations start asynchronous operations, which run
// beside others. It returns nil where the time of the computations is taken as a whole: without such
// operations, with unknown conditions, and for long loops, whose asynchronous operations count as hidden.
func (x *execution) followed(in *hlo.Instruction) func(*hlo.Instruction) error {
	if !slices.ContainsFunc(in.Called(), func(c hlo.Call) bool { return x.starts(c.Computation) }) {
		return nil
	}
	switch in.Opcode {
	case "call":
		return func(in *hlo.Instruction) error {
			return x.enter(in, in.Called()[0].Computation, in.Operands)
		}
	case "while":
		body := in.CalledAs("body")
		if n, ok := in.Trips(); ok && body != nil && n <= mostFollowed/int64(1+len(body.Instructions)) {
			return x.loop
		}
	case "conditional":
		if _, ok := x.integer(in.Operands[0]); ok {
			return x.conditional
		}
	}
	return nil
}

// starts reports whether a computation, or one that it calls, starts asynchronous operations.
func (x *execution) starts(c *hlo.Computation) bool {
	if is, ok := x.overlaps[c]; ok {
		return is
	}
	x.overlaps[c] = false
	is := slices.ContainsFunc(c.Instructions, func(in *hlo.Instruction) bool {
		return in.IsStart() || slices.ContainsFunc(in.Called(),
			func(c hlo.Call) bool { return x.starts(c.Computation) })
	})
	x.overlaps[c] = is
	return is
}

// takes returns how long an operation of several devices takes: that of an instruction, or of the one in the
// computation that the instruction starts.
func (x *execution) takes(in, inner *hlo.Instruction) (int64, error) {
	if x.costs == nil {
		return 0, nil
	}
	if inner.IsStart() {
		in = inner // a send or a receive beside others
	}
	takes, err := x.costs.Alone(in)
	if in.IsStart() && !in.IsSynchronous() {
		_, takes, err = x.costs.Running(in)
	}
	return int64(takes), err
}

// enter executes a computation with arguments.
func (x *execution) enter(in *hlo.Instruction, c *hlo.Computation, args []*hlo.Instruction) error {
	for _, p := range c.Instructions {
		if n, ok := p.ParameterNumber(); ok && n >= 0 && n < int64(len(args)) {
			x.args[p] = args[n]
		}
	}
	return x.computation(c)
}

// loop executes a loop as often as it iterates.
func (x *execution) loop(in *hlo.Instruction) error {
	n, ok := in.Trips()
	if !ok {
		return incomplete(in,
			"the number of iterations is not known, and instructions in the loop communicate")
	}
	condition, body := in.CalledAs("condition"), in.CalledAs("body")
	if condition == nil || body == nil {
		return incomplete(in, "the loop has no condition or no body")
	}
	for _, p := range slices.Concat(condition.Instructions, body.Instructions) {
		delete(x.args, p) // what the loop carries changes
	}
	for range n {
		if err := x.computation(condition); err != nil {
			return err
		}
		if err := x.computation(body); err != nil {
			return err
		}
		if x.steps++; x.steps > mostSteps {
			return incomplete(in, "rank %d executes more than %d instructions", x.rank, mostSteps)
		}
	}
	return x.computation(condition)
}

// conditional executes the branch that is taken.
func (x *execution) conditional(in *hlo.Instruction) error {
	n, ok := x.integer(in.Operands[0])
	if !ok {
		return incomplete(in, "the condition depends on data, and instructions in the branches communicate")
	}
	branches, i := in.Branches(), in.Branch(n)
	if i < 0 || i+1 >= len(in.Operands) {
		return incomplete(in, "the branch is not there")
	}
	return x.enter(in, branches[i], in.Operands[i+1:i+2])
}

// integer returns the value of an integer or a truth, if it follows from constants and the number of the
// rank.
func (x *execution) integer(in *hlo.Instruction) (int64, bool) {
	return in.Integer(hlo.Facts{
		Argument: func(p *hlo.Instruction) *hlo.Instruction { return x.args[p] },
		Number: func(in *hlo.Instruction) (int64, bool) {
			if in.Opcode == "partition-id" {
				return int64(x.rank) % x.partitions, x.counted
			}
			return int64(x.rank) / x.partitions, x.counted
		},
	})
}

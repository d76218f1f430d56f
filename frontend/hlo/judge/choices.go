package judge

import (
	"context"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// choice is an execution of a conditional whose branches communicate.
type choice struct {
	at       *site
	branches [][]step
	// key is the instruction that decides. Executions with one key decide alike; in loops each has its own.
	key any
	// taken is the branch of each device, nil if that does not follow from the module.
	taken []int
	// alike says that all devices take the same branch, differs that some are known not to.
	alike, differs bool
}

// each calls f with the messages of a step, those of the branches of a conditional among them.
func (s step) each(f func(s step)) {
	if s.choice == nil {
		f(s)
		return
	}
	for _, b := range s.choice.branches {
		for _, s := range b {
			s.each(f)
		}
	}
}

// branch executes one of the branches of a conditional, and puts what it communicates into a sequence of its
// own. What it waits for, other branches wait for as well.
func (w *walk) branch(c *choice, execute func()) {
	sequence, waited := w.trace.sequence, len(w.trace.waited)
	w.trace.sequence = nil
	execute()
	c.branches = append(c.branches, w.trace.sequence)
	w.trace.sequence = sequence
	for _, m := range w.trace.waited[waited:] {
		m.waited = false
	}
}

// joined ends a conditional: what one of its branches has waited for has ended.
func (w *walk) joined(c *choice, waited int) {
	for _, m := range w.trace.waited[waited:] {
		m.waited = true
	}
	if !slices.ContainsFunc(c.branches, func(b []step) bool { return len(b) > 0 }) {
		return
	}
	c.key = c
	decides := w.passed.origin(c.at.in.Operands[0])
	if w.looped == 0 {
		c.key = decides
	}
	c.taken = w.passed.branches(c.at.in, w.devices)
	c.alike = c.taken == nil && w.passed.alike(decides, w.devices)
	for _, b := range c.taken {
		c.differs = c.differs || b != c.taken[0]
	}
	w.trace.sequence = append(w.trace.sequence, step{at: c.at, choice: c})
}

// choices are the ways in which devices can take the branches of a trace.
type choices struct {
	trace   []step
	all     []*choice
	devices []int64
	channel func(m *message) int64
	spent   int
	tooMany bool
	// open says that a device stopped at a message in a loop, which may have its counterpart in an iteration
	// that was not executed.
	open bool
}

func newChoices(trace []step, d *devices) *choices {
	c := &choices{trace: trace}
	ids := map[int64]bool{}
	var messages []step
	for _, s := range trace {
		c.collect(s)
		s.each(func(s step) {
			messages = append(messages, s)
			for _, p := range s.message.pairs {
				ids[p[0]], ids[p[1]] = true, true
			}
		})
	}
	if len(ids) == 0 {
		for id := range d.replicas * d.partitions {
			ids[id] = true
		}
	}
	for id := range ids {
		c.devices = append(c.devices, id)
	}
	slices.Sort(c.devices)
	c.channel = channels(messages)
	return c
}

// collect lists the choices of a step, outer ones first.
func (c *choices) collect(s step) {
	if s.choice == nil {
		return
	}
	c.all = append(c.all, s.choice)
	for _, b := range s.choice.branches {
		for _, s := range b {
			c.collect(s)
		}
	}
}

// taken says which branch a device takes where a key decides.
type taken func(key any, device int64) int

// steps are what a device does.
func (c *choices) steps(steps []step, device int64, t taken) (all []step) {
	for _, s := range steps {
		if s.choice == nil {
			all = append(all, s)
			continue
		}
		b := s.choice.branches[c.branchOf(s.choice, device, t)]
		all = append(all, c.steps(b, device, t)...)
	}
	return all
}

func (c *choices) branchOf(x *choice, device int64, t taken) int {
	last := len(x.branches) - 1
	if x.taken != nil {
		return min(x.taken[min(device, int64(len(x.taken)-1))], last)
	}
	return min(t(x.key, device), last)
}

// execute executes the trace where devices take branches as t says. It returns nil if that takes too long.
func (c *choices) execute(ctx context.Context, t taken) *exchange {
	var groups [][]int64
	byBranches := map[string]int{}
	for _, id := range c.devices {
		var branches []byte
		for _, x := range c.all {
			branches = append(branches, byte(c.branchOf(x, id, t)))
		}
		i, ok := byBranches[string(branches)]
		if !ok {
			i = len(groups)
			byBranches[string(branches)] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], id)
	}
	x := newExchange(groups, c.channel, func(id int64) []step { return c.steps(c.trace, id, t) })
	c.spent += len(x.devices) * x.longest
	if c.spent > mostExchanged || !x.addCollectives() {
		c.tooMany = true
		return nil
	}
	x.run(ctx)
	return x
}

// mostWays is how many ways through the conditionals are executed.
const mostWays = 512

// keys returns what decides, where that is not known, and how many branches there are at most.
func (c *choices) keys(wanted func(x *choice) bool) (keys []any, counts []int) {
	for _, x := range c.all {
		if x.taken != nil || !wanted(x) {
			continue
		}
		i := slices.Index(keys, x.key)
		if i < 0 {
			i, keys, counts = len(keys), append(keys, x.key), append(counts, 0)
		}
		counts[i] = max(counts[i], len(x.branches))
	}
	return keys, counts
}

// together executes the trace in all ways in which devices take the same branch, where it is not known that
// they do not. It returns the first execution that does not end, with the branches that were taken.
func (c *choices) together(ctx context.Context) (*exchange, taken) {
	keys, counts := c.keys(func(*choice) bool { return true })
	for way := range ways(counts) {
		t := func(key any, _ int64) int { return way[slices.Index(keys, key)] }
		x := c.execute(ctx, t)
		if x == nil || ctx.Err() != nil {
			return nil, nil
		}
		if x.isStuck() {
			return x, t
		}
		c.open = c.open || len(x.blocked) > 0
	}
	if number(counts) > mostWays {
		c.tooMany = true
	}
	return nil, nil
}

// tellApart executes the trace in all ways in which devices take branches apart, where nothing says that they
// do not. If one of them does not end, there is no verdict, and the report says so.
func (c *choices) tellApart(w *walk) {
	free := func(x *choice) bool { return !x.alike }
	keys, counts := c.keys(free)
	transfers := false
	for _, s := range c.trace {
		s.each(func(s step) { transfers = transfers || s.message.pairs != nil })
	}
	if len(keys) == 0 || !transfers {
		return
	}
	shared, sharedCounts := c.keys(func(x *choice) bool { return x.alike })
	at := c.all[slices.IndexFunc(c.all, func(x *choice) bool { return x.taken == nil && free(x) })].at.in
	var every []int
	for range c.devices {
		every = append(every, counts...)
	}
	every = append(every, sharedCounts...)
	for way := range ways(every) {
		x := c.execute(w.ctx, func(key any, device int64) int {
			if i := slices.Index(keys, key); i >= 0 {
				d, _ := slices.BinarySearch(c.devices, device)
				return way[d*len(keys)+i]
			}
			return way[len(every)-len(shared)+slices.Index(shared, key)]
		})
		if c.tooMany || w.ctx.Err() != nil {
			break
		}
		if x.isStuck() || len(x.blocked) > 0 && !c.open {
			id, s := x.firstStuck()
			w.report.unjudged(at,
				"%s: nothing says that all devices take the same branch of it, and if they "+
					"do not, device %d may wait at %s forever; where they do, communication ends", at, id,
				s.at.in)
			return
		}
	}
	if c.tooMany || number(every) > mostWays {
		w.report.unjudged(at,
			"%s: nothing says that all devices take the same branch of it, and not all ways "+
				"to take branches apart were tried; where they do, communication ends", at)
	}
}

// number returns how many ways there are, at most one more than mostWays.
func number(counts []int) int {
	n := 1
	for _, c := range counts {
		n = min(n*c, mostWays+1)
	}
	return n
}

// ways returns the first mostWays ways to choose from numbers of branches.
func ways(counts []int) func(yield func(way []int) bool) {
	return func(yield func([]int) bool) {
		way := make([]int, len(counts))
		for range mostWays {
			if !yield(slices.Clone(way)) {
				return
			}
			i := 0
			for ; i < len(way); i++ {
				if way[i]++; way[i] < counts[i] {
					break
				}
				way[i] = 0
			}
			if i == len(way) {
				return
			}
		}
	}
}

// arguments are what callers pass for parameters, of computations that only one place calls now.
type arguments map[*hlo.Instruction]*hlo.Instruction

// pass notes what is passed for the parameters of a computation.
func (a arguments) pass(c *hlo.Computation, args []*hlo.Instruction) {
	for _, p := range c.Instructions {
		if n, ok := p.ParameterNumber(); ok && n >= 0 {
			delete(a, p)
			if n < int64(len(args)) {
				a[p] = args[n]
			}
		}
	}
}

// origin returns the instruction that an instruction is a copy of, through calls.
func (a arguments) origin(in *hlo.Instruction) *hlo.Instruction {
	for a[in] != nil {
		in = a[in]
	}
	return in
}

// mostNumbered is how many devices are asked which branch they take.
const mostNumbered = 4096

// branches returns which branch of a conditional each device takes, nil if that does not follow from
// constants and the numbers of the devices.
func (a arguments) branches(in *hlo.Instruction, d *devices) []int {
	value := func(id int64, numbered bool) (int64, bool) {
		return in.Operands[0].Integer(hlo.Facts{
			Argument: func(p *hlo.Instruction) *hlo.Instruction { return a[p] },
			Number: func(in *hlo.Instruction) (int64, bool) {
				if in.Opcode == "partition-id" {
					return id % max(1, d.partitions), numbered
				}
				return id / max(1, d.partitions), numbered
			},
		})
	}
	if v, ok := value(0, false); ok {
		return []int{in.Branch(v)}
	}
	n := d.replicas * d.partitions
	if n < 2 || n > mostNumbered || d.replicas > 1 && d.partitions > 1 {
		return nil // the numbers in groups and pairs are not those of devices
	}
	var all []int
	for id := range n {
		v, ok := value(id, true)
		if !ok {
			return nil
		}
		all = append(all, in.Branch(v))
	}
	return all
}

// alike reports whether a value is the same on all devices.
func (a arguments) alike(in *hlo.Instruction, d *devices) bool {
	s := sameness{arguments: a, devices: d, seen: map[element]bool{}}
	return s.of(in)
}

// sameness finds out whether values are the same on all devices. What a loop carries is, if it is in front of
// the loop and each iteration keeps it so.
type sameness struct {
	arguments arguments
	devices   *devices
	seen      map[element]bool // assumed to be the same while that is looked into
}

// element is an instruction, or an element of its tuple; -1 is the whole.
type element struct {
	in *hlo.Instruction
	i  int64
}

// mostSame is how many instructions are asked whether they are the same on all devices.
const mostSame = 10000

func (s *sameness) of(in *hlo.Instruction) bool { return s.element(element{in, -1}) }

func (s *sameness) element(e element) bool {
	e.in = s.arguments.origin(e.in)
	if s.seen[e] {
		return true
	}
	if len(s.seen) > mostSame {
		return false
	}
	s.seen[e] = true
	switch in := e.in; in.Opcode {
	case "parameter":
		return s.parameter(e)
	case "tuple":
		if e.i >= 0 && e.i < int64(len(in.Operands)) {
			return s.of(in.Operands[e.i])
		}
	case "get-tuple-element":
		i, ok := in.Attribute("index").Int()
		return e.i < 0 && ok && s.element(element{in.Operands[0], i})
	case "while":
		return s.carried(in, e.i)
	case "all-reduce", "all-gather", "collective-broadcast":
		return s.reachesAll(in)
	case "all-reduce-done", "all-gather-done":
		return in.Operands[0].IsStart() && s.reachesAll(in.Operands[0])
	}
	return isComputed(e.in) && !slices.ContainsFunc(e.in.Operands,
		func(o *hlo.Instruction) bool { return !s.of(o) })
}

// parameter is element for a parameter of the entry, which is the same if its sharding says that all devices
// have all of it, or of a loop.
func (s *sameness) parameter(e element) bool {
	c := e.in.Parent
	if c == c.Module.Entry {
		return e.i < 0 && s.devices.replicas == 1 && e.in.Attribute("sharding").String() == "{replicated}"
	}
	if len(c.Callers) == 1 && c.Callers[0].Opcode == "while" {
		return s.carried(c.Callers[0], e.i)
	}
	return false
}

// carried reports whether an element of what a loop carries is the same on all devices, in each iteration and
// behind the last one.
func (s *sameness) carried(in *hlo.Instruction, i int64) bool {
	condition, body := in.CalledAs("condition"), in.CalledAs("body")
	return condition != nil && body != nil && s.element(element{in.Operands[0], i}) && s.of(condition.Root) &&
		s.element(element{body.Root, i})
}

// reachesAll reports whether all devices get the same result of a collective.
func (s *sameness) reachesAll(in *hlo.Instruction) bool {
	groups, n := s.devices.of(in), s.devices.replicas*s.devices.partitions
	return n > 1 && len(groups) == 1 && int64(len(groups[0])) == n
}

// isComputed reports whether the result of an instruction follows from its operands alone.
func isComputed(in *hlo.Instruction) bool {
	if phase, _ := in.Async(); phase != hlo.NotAsync || !hlo.Known(in.Opcode) ||
		isCollective[operationKind(in)] {
		return false
	}
	switch in.Opcode {
	case "rng", "rng-bit-generator", "rng-get-and-update-state", "infeed", "custom-call", "partition-id",
		"replica-id", "call", "conditional", "while", "domain":
		return false
	}
	return !slices.ContainsFunc(in.Called(), func(c hlo.Call) bool {
		return slices.ContainsFunc(c.Computation.Instructions, func(in *hlo.Instruction) bool {
			return !isComputed(in)
		})
	})
}

// isStuck reports whether devices wait for each other, or for what no device does. Behind a loop that was not
// executed to its end, messages without a counterpart say nothing.
func (x *exchange) isStuck() bool {
	for _, id := range x.devices {
		on, ok := x.blocked[id]
		if ok && (on.message == nil && !x.steps[id][x.at[id]].message.looped ||
			on.message != nil && x.at[on.device] == len(x.steps[on.device]) || x.circle(id) != nil) {
			return true
		}
	}
	return false
}

// firstStuck returns a device that does not reach the end, and where it waits.
func (x *exchange) firstStuck() (int64, step) {
	for _, id := range x.devices {
		if _, ok := x.blocked[id]; ok {
			return id, x.steps[id][x.at[id]]
		}
	}
	return 0, step{}
}

// tellBranches notes which branches are taken in an execution that does not end.
func (c *choices) tellBranches(d *diag.Diagnostic, t taken) {
	told := map[*hlo.Instruction]bool{}
	for _, x := range c.all {
		if told[x.at.in] {
			continue
		}
		told[x.at.in] = true
		if x.differs {
			d.Note(x.at.in.Span(), "devices take branches of %s by their numbers", x.at.in)
			continue
		}
		b := c.branchOf(x, c.devices[0], t)
		if all := x.at.in.Branches(); b < len(all) {
			d.Note(x.at.in.Span(), "where %s executes '%s'", x.at.in, all[b].Name)
		}
	}
}

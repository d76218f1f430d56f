package latencyhiding

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/frontend/hlo/timing"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/timed"
)

// Options are the limits of a schedule.
type Options struct {
	// Limits are how many operations of a kind are in flight at most, by kind; others have 1, and
	// computations on threads of their own 2.
	Limits map[string]int64
	// Memory is how many bytes are in use at once at most, 0 if there is no limit.
	Memory int64
	Timing timing.Options
	// Judge says whether the module is right in its new order; nil takes every order for right.
	Judge func(m *hlo.Module) (bool, error)
}

// Result says what a new order is worth.
type Result struct {
	Before, After             timed.Time
	ExposedBefore, Exposed    timed.Time
	MemoryBefore, MemoryAfter int64
	// Changed are the computations with another order.
	Changed []*hlo.Computation
	// Wrong says that the judge refused the new order; the module has the one that was given.
	Wrong bool
}

// scheduler schedules the computations of one module.
type scheduler struct {
	ctx      context.Context
	costs    *timing.Costs
	options  Options
	inFlight map[*hlo.Computation][]need
	peaks    map[*hlo.Computation]int64
	visited  map[*hlo.Computation]bool
	changed  map[*hlo.Computation][]*hlo.Instruction // the orders as they were
}

// Schedule gives the computations of a module an order that takes less time on the machine of a model, if it
// finds one. The module must verify. A module that is not scheduled must have each instruction behind its
// operands.
func Schedule(ctx context.Context, m *hlo.Module, model *cost.Model, o Options) (*Result, error) {
	before, exposedBefore, err := timing.Totals(ctx, m, model, o.Timing)
	if err != nil {
		return nil, err
	}
	s := &scheduler{ctx: ctx, costs: timing.NewCosts(ctx, model, o.Timing), options: o,
		inFlight: map[*hlo.Computation][]need{}, peaks: map[*hlo.Computation]int64{},
		visited: map[*hlo.Computation]bool{}, changed: map[*hlo.Computation][]*hlo.Instruction{}}
	r := &Result{Before: before, ExposedBefore: exposedBefore, MemoryBefore: Peak(m)}
	if err := s.visit(m.Entry, false); err != nil {
		return nil, err
	}
	after, exposed, err := timing.Totals(ctx, m, model, o.Timing)
	if err != nil {
		return nil, err
	}
	right := true
	if o.Judge != nil && len(s.changed) > 0 {
		if right, err = o.Judge(m); err != nil {
			return nil, err
		}
	}
	// parts may be faster and the whole not
	if r.Wrong = !right; r.Wrong || after >= before {
		s.undo()
		after, exposed = before, exposedBefore
	}
	r.After, r.Exposed, r.MemoryAfter = after, exposed, Peak(m)
	for _, c := range m.All() {
		if s.changed[c] != nil {
			r.Changed = append(r.Changed, c)
		}
	}
	return r, nil
}

// undo gives all computations the orders as they were.
func (s *scheduler) undo() {
	for c, order := range s.changed {
		c.Reorder(order)
	}
	clear(s.changed)
}

// Peak returns the most bytes of the device that a module has in use at once, beside its parameters and
// constants: memory is in use from the instruction that allocates it to the last one that touches it, in the
// order of the instructions. A module whose buffers XLA has assigned may take more, for alignment and holes.
func Peak(m *hlo.Module) int64 {
	peaks := map[*hlo.Computation]int64{}
	var visit func(c *hlo.Computation) int64
	visit = func(c *hlo.Computation) int64 {
		if p, ok := peaks[c]; ok {
			return p
		}
		peaks[c] = 0
		for _, called := range flow(c) {
			visit(called)
		}
		peaks[c] = peak(c, c.Instructions, peaks)
		return peaks[c]
	}
	return visit(m.Entry)
}

// flow returns the computations that a computation calls by loops, conditionals and calls.
func flow(c *hlo.Computation) []*hlo.Computation {
	var all []*hlo.Computation
	for _, in := range c.Instructions {
		switch in.Opcode {
		case "while", "conditional", "call":
			for _, call := range in.Called() {
				all = append(all, call.Computation)
			}
		}
	}
	return all
}

// visit schedules the computations that a computation calls, and then the computation.
func (s *scheduler) visit(c *hlo.Computation, isBody bool) error {
	if s.visited[c] {
		return nil
	}
	s.visited[c] = true
	for _, in := range c.Instructions {
		switch in.Opcode {
		case "while", "conditional", "call":
			for _, call := range in.Called() {
				if err := s.visit(call.Computation, call.Role == "body"); err != nil {
					return err
				}
			}
		}
	}
	return s.computation(c, isBody)
}

// computation schedules one computation.
func (s *scheduler) computation(c *hlo.Computation, isBody bool) error {
	g, err := s.newGraph(c)
	if err != nil {
		return err
	}
	memory := peak(c, c.Instructions, s.peaks)
	if g != nil && len(g.limits) > 0 {
		allowed := max(s.options.Memory, memory)
		if s.options.Memory == 0 {
			allowed = 1 << 62
		}
		if err := s.search(c, g, allowed, isBody); err != nil {
			return err
		}
	}
	s.peaks[c] = peak(c, c.Instructions, s.peaks)
	if g != nil {
		for _, kind := range slices.Sorted(maps.Keys(g.limits)) {
			s.inFlight[c] = append(s.inFlight[c], need{kind, g.limits[kind]})
		}
	}
	return nil
}

// maxWork bounds the instructions that are scheduled at random, per computation.
const maxWork = 100_000

// search tries orders of a computation and keeps the one that takes least time.
func (s *scheduler) search(c *hlo.Computation, g *graph, memory int64, isBody bool) error {
	as := c.Instructions
	best, err := s.costs.Pace(c, isBody)
	if err != nil {
		return err
	}
	var order []*hlo.Instruction
	limits, back := s.limits(g), g.reversed()
	for _, w := range ways(g, back) {
		if s.ctx.Err() != nil {
			return interrupt.Error(s.ctx)
		}
		list := schedule(w.graph, limits, w.priority, w.window)
		if list == nil {
			continue
		}
		if w.graph == back {
			slices.Reverse(list)
		}
		candidate := g.instructions(list)
		c.Reorder(candidate)
		t, err := s.costs.Pace(c, isBody)
		c.Reorder(as)
		if err != nil {
			return err
		}
		if t < best && peak(c, candidate, s.peaks) <= memory {
			best, order = t, candidate
		}
	}
	if order != nil {
		s.changed[c] = as
		c.Reorder(order)
	}
	return nil
}

// way is how the list scheduler is run once.
type way struct {
	graph    *graph
	priority priority
	window   int
}

// ways returns the ways to schedule a graph: forward and backward; within windows, which takes less memory;
// and by chance as often as maxWork allows.
func ways(g, back *graph) []way {
	n := len(g.nodes)
	var all []way
	for _, p := range []priority{byRank, startsFirst, asBefore} {
		all = append(all, way{g, p, n}, way{back, p, n})
	}
	for window := 4; window < n; window *= 4 {
		all = append(all, way{g, asBefore, window}, way{g, byRank, window})
	}
	random := rand.New(rand.NewPCG(1, uint64(n)))
	for range min(100, maxWork/(1+n)) {
		all = append(all, way{g, byChance(random), n}, way{back, byChance(random), n})
	}
	return all
}

// instructions returns the instructions of nodes.
func (g *graph) instructions(order []int32) []*hlo.Instruction {
	var all []*hlo.Instruction
	for _, i := range order {
		all = append(all, g.nodes[i].instructions...)
	}
	return all
}

// limits returns how many operations of each kind may be in flight: as the options say, or as it was.
func (s *scheduler) limits(g *graph) map[string]int64 {
	limits := map[string]int64{}
	for kind, was := range g.limits {
		limit, given := s.options.Limits[kind]
		switch {
		case given:
		case kind == "async":
			limit = 2
		default:
			limit = 1
		}
		limits[kind] = max(limit, was)
	}
	return limits
}

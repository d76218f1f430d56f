package timing

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/frontend/hlo"
	"github.com/inflight-compiler/inflight/frontend/hlo/cost"
	"github.com/inflight-compiler/inflight/timed"
)

// Costs are the costs of instructions as a schedule needs them.
type Costs struct{ s *simulation }

// NewCosts returns the costs of a model.
func NewCosts(ctx context.Context, model *cost.Model, o Options) *Costs {
	return &Costs{newSimulation(ctx, model, o)}
}

// Trips returns how many iterations loops are assumed to have whose number is unknown.
func (c *Costs) Trips() int64 { return c.s.trips }

// Guessed returns the loops whose number of iterations was assumed so far, in textual order.
func (c *Costs) Guessed() []*hlo.Instruction {
	all := slices.Collect(maps.Keys(c.s.guessed))
	slices.SortFunc(all, func(a, b *hlo.Instruction) int {
		return cmp.Compare(a.Span().Start, b.Span().Start)
	})
	return all
}

// Alone returns how long an instruction keeps the stream of computations busy, waits left out.
func (c *Costs) Alone(in *hlo.Instruction) (timed.Time, error) { return c.s.alone(in) }

// Running returns the stream of the asynchronous operation that an instruction starts, and how long it takes.
func (c *Costs) Running(start *hlo.Instruction) (string, timed.Time, error) {
	x, err := c.s.cost(start)
	return streamOf(start, x.engine), x.time, err
}

// paced is how many iterations of a loop are executed to find how long one takes.
const paced = 4

// Pace returns how long a computation takes, executed alone; of the body of a loop, several iterations of it.
func (c *Costs) Pace(computation *hlo.Computation, isBody bool) (timed.Time, error) {
	s := c.s
	s.lines, s.steps = newLines(s.model.EngineName(cost.Device)), 0
	clear(s.pairs)
	times := 1
	if isBody {
		times = paced
	}
	var carried *value
	for range times {
		var err error
		if carried, err = s.computation(computation, []*value{carried}); err != nil {
			return 0, err
		}
	}
	end, _ := s.end()
	return end, nil
}

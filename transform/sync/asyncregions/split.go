package asyncregions

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/sync/internal/asyncwork"
)

// Split is split-async-regions.
var Split = pass.Register(&pass.Pass{
	Name:    "split-async-regions",
	Title:   "SplitAsyncRegions",
	Summary: "Make several async.execute of one with independent parts or early results",
	Doc: `An async.execute whose body has parts that share neither values nor memory becomes one
operation per part. A part of which a value is needed elsewhere before the rest is complete
becomes two, of which the second depends on the first where it uses what that computes or
touches the same memory: so the value is ready as early as possible, as the RFC of MLIR's
async dialect asks for ("early results"). Every part costs at least cost-threshold; what is
cheaper stays with another part. Operations that compute a value and nothing else are
copied into all parts that need it.

Each part starts after what the whole depended on. Users of the token use the tokens of the
parts that no other part depends on, where they are dependencies or waits; elsewhere an
empty async.execute joins them.

A value may only be ready before the rest of its region if nothing relies on the rest being
complete because of it: the block must wait for the token, or for something that depends on
it, and nothing in front of that wait may touch the same buffers unless it depends on the
token. Elsewhere values are joined with the tokens, so that they are ready as late as
before, and no region is split for an early result alone.

Bodies that use queues or groups of tokens stay whole; tokens, values and memory on the
stack do not pass from part to part.

A cost is a number of executed operations: loops count their constant number of iterations,
copies their elements, and what is not known is large.`,
	Options: []pass.Option{
		{Name: "cost-threshold", Type: pass.Int, Default: "64", Help: "The least that a part costs"},
		{Name: "early-results", Type: pass.Bool, Default: "true",
			Help: "Split regions for values that are needed before the rest"},
	},
	Before: splitBefore,
	After:  splitAfter,
	Run: func(r *pass.Run) error {
		s := &splitter{threshold: max(r.Int("cost-threshold"), 1), early: r.Bool("early-results")}
		for op := range r.Op.WalkPost() {
			if op.Is(async.Execute) {
				s.split(op)
			}
		}
		r.Count("regions split", s.splits)
		r.Count("early results", s.earlyResults)
		return nil
	},
})

type splitter struct {
	asyncwork.Costs
	threshold            int64
	early                bool
	splits, earlyResults int
}

// split replaces an operation by its parts, if it has several.
func (s *splitter) split(op *ir.Op) {
	if asyncwork.UsesQueues(op) {
		return
	}
	b := newBody(&s.Costs, op)
	free := op.NumResults() == 1 || s.valuesAreFree(op)
	parts := b.independent(s.threshold)
	if s.early && free {
		var finer []*part
		for _, p := range parts {
			finer = append(finer, s.earlyParts(b, p)...)
		}
		parts = finer
	}
	if len(parts) < 2 {
		return
	}
	s.splits++
	made := b.emit(parts)
	b.hand(made, free)
	op.Erase()
}

// earlyParts cuts what an early result needs off a part, again and again.
func (s *splitter) earlyParts(b *body, p *part) []*part {
	for i := range p.yields {
		first, rest := b.cut(p, i)
		if rest == nil || b.cost(first) < s.threshold || b.cost(rest) < s.threshold ||
			!b.canCross(first, rest) || !b.neededEarly(first, rest) {
			continue
		}
		s.earlyResults++
		return append(s.earlyParts(b, first), s.earlyParts(b, rest)...)
	}
	return []*part{p}
}

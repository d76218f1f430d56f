package insertpollpoints

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/inequality"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// poller is the work on one module.
type poller struct {
	env       *inequality.Env
	interval  int64
	module    *ir.Op
	functions map[string]*called
	order     []string
	weights   map[*ir.OpDef]int64
	polls     int
	stripped  int
}

// called is a function.
type called struct {
	op        *ir.Op
	visited   bool
	done      bool
	recursive bool // a call may lead back to it
	cost      int64
}

// cost is an estimate of what an operation costs between the calls in it, and whether there are calls in it
// at all.
type cost struct {
	n     int64
	polls bool
}

func (c cost) plus(d cost) cost { return cost{min(c.n+d.n, mostCost), c.polls || d.polls} }

// function lets a function poll and returns what it costs.
func (p *poller) function(name string) int64 {
	f := p.functions[name]
	switch {
	case f == nil || f.op.Region(0).Empty():
		return costCall
	case f.done:
		return f.cost
	case f.visited: // a call leads back to it
		f.recursive = true
		return costCall
	}
	f.visited = true
	c := p.region(f.op.Region(0))
	if f.recursive {
		b := ir.AtEnd(f.op.Context(), f.op.Region(0).Entry())
		b.SetStart(f.op.Region(0).Entry())
		b.Loc = f.op.Loc()
		p.poll(b, c.n)
	}
	f.cost, f.done = c.n, true
	return f.cost
}

// region lets a region poll and returns what it costs to go through it once.
func (p *poller) region(r *ir.Region) cost {
	var total cost
	var heavy []part
	p.env.Scoped(func() {
		p.env.Enter(r)
		for _, b := range r.Blocks() {
			c := p.block(b)
			if total = total.plus(c); c.n >= cheap {
				heavy = append(heavy, part{b, c.n})
			}
		}
	})
	if len(r.Blocks()) > 1 {
		total.polls = p.cycles(r, total.n) || total.polls
		total = p.paths(heavy, total)
	}
	return total
}

// part is a block and what it costs.
type part struct {
	block *ir.Block
	cost  int64
}

// block lets a block poll and returns what it costs. It polls between operations that hold others or call
// functions, where what has come before since the last call is long: so does a tree of calls without any
// loop.
func (p *poller) block(b *ir.Block) cost {
	var since cost // the last call
	longest := int64(0)
	for op := range b.Ops() {
		if since.n >= p.interval && (op.Def().Callee != nil || op.NumRegions() > 0) {
			at := ir.At(op)
			at.Loc = op.Loc()
			p.poll(at, since.n)
			longest = max(longest, since.n)
			since = cost{polls: true}
		}
		since = since.plus(p.op(op))
	}
	since.n = max(since.n, longest)
	return since
}

// paths lets blocks poll if paths through a region may take long, and returns what it costs to go through the
// region then.
func (p *poller) paths(heavy []part, total cost) cost {
	if total.n < p.interval {
		return total
	}
	longest := int64(0)
	for _, h := range heavy {
		p.pollAtStart(h.block, h.block.Terminator(), h.cost)
		total.n = max(total.n-h.cost, 0) // the sum has a limit
		longest = max(longest, h.cost)
	}
	return total.plus(cost{longest, len(heavy) > 0})
}

// cycles lets the blocks poll that control flow goes back to, and reports whether there are any.
func (p *poller) cycles(r *ir.Region, cost int64) bool {
	blocks := heads(r)
	dominance := ir.NewDominance(r)
	for _, head := range blocks {
		if p.counts(cost) && passesOperands(head) {
			p.countBlock(head, dominance, cost)
		} else {
			p.pollAtStart(head, head.Terminator(), cost)
		}
	}
	return len(blocks) > 0
}

// heads returns the blocks that control flow may go back to.
func heads(r *ir.Region) []*ir.Block {
	const open, closed = 1, 2
	state, isHead := map[*ir.Block]int{}, map[*ir.Block]bool{}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		state[b] = open
		for _, s := range b.Successors() {
			switch state[s] {
			case 0:
				visit(s)
			case open:
				isHead[s] = true
			}
		}
		state[b] = closed
	}
	visit(r.Entry())
	var list []*ir.Block
	for _, b := range r.Blocks() {
		if isHead[b] {
			list = append(list, b)
		}
	}
	return list
}

// op lets what an operation holds poll and returns what it costs.
func (p *poller) op(op *ir.Op) cost {
	def := op.Def()
	switch {
	case op.NumRegions() == 0:
		if def.Callee != nil {
			return p.call(op)
		}
		return cost{n: p.weight(op)}
	case op.Has(ir.IsolatedFromAbove):
		return cost{n: p.weight(op)}
	case def.Loop != nil:
		return p.loop(op)
	case op.Is(scf.While):
		return p.while(op)
	}
	total := cost{n: p.weight(op)}
	for _, r := range op.Regions() {
		c := p.region(r)
		switch {
		case op.IsAsync(): // what another thread of control does costs the other
		case analysis.IsConditional(op): // one of them
			total = cost{max(total.n, c.n+p.weight(op)), total.polls || c.polls}
		default:
			total = total.plus(c)
		}
	}
	return total
}

func (p *poller) call(op *ir.Op) cost {
	ref := op.Def().Callee(op)
	if ref == nil {
		return cost{n: costCall}
	}
	return cost{n: p.function(ref.Root) + costLoop}
}

// while lets a loop with a condition poll.
func (p *poller) while(op *ir.Op) cost {
	c := p.region(op.Region(0)).plus(p.region(op.Region(1)))
	if n := c.n + costLoop; p.counts(n) {
		p.countWhile(op, n)
	} else {
		p.pollAtStart(op.Region(0).Entry(), op, n)
	}
	return cost{c.n, true}
}

func (p *poller) pollAtStart(block *ir.Block, op *ir.Op, cost int64) {
	b := ir.AtEnd(op.Context(), block)
	b.SetStart(block)
	b.Loc = op.Loc()
	p.poll(b, cost)
}

// cheap is what a body costs for which a call in each iteration is too much: more than one in a hundred.
const cheap = 512

// loop lets a counted loop poll unless it certainly ends soon.
func (p *poller) loop(op *ir.Op) cost {
	body := cost{n: costLoop}
	for _, r := range op.Regions() {
		body = body.plus(p.region(r))
	}
	trips, known := p.trips(op, p.interval/body.n)
	if known && times(trips, body.n) <= p.interval {
		return cost{times(trips, body.n) + costLoop, body.polls}
	}
	if body.polls || body.n >= cheap || !p.strip(op, body.n, known) {
		p.pollAtStart(op.Region(0).Entry(), op, body.n)
	}
	return cost{body.n + costLoop, true}
}

// trips returns a bound for the number of iterations of a loop, over all its dimensions, that is not above a
// limit unless it is the number itself.
func (p *poller) trips(op *ir.Op, most int64) (int64, bool) {
	if op.Attr("unsignedCmp") != nil {
		return 0, false
	}
	n := int64(1)
	for _, l := range p.env.Loops(op) {
		t, ok := p.dimTrips(l, most)
		if !ok {
			return 0, false
		}
		n = times(n, t)
	}
	return n, true
}

func (p *poller) dimTrips(l inequality.Loop, most int64) (int64, bool) {
	step := l.Step
	switch {
	case !step.IsConst() || step.Const <= 0:
		step = inequality.Const(1)
	case l.Lower.IsConst() && l.Upper.IsConst():
		if l.Lower.Const >= l.Upper.Const {
			return 0, true
		}
		n := (uint64(l.Upper.Const)-uint64(l.Lower.Const)-1)/uint64(step.Const) + 1
		return int64(min(n, mostCost)), true
	}
	fits := func(n int64) bool {
		return step.Const < mostCost/n && p.env.Ordered(l.Upper, -n*step.Const, l.Lower)
	}
	if most < 1 || !fits(most) {
		return 0, false
	}
	n := int64(1)
	for n < most && !fits(n) {
		n *= 2
	}
	return min(n, most), true
}

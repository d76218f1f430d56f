package asynccorosplit

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
)

// crossing is a value that is needed on the other side of a suspension, with the blocks in which it is
// needed.
type crossing struct {
	v       *ir.Value
	live    []*ir.Block // that of the definition first
	resumed map[*ir.Block]bool
}

// isLiveAt reports whether the value is needed at the start of a block where the coroutine is resumed.
func (x *crossing) isLiveAt(b *ir.Block) bool { return x.resumed[b] }

// body is the control flow of a coroutine between suspensions: a suspended coroutine goes on where it is
// resumed.
type body struct {
	begin   *ir.Op   // async.coro.begin
	points  []*ir.Op // async.coro.suspend
	end     *ir.Block
	preds   map[*ir.Block][]*ir.Block
	resumed map[*ir.Block]bool
}

// bodyOf returns what a coroutine consists of, nil if fn is none. No control reaches blocks without a
// predecessor: they must be gone.
func bodyOf(fn *ir.Op) *body {
	c := &body{preds: map[*ir.Block][]*ir.Block{}, resumed: map[*ir.Block]bool{}}
	for _, b := range fn.Region(0).Blocks() {
		for op := range b.Ops() {
			if op.Is(async.CoroBegin) && c.begin == nil {
				c.begin = op
			}
		}
		if last := b.Last(); last.Is(async.CoroSuspend) {
			c.points = append(c.points, last)
			c.resumed[last.Successor(1)] = true
			c.end = last.Successor(0)
		}
		for _, to := range async.GoesOn(b) {
			c.preds[to] = append(c.preds[to], b)
		}
	}
	if c.begin == nil || len(c.points) == 0 {
		return nil
	}
	return c
}

// crossings returns the values that need a slot, in the order of their definitions.
func (c *body) crossings(r *ir.Region) (list []crossing) {
	add := func(vs []*ir.Value) {
		for _, v := range vs {
			if x := c.crossing(v); len(x.resumed) > 0 {
				list = append(list, x)
			}
		}
	}
	for _, b := range r.Blocks() {
		add(b.Args())
		for op := range b.Ops() {
			if !isCoro(op) {
				add(op.Results())
			}
		}
	}
	return list
}

// isCoro reports whether op is one that the split takes away.
func isCoro(op *ir.Op) bool {
	return op.Is(async.CoroID) || op.Is(async.CoroBegin) || op.Is(async.CoroSave)
}

// crossing finds the blocks in which a value is needed. What the ramp returns does not count: there, nothing
// has been resumed.
func (c *body) crossing(v *ir.Value) crossing {
	home := v.ParentBlock()
	x := crossing{v: v, live: []*ir.Block{home}}
	known := map[*ir.Block]bool{home: true}
	need := func(b *ir.Block) {
		if known[b] {
			return
		}
		known[b] = true
		x.live = append(x.live, b)
		if c.resumed[b] {
			if x.resumed == nil {
				x.resumed = map[*ir.Block]bool{}
			}
			x.resumed[b] = true
		}
	}
	for use := range v.Uses() {
		if b := home.Region().FindAncestor(use.Owner()).Block(); b != c.end {
			need(b)
		}
	}
	for i := 1; i < len(x.live); i++ {
		for _, p := range c.preds[x.live[i]] {
			need(p)
		}
	}
	return x
}

package asyncruntimerefcounting

import (
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/ir"
)

// flow is the control flow of a region as ownership sees it. A coroutine that is suspended goes on where it
// is resumed: the ways to the end of the ramp and to the destruction, which the runtime does not use, are
// none.
type flow struct {
	region *ir.Region
	preds  map[*ir.Block][]*ir.Block
}

func (c *counter) flowOf(r *ir.Region) *flow {
	f := c.flow[r]
	if f == nil {
		f = &flow{region: r}
		c.flow[r] = f
	}
	return f
}

// predecessors returns the blocks that lead to b.
func (f *flow) predecessors(b *ir.Block) []*ir.Block {
	if f.preds == nil {
		f.preds = map[*ir.Block][]*ir.Block{}
		for _, from := range f.region.Blocks() {
			for _, to := range async.GoesOn(from) {
				f.preds[to] = append(f.preds[to], from)
			}
		}
	}
	return f.preds[b]
}

// goesOn reports whether a value is needed at the end of a block.
func (c *counter) goesOn(l *lifetime, b *ir.Block) bool {
	for i, to := range async.GoesOn(b) {
		if l.enters(to) || passedOn(b, i, l.v) > 0 {
			return true
		}
	}
	return false
}

// passedOn returns how often a value is handed to the arguments of a successor.
func passedOn(b *ir.Block, succ int, v *ir.Value) (n int) {
	t := b.Terminator()
	if t.Def().SuccessorOperands == nil {
		return 0
	}
	first, count := t.Def().SuccessorOperands(t, succ)
	for i := first; i < first+count; i++ {
		if t.Operand(i) == v {
			n++
		}
	}
	return n
}

// edges places what the ways out of a block need: some may hand the value on, or more than once, and others
// not need it.
func (c *counter) edges(l *lifetime, b *ir.Block) {
	t := b.Terminator()
	next := async.GoesOn(b)
	needs := make([]int, len(next))
	equal := true
	for i, to := range next {
		needs[i] = passedOn(b, i, l.v)
		if l.enters(to) {
			needs[i]++
		}
		equal = equal && needs[i] == needs[0]
	}
	if equal {
		c.add(t, l.v, needs[0]-1)
		return
	}
	for i, n := range needs {
		switch {
		case n == 0:
			e := c.cleanups.of(t, i)
			e.values = append(e.values, l.v)
			c.edits = append(c.edits, edit{v: l.v, n: -1, at: onEdge, op: t, succ: i, cleanup: e})
		case n > 1:
			c.cleanups.of(t, i).adds = true
			c.edits = append(c.edits, edit{v: l.v, n: n - 1, at: onEdge, op: t, succ: i})
		}
	}
}

// edge returns a block that control enters on the way from a terminator to a successor, and on no other.
func (c *counter) edge(t *ir.Op, succ int) *ir.Block {
	to := t.Successor(succ)
	f := c.flowOf(t.Block().Region())
	if len(f.predecessors(to)) == 1 {
		return to
	}
	return f.split(t, succ)
}

// split puts a block on an edge.
func (f *flow) split(t *ir.Op, succ int) *ir.Block {
	to := t.Successor(succ)
	between := ir.NewBlock()
	f.region.Insert(to.Index(), between)
	b := ir.AtEnd(t.Context(), between)
	b.Loc = t.Loc()
	var passed []*ir.Value
	if t.Def().SuccessorOperands != nil {
		first, count := t.Def().SuccessorOperands(t, succ)
		passed = t.Operands()[first : first+count]
	}
	args := make([]*ir.Value, len(passed))
	for i, v := range passed {
		args[i] = between.AddArg(v.Type(), to.Arg(i).Loc())
	}
	cf.NewBr(b, to, args...)
	t.SetSuccessor(succ, between)
	f.moved(t.Block(), to, between)
	return between
}

// moved notes that one edge now leads through a block.
func (f *flow) moved(from, to, between *ir.Block) {
	preds := f.preds[to]
	for i, p := range preds {
		if p == from {
			preds[i] = between
			break
		}
	}
	f.preds[between] = []*ir.Block{from}
}

package elideredundantwaits

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// timepoints leaves, of the timepoints that work awaits and that are joined, only those that no other of them
// covers, and of the waits of the host those that no earlier one covers.
func timepoints(r *pass.Run) {
	c := newCoverage(r.Op)
	if len(c.values) == 0 {
		return
	}
	e := &elision{coverage: c, run: r, b: ir.NewBuilder(r.Op.Context())}
	var joins, others []*ir.Op
	for op := range r.Op.Walk() {
		switch {
		case op.Is(stream.TimepointJoin):
			joins = append(joins, op)
		case len(stream.AwaitTimepoints(op)) > 0:
			others = append(others, op)
		}
	}
	e.hostWaits(r.Op, make(bits, (len(c.values)+63)/64))
	needed := map[*ir.Op][]*ir.Value{}
	for _, j := range joins {
		needed[j] = e.needed(leaves(j.Operands()))
	}
	for _, j := range joins {
		e.join(j, needed[j])
	}
	for _, op := range others {
		e.awaits(op)
	}
	for i := len(joins) - 1; i >= 0; i-- {
		if !joins[i].Result(0).HasUses() {
			joins[i].Erase()
		}
	}
}

type elision struct {
	*coverage
	run *pass.Run
	b   *ir.Builder
}

// leaves replaces joins by what they join.
func leaves(list []*ir.Value) []*ir.Value {
	var all []*ir.Value
	for _, v := range list {
		if j := v.DefinedBy(stream.TimepointJoin); j != nil {
			all = append(all, leaves(j.Operands())...)
		} else if !slices.Contains(all, v) {
			all = append(all, v)
		}
	}
	return all
}

// needed leaves out timepoints that are reached at once, and those that another of the list covers. Of two
// that cover each other the first stays.
func (e *elision) needed(list []*ir.Value) []*ir.Value {
	kept := slices.DeleteFunc(slices.Clone(list), e.isImmediate)
	for i := len(kept) - 1; i >= 0; i-- {
		for k, other := range kept {
			if k != i && e.covers(other, kept[i]) {
				kept = slices.Delete(kept, i, i+1)
				break
			}
		}
	}
	return kept
}

// join gives a join the operands that are needed, or lets the one that is needed stand for it.
func (e *elision) join(j *ir.Op, kept []*ir.Value) {
	e.run.Count("timepoints removed", max(0, j.NumOperands()-max(1, len(kept))))
	switch len(kept) {
	case 0:
		e.b.SetBefore(j)
		e.b.Loc = j.Loc()
		now := e.b.Create(ir.OpState{Def: stream.TimepointImmediate,
			Results: []ir.Type{stream.TimepointType(e.b.Ctx)}})
		j.Result(0).ReplaceAllUsesWith(now.Result(0))
		e.ids[now.Result(0)] = e.ids[j.Result(0)]
	case 1:
		j.Result(0).ReplaceAllUsesWith(kept[0])
	default:
		j.SetOperands(kept)
	}
}

// awaits removes the timepoints that work need not await.
func (e *elision) awaits(op *ir.Op) {
	if op.Is(stream.TimepointAwait) {
		return // what is awaited has to be there
	}
	list := stream.AwaitTimepoints(op)
	kept := e.needed(list)
	for i := op.NumOperands() - 1; i >= 0; i-- {
		v := op.Operand(i)
		if stream.IsTimepoint(v.Type()) && slices.Contains(list, v) && !slices.Contains(kept, v) {
			op.EraseSegmentOperand(i)
			e.run.Count("timepoints removed", 1)
		}
	}
}

// hostWaits removes the waits of the host in the regions of an operation for what earlier ones cover. reached
// has what the host has waited for in front of the operation.
func (e *elision) hostWaits(op *ir.Op, reached bits) {
	if op.Has(ir.IsolatedFromAbove) {
		reached = make(bits, len(reached))
	}
	for _, r := range op.Regions() {
		blocks := r.Blocks()
		var tree *ir.Dominance
		if len(blocks) > 1 {
			tree = ir.NewDominanceInfo().Tree(r)
			blocks = tree.ReversePostorder()
		}
		ends := map[*ir.Block]bits{}
		for _, b := range blocks {
			before := reached
			if !b.IsEntry() {
				before = ends[tree.ImmediateDominator(b)]
			}
			ends[b] = e.waitsIn(b, before)
		}
	}
}

// waitsIn removes the waits in a block, and returns what the host has waited for at its end.
func (e *elision) waitsIn(b *ir.Block, before bits) bits {
	reached := slices.Clone(before)
	for op := b.First(); op != nil; {
		next := op.Next()
		switch {
		case op.Is(stream.TimepointAwait) && op.Attr("sync") != nil:
			t := stream.Named(op, "await_timepoint")
			if e.isImmediate(t) || e.within(reached, t) {
				remove(op)
				e.run.Count("waits removed", 1)
			} else {
				reached.union(e.covered[e.ids[t]])
			}
		case op.NumRegions() > 0:
			e.hostWaits(op, reached)
		}
		op = next
	}
	return reached
}

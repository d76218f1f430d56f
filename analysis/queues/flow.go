package queues

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// A token comes to the operation that waits for it from an operation of its block, or on ways that blocks do
// not show: a loop carries it, a condition chooses it, a branch hands it to a block, a region uses it from
// outside. Whichever operation a token is of, it was issued before whoever has the token can use it. So if
// all that it may be of are on one queue, which completes in order, an operation on that queue needs no wait
// for it.

// Flow finds the operations of a dialect that tokens may be of.
type Flow struct {
	dialect string
	on      *devices.Devices
	found   map[*ir.Value]Sources
}

// Sources are operations that a token may be of. They are not Complete if it may be of others: of a caller or
// a callee, of another dialect, or of a value that is stored somewhere.
type Sources struct {
	Ops      []*ir.Op
	Complete bool
}

// NewFlow returns the flow of the tokens of a dialect in a program.
func NewFlow(program *ir.Op, dialect string) *Flow {
	return &Flow{dialect: dialect, on: devices.In(program), found: map[*ir.Value]Sources{}}
}

// Of returns what a token may be of, each operation once.
func (f *Flow) Of(token *ir.Value) Sources {
	if known, ok := f.found[token]; ok {
		return known
	}
	w := way{flow: f, seen: map[*ir.Value]bool{}, sources: Sources{Complete: true}}
	w.back(token)
	f.found[token] = w.sources
	return w.sources
}

// Covered reports whether the order of queues implies that an operation starts after a token: all that the
// token may be of are on the queue of the operation.
func (f *Flow) Covered(op *ir.Op, token *ir.Value) bool {
	queue, ok := pipeline.OnQueue(op)
	s := f.Of(token)
	return ok && s.Complete && !slices.ContainsFunc(s.Ops, func(u *ir.Op) bool {
		q, ok := pipeline.OnQueue(u)
		d := f.on.Of(u)
		return !ok || q != queue || d != f.on.Of(op) || !d.IsFixed()
	})
}

// way follows one token back.
type way struct {
	flow    *Flow
	seen    map[*ir.Value]bool
	sources Sources
}

func (w *way) back(v *ir.Value) {
	if w.seen[v] {
		return
	}
	w.seen[v] = true
	op := v.DefiningOp()
	switch {
	case op == nil:
		w.argument(v)
	case op.AsyncToken() == v && op.Def().DialectName() == w.flow.dialect && isJoin(op):
		for _, u := range op.AsyncDependencies() {
			w.back(u)
		}
	case op.AsyncToken() == v && op.Def().DialectName() == w.flow.dialect && op.IsAsync():
		w.sources.Ops = append(w.sources.Ops, op)
	case op.NumRegions() > 0 && !op.StartsThread():
		w.handedOn(op, -1, v)
	default:
		w.sources.Complete = false
	}
}

// argument follows an argument of a block back to what is handed to it.
func (w *way) argument(v *ir.Value) {
	block := v.ParentBlock()
	region := block.Region()
	if block != region.Entry() {
		w.branches(block, v.Index())
		return
	}
	op := block.ParentOp()
	if op == nil || op.StartsThread() {
		w.sources.Complete = false
		return
	}
	for i := range op.NumRegions() {
		if op.Region(i) == region {
			w.handedOn(op, i, v)
		}
	}
}

// branches follows what branches hand to an argument of a block.
func (w *way) branches(block *ir.Block, index int) {
	for _, b := range block.Region().Blocks() {
		last := b.Last()
		if last == nil {
			continue
		}
		for s := range last.NumSuccessors() {
			if last.Successor(s) != block {
				continue
			}
			if last.Def().SuccessorOperands == nil {
				w.sources.Complete = false
				continue
			}
			first, count := last.Def().SuccessorOperands(last, s)
			if index >= count {
				w.sources.Complete = false
				continue
			}
			w.back(last.Operand(first + index))
		}
	}
}

// handedOn follows what an operation with regions hands on to region to, or with -1 to its results, for a
// value there.
func (w *way) handedOn(op *ir.Op, to int, v *ir.Value) {
	found := false
	for from := -1; from < op.NumRegions(); from++ {
		for _, s := range op.Def().RegionSuccessors(op, from) {
			k := slices.Index(s.Inputs, v)
			if s.Region != to || k < 0 {
				continue
			}
			found = true
			for _, at := range op.LeavesRegion(from) {
				// The last operands are those that are handed on.
				if j := at.NumOperands() - len(s.Inputs) + k; j >= 0 {
					w.back(at.Operand(j))
				} else {
					w.sources.Complete = false
				}
			}
		}
	}
	w.sources.Complete = w.sources.Complete && found
}

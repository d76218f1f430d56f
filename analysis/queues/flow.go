package queues

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/analysis/devices"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// A token comes to the operation that waits for it from an operation of the same block, or from elsewhere: a
// loop carries it, a condition selects it, a branch passes it to a block, or a region uses it from outside.
// The operation that returned the token was issued before any operation can use the token. So if all
// operations that may have returned it are on one queue, which completes in order, an operation on that queue
// needs no wait for it.

// Flow finds the operations of a dialect that may have returned a token.
type Flow struct {
	dialect string
	on      *devices.Devices
	found   map[*ir.Value]Sources
}

// Sources are operations that may have returned a token. They are not Complete if other operations may have:
// those of a caller or a callee, or of another dialect, or the one of a value that was stored in memory.
type Sources struct {
	Ops      []*ir.Op
	Complete bool
}

// NewFlow returns the Flow of the tokens of a dialect in a program.
func NewFlow(program *ir.Op, dialect string) *Flow {
	return &Flow{dialect: dialect, on: devices.In(program), found: map[*ir.Value]Sources{}}
}

// Of returns the sources of a token, each operation once.
func (f *Flow) Of(token *ir.Value) Sources {
	if known, ok := f.found[token]; ok {
		return known
	}
	w := way{flow: f, seen: map[*ir.Value]bool{}, sources: Sources{Complete: true}}
	w.back(token)
	f.found[token] = w.sources
	return w.sources
}

// Covered reports whether the order of queues implies that an operation starts after a token: all sources of
// the token are on the queue of the operation.
func (f *Flow) Covered(op *ir.Op, token *ir.Value) bool {
	queue, ok := pipeline.OnQueue(op)
	s := f.Of(token)
	return ok && s.Complete && !slices.ContainsFunc(s.Ops, func(u *ir.Op) bool {
		q, ok := pipeline.OnQueue(u)
		d := f.on.Of(u)
		return !ok || q != queue || d != f.on.Of(op) || !d.IsFixed()
	})
}

// way is the state of following one token back to its sources.
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

// argument follows an argument of a block back to the values that are passed to it.
func (w *way) argument(v *ir.Value) {
	block := v.ParentBlock()
	region := block.Region()
	if block != region.Entry() {
		values, complete := analysis.PassedByBranches(v)
		w.sources.Complete = w.sources.Complete && complete
		for _, from := range values {
			w.back(from)
		}
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

// handedOn follows the values that an operation with regions passes to the value v of region `to`, or of its
// results for -1.
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
				// The last operands are those that are passed on.
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

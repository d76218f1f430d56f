package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// tails knows of the loops of a program whether something behind them, in their
// block, may touch memory that cannot be told. It looks at every block once.
type tails struct {
	seen  map[*ir.Block]bool
	clean map[*ir.Op]bool // annotated loops with nothing of that kind behind them
}

// unknownBehind reports whether something behind the loop may touch memory that
// cannot be told.
func (t *tails) unknownBehind(loop *ir.Op, e *analysis.Evaluator) bool {
	block := loop.Block()
	if t.seen == nil {
		t.seen, t.clean = map[*ir.Block]bool{}, map[*ir.Op]bool{}
	}
	if !t.seen[block] {
		t.seen[block] = true
		for op := block.Last(); op != nil; op = op.Prev() {
			if annotated(op) {
				t.clean[op] = true
			}
			if hides(op, e) {
				break
			}
		}
	}
	return !t.clean[loop]
}

// hides reports whether an operation may touch memory that cannot be told.
func hides(op *ir.Op, e *analysis.Evaluator) bool {
	for inner := range op.Walk() {
		if mayHide(inner, e) {
			// What holds it may declare what it does.
			return slices.ContainsFunc(e.Accesses(op), func(a analysis.Access) bool {
				return a.Buffer == nil
			})
		}
	}
	return false
}

// mayHide reports whether an operation, without its regions, does not tell what
// memory it touches.
func mayHide(op *ir.Op, e *analysis.Evaluator) bool {
	def := op.Def()
	switch {
	case op.Has(ir.Pure):
		return false
	case def.Effects == nil:
		return !op.Has(ir.RecursiveEffects) && (!op.Has(ir.Terminator) || def.Unregistered)
	}
	hidden := false
	def.Effects(op, func(effect ir.Effect) {
		hidden = hidden || effect.Value != nil && e.Root(effect.Value) == nil
	})
	return hidden
}

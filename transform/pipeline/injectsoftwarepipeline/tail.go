package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// tails answers, for the loops of a program, whether an operation behind the loop in its block may access
// unknown memory. It examines every block once.
type tails struct {
	seen  map[*ir.Block]bool
	clean map[*ir.Op]bool // annotated loops without such an operation behind them
}

// unknownBehind reports whether an operation behind the loop may access unknown memory.
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

// hides reports whether an operation may access unknown memory.
func hides(op *ir.Op, e *analysis.Evaluator) bool {
	for inner := range op.Walk() {
		if mayHide(inner, e) {
			// The operation around it may declare its accesses.
			return slices.ContainsFunc(e.Accesses(op), func(a analysis.Access) bool {
				return a.Buffer == nil
			})
		}
	}
	return false
}

// mayHide reports whether an operation, without its regions, may access memory that it does not declare.
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

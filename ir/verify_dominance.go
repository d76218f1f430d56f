package ir

import "github.com/inflight-compiler/inflight/diag"

// dominance checks the uses of values in op, up to isolated operations.
func (v *verifier) dominance(op *Op) bool {
	for i, r := range op.regions {
		graph := r.IsGraph()
		if pieces := v.piecesOf(op, i); pieces != nil {
			if _, ok := v.inPieces(pieces, func(w *verifier, p Piece) bool {
				return w.pieceDominance(p, graph)
			}); !ok {
				return false
			}
		} else if !v.pieceDominance(Piece{Blocks: r.Blocks()}, graph) {
			return false
		}
	}
	return true
}

// pieceDominance checks the uses of values in several blocks, or in a part of one block.
func (v *verifier) pieceDominance(p Piece, graph bool) bool {
	for _, b := range p.Blocks {
		b.number()
		first, end := p.Ops(b)
		if !v.blockDominance(b, first, end, graph) {
			return false
		}
	}
	return true
}

// blockDominance checks the uses of values in operations of a block. It decides most uses without the
// dominator tree, because computing the tree would cost more than all other checks together.
func (v *verifier) blockDominance(b *Block, first, end *Op, graph bool) bool {
	entry := b.region.blocks[0]
	for op := first; op != end; op = op.next {
		v.poll.Step()
		for i := range op.operands {
			val := op.operands[i].value
			def := val.block
			if val.op != nil {
				def = val.op.block
			}
			switch {
			case def == b && (val.op == nil || graph || val.op.order < op.order):
			case def == entry && def != b: // the entry block dominates every other block
			case !v.availableFarther(op, i):
				return false
			}
		}
		if len(op.regions) > 0 && op.def.Traits&IsolatedFromAbove == 0 && !v.dominance(op) {
			return false
		}
	}
	return true
}

// reachable reports whether control can reach the block from the entry of its region.
func (v *verifier) reachable(b *Block) bool {
	return len(b.region.Blocks()) == 1 || v.dom.Tree(b.region).IsReachable(b)
}

// availableFarther checks a use of a value that is not defined earlier in the same block or in the entry
// block. In an unreachable block the value only has to be visible.
func (v *verifier) availableFarther(op *Op, i int) bool {
	val := op.operands[i].value
	if !v.reachable(op.block) && v.visible(val, op) {
		return true
	}
	if val.unlinked() {
		return v.fail(op.OpErrorf(codeDominance, "operand #%d is unlinked", i).
			Note(op.Span(), "the operation or the block that defines the operand is not part of the program"))
	}
	if v.dom.ValueDominates(val, op) && !v.leavesTop(val) {
		return true
	}
	if v.leavesTop(val) && v.top.Has(IsolatedFromAbove) {
		return v.fail(op.OpErrorf(codeIsolation, "using value defined outside the region").
			Note(v.top.Span(), "required by region isolation constraints"))
	}
	return v.fail(dominanceError(op, i))
}

// unlinked reports whether the value is defined in no region: its operation or block was never inserted, or
// was removed.
func (v *Value) unlinked() bool {
	def := v.ParentBlock()
	return def == nil || def.region == nil
}

// visible reports whether the value is defined in a region around op, within the isolated operation that is
// verified. In unreachable blocks this is all that is required.
func (v *verifier) visible(val *Value, op *Op) bool {
	return !val.unlinked() && opInRegion(op, val.ParentBlock().region) != nil && !v.leavesTop(val)
}

// leavesTop reports whether the value is defined outside of the isolated operation that is verified. No
// operation in it may use such a value.
func (v *verifier) leavesTop(val *Value) bool {
	for b := val.ParentBlock(); b != nil; {
		p := b.ParentOp()
		if p == nil {
			return true
		}
		if p == v.top {
			return false
		}
		b = p.block
	}
	return true
}

// dominanceError returns the error that operand i does not dominate its use, and tells where its value is
// defined.
func dominanceError(op *Op, i int) *diag.Diagnostic {
	val := op.operands[i].value
	d := op.Errorf(codeDominance, "operand #%d does not dominate this use", i)
	def := val.ParentBlock()
	place := relation(op.block, def)
	if val.op != nil {
		if place == unrelated {
			place = "is " + place
		}
		return d.Note(val.op.Span(), "operand defined here (op %s)", place)
	}
	if op.block == def {
		place = "in the same region"
	}
	return d.Note(def.parentSpan(), "operand defined as a block argument (block #%d %s)", def.Index(), place)
}

func (b *Block) parentSpan() diag.Span {
	if p := b.ParentOp(); p != nil {
		return p.Span()
	}
	return diag.Span{}
}

const unrelated = "neither in a parent nor in a child region"

// relation says where def stands relative to use.
func relation(use, def *Block) string {
	switch {
	case use == def:
		return "in the same block"
	case use.region == def.region:
		return "in the same region"
	case blockInRegion(use, def.region) != nil:
		return "in a parent region"
	case blockInRegion(def, use.region) != nil:
		return "in a child region"
	}
	return unrelated
}

package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
)

// branch prints a condition: as T.where if it is the condition of a block, else as if.
func (p *printer) branch(op *ir.Op) {
	if block := p.guarded(op); block != nil {
		p.sblockWhere(block, op)
		return
	}
	p.text("if ")
	p.chain(op)
}

// chain prints the rest of an if: its branches. A condition that is the whole else branch becomes an elif.
func (p *printer) chain(op *ir.Op) {
	p.ifCondition(op)
	p.body(op.Region(0).Entry())
	if op.Region(1).Empty() {
		return
	}
	other := op.Region(1).Entry()
	if inner := p.onlyStatement(other); inner != nil &&
		(inner.Name() == "scf.if" || inner.Name() == "affine.if") && p.guarded(inner) == nil {
		p.text("elif ")
		p.chain(inner)
		return
	}
	if !p.isEmpty(other) {
		p.text("else")
		p.body(other)
	}
}

// isEmpty reports whether a block prints nothing.
func (p *printer) isEmpty(b *ir.Block) bool {
	for op := b.First(); op != nil; op = op.Next() {
		if role := p.plan.of(op).role; role != silent && role != inline {
			return false
		}
	}
	return true
}

// ifCondition writes the condition of an scf.if or affine.if.
func (p *printer) ifCondition(op *ir.Op) {
	if set, ok := op.Attr("condition").(*ir.IntegerSetAttr); ok {
		p.setCondition(set.Set, op.Operands())
		return
	}
	p.condition(op.Operand(0), anything)
}

// guarded returns the block of an scf.if that is T.where. The block is the whole branch and has axes, and the
// condition is computed from loop variables.
func (p *printer) guarded(op *ir.Op) *ir.Op {
	if op.Name() != "scf.if" || !op.Region(1).Empty() && !p.isEmpty(op.Region(1).Entry()) ||
		!p.isEager(op.Operand(0)) {
		return nil
	}
	block := p.onlyStatement(op.Region(0).Entry())
	if block == nil || block.Name() != "pipeline.block" {
		return nil
	}
	for inner := range block.Body().Ops() {
		if inner.Name() == "pipeline.axis" {
			return block
		}
	}
	return nil
}

// while prints an scf.while that carries no values.
func (p *printer) while(op *ir.Op) {
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	if op.NumOperands() > 0 || op.NumResults() > 0 || before.NumArgs() > 0 || after.NumArgs() > 0 {
		p.fail(op.Errorf(codeCarried, "this loop has loop-carried values, and TVMScript has none").
			Suggest("store the value in a buffer of one element"))
		return
	}
	for inner := range before.OpsWithoutTerminator() {
		if !p.plan.of(inner).expression && !isSilent(inner) {
			p.fail(inner.Errorf(codeExpression,
				"%s stands in the condition of a while loop, which is an expression in TVMScript",
				inner.Name()).
				Suggest("compute it at the end of the body and in front of the loop"))
			return
		}
	}
	p.text("while ")
	p.condition(before.Terminator().Operand(0), anything)
	p.body(after)
}

// region prints the operations of an scf.execute_region in its place.
func (p *printer) region(op *ir.Op) {
	if op.NumResults() > 0 || len(op.Region(0).Blocks()) != 1 {
		p.noForm(op, "use structured control flow without results")
		return
	}
	if !p.isEmpty(op.Region(0).Entry()) {
		p.ops(op.Region(0).Entry().First())
	}
}

// assert prints a cf.assert. findShapes has taken out the assertions about shapes.
func (p *printer) assert(op *ir.Op) {
	p.text("assert ")
	p.condition(op.Operand(0), anything)
	p.text(", ")
	p.quoted(op.StringAttr("msg"))
	p.end()
}

// carried reports values that leave a region which is not an expression. result and jump report other
// terminators.
func (p *printer) carried(op *ir.Op) {
	if op.Parent().NumResults() > 0 {
		return // an error at the loop around it was reported
	}
	p.noForm(op, "store the values in buffers")
}

func (p *printer) result(op *ir.Op) {
	p.fail(op.Errorf(codeOp,
		"a prim_func returns nothing").
		Suggest("store the result in a buffer of one element that is an argument"))
}

func (p *printer) jump(op *ir.Op) {
	p.fail(op.Errorf(codeOp, "%s is a jump, which TVMScript has not",
		op.Name()).Suggest("use structured control flow: scf.for, scf.while, scf.if"))
}

package injectsoftwarepipeline

import (
	affinedialect "github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// loop is the annotated loop: scf.for or affine.for.
type loop struct {
	op     *ir.Op
	block  *ir.Block
	iv     *ir.Value
	bounds ir.LoopBounds
	affine bool
}

func newLoop(op *ir.Op) (*loop, error) {
	if !op.Is(scf.For) && !op.Is(affinedialect.For) {
		return nil, op.Errorf(codeLoop, "'%s' cannot be pipelined", op.Name()).
			Suggest("annotate an scf.for or an affine.for")
	}
	info := op.Def().Loop
	l := &loop{op: op, block: op.Body(), iv: info.InductionVar(op, 0), bounds: info.Bounds(op, 0),
		affine: op.Is(affinedialect.For)}
	if op.NumResults() > 0 {
		return nil, op.Errorf(codeLoop,
			"a pipelined loop cannot carry values from one iteration to the next").
			Suggest("keep the value in a buffer, such as a memref of rank 0, and load and store it")
	}
	if l.iv.Type() != ir.Type(op.Context().Index) {
		return nil, op.Errorf(codeLoop, "the induction variable of a pipelined loop must be an index, not %s",
			l.iv.Type()).
			Suggest("use bounds of type index and arith.index_cast inside of the loop")
	}
	if n, ok := l.writtenStep(); ok && n <= 0 {
		return nil, op.Errorf(codeLoop, "the step of a pipelined loop must be positive, not %d", n).
			Suggest("count upwards, and compute the descending subscript in the loop")
	}
	if !l.affine && scf.Unsigned(op) {
		return nil, op.Errorf(codeLoop, "a pipelined loop cannot compare its bounds as unsigned numbers").
			Suggest("leave 'unsigned' out")
	}
	if len(l.bounds.Lower.Results) != 1 || len(l.bounds.Upper.Results) != 1 {
		return nil, op.Errorf(codeLoop,
			"a pipelined affine.for needs one lower and one upper bound, not a maximum or minimum of several").
			Suggest("run lower-affine first")
	}
	return l, nil
}

// writtenStep returns the step of the loop, if it is constant.
func (l *loop) writtenStep() (int64, bool) {
	if v := l.bounds.Step.Value; v != nil {
		return ir.ConstInt(v)
	}
	return l.bounds.Step.Const, true
}

// outside reports whether the value is defined outside of the loop.
func (l *loop) outside(v *ir.Value) bool {
	b := v.ParentBlock()
	return b != nil && (b.ParentOp() == nil || !l.op.IsAncestorOf(b.ParentOp()))
}

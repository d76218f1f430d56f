package raisetoaffine

import (
	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// raiseLoop makes a scf.for an affine.for and returns it, nil if its bounds or its step are not affine.
func raiseLoop(op *ir.Op) *ir.Op {
	step, constant := ir.ConstInt(op.Operand(2))
	if _, isIndex := op.Operand(0).Type().(*ir.IndexType); !isIndex || !constant || step <= 0 {
		return nil
	}
	lower, ok := boundOf(op, op.Operand(0), arith.MaxSI)
	if !ok {
		return nil
	}
	upper, ok := boundOf(op, op.Operand(1), arith.MinSI)
	if !ok {
		return nil
	}
	made := affine.NewForWith(ir.At(op), lower, upper, step, op.Operands()[3:],
		func(_ *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			op.Body().Arg(0).ReplaceAllUsesWith(iv)
			for i, a := range op.Body().Args()[1:] {
				a.ReplaceAllUsesWith(carried[i])
			}
			return op.Body().Terminator().Operands()
		})
	made.Body().Arg(0).SetName(op.Body().Arg(0).Name())
	for _, a := range op.Attrs() {
		made.SetAttr(a.Name, a.Value)
	}
	for inner := range op.Body().OpsWithoutTerminator() {
		inner.MoveBefore(made.Body().Terminator())
	}
	op.ReplaceAllUsesWith(made.Results())
	bounds := op.Operands()[:3]
	op.Erase()
	for _, v := range bounds {
		eraseDead(v.DefiningOp())
	}
	return made
}

// isLoop reports whether op is a loop that may be raised. The bounds of an affine loop are compared as signed
// numbers.
func isLoop(op *ir.Op) bool { return op.Is(scf.For) && !scf.Unsigned(op) }

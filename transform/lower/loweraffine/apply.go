package loweraffine

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/transform/internal/expandaffine"
)

// mapOf returns the affine map in an attribute of op.
func mapOf(op *ir.Op, name string) *affine.Map { return op.Attr(name).(*ir.AffineMapAttr).Map }

func lowerApply(op *ir.Op, rw *ir.Rewriter) bool {
	rw.Replace(op, expandaffine.Map(rw.Builder, mapOf(op, "map"), op.Operands())...)
	return true
}

func lowerMin(op *ir.Op, rw *ir.Rewriter) bool { return lowerExtremum(op, rw, arith.MinSI) }

func lowerMax(op *ir.Op, rw *ir.Rewriter) bool { return lowerExtremum(op, rw, arith.MaxSI) }

func lowerExtremum(op *ir.Op, rw *ir.Rewriter, def *ir.OpDef) bool {
	rw.Replace(op, expandaffine.Reduce(rw.Builder, def,
		expandaffine.Map(rw.Builder, mapOf(op, "map"), op.Operands())))
	return true
}

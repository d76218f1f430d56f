package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// loads are the operations that read memory and are written as expressions.
var loads = map[string]bool{
	"memref.load": true, "affine.load": true, "vector.load": true, "affine.vector_load": true,
	"vector.gather":     true,
	"vector.maskedload": true,
}

// light are the operations that may be written at each use of their value.
var light = map[string]bool{
	"arith.constant": true, "arith.addi": true, "arith.subi": true, "arith.muli": true,
	"arith.floordivsi": true,
	"arith.ceildivsi":  true, "arith.divsi": true, "arith.divui": true, "arith.remsi": true,
	"arith.remui": true,
	"arith.minsi": true, "arith.maxsi": true, "arith.minui": true, "arith.maxui": true,
	"arith.index_cast":   true,
	"arith.index_castui": true, "arith.cmpi": true, "arith.andi": true, "arith.ori": true, "arith.xori": true,
	"arith.shli": true, "arith.shrsi": true, "arith.shrui": true, "arith.extsi": true, "arith.extui": true,
	"arith.trunci": true, "arith.select": true, "affine.apply": true, "affine.min": true, "affine.max": true,
	"vector.broadcast": true, "vector.step": true, "memref.dim": true,
}

func isLoad(op *ir.Op) bool { return loads[op.Name()] }

func isHeavy(op *ir.Op) bool { return !light[op.Name()] && !isView(op) }

// isShape reports whether the operation is the extent of a buffer.
func isShape(op *ir.Op) bool { return op.Name() == "memref.dim" }

// isView reports whether the result of the operation is a view of a buffer.
func isView(op *ir.Op) bool { return op.Def().View != nil }

func isAlloc(op *ir.Op) bool { return op.Name() == "memref.alloc" || op.Name() == "memref.alloca" }

// isIf reports whether the operation is a conditional expression.
func isIf(op *ir.Op) bool {
	return (op.Name() == "scf.if" || op.Name() == "affine.if") && op.NumResults() > 0
}

func isCall(op *ir.Op) bool { return op.Name() == "func.call" }

// isCallExpression reports whether a call can be a part of the expression that its block is. Its value must
// have one use. No other operation in the block may read memory or call, except for its arguments. So the
// order of the text has no effect.
func isCallExpression(op *ir.Op) bool {
	if !isCall(op) || op.NumResults() != 1 || !op.Result(0).HasOneUse() {
		return false
	}
	arguments := map[*ir.Op]bool{op: true}
	for other := op.Prev(); other != nil; other = other.Prev() {
		for i := range other.NumResults() {
			for u := range other.Result(i).Uses() {
				arguments[other] = arguments[other] || arguments[u.Owner()]
			}
		}
	}
	for other := op.Block().First(); other != nil; other = other.Next() {
		if !arguments[other] && (isLoad(other) || isCall(other) || isIf(other)) {
			return false
		}
	}
	return true
}

// roundsUp reports whether an operation computes a quotient that is rounded up.
func roundsUp(op *ir.Op) bool {
	if op.Name() == "arith.ceildivsi" {
		return true
	}
	found := false
	if a, ok := op.Attr("map").(*ir.AffineMapAttr); ok {
		for _, e := range a.Map.Results {
			e.Walk(func(e *aff.Expr) { found = found || e.Kind == aff.CeilDiv })
		}
	}
	return found
}

// isExpression reports whether the operation is written as an expression.
func isExpression(op *ir.Op) bool {
	return expressions[op.Name()] != nil || isIf(op) || isView(op)
}

// isMatchBuffer reports whether a slice can be T.match_buffer: all its strides are 1.
func isMatchBuffer(op *ir.Op) bool {
	if op.Name() != "memref.subview" {
		return false
	}
	view, ok := op.Def().View(op)
	if !ok {
		return false
	}
	for _, s := range view.Strides {
		if s.Value != nil || s.Const != 1 {
			return false
		}
	}
	return true
}

// isSilent reports whether the operation has no text in TVMScript.
func isSilent(op *ir.Op) bool {
	switch op.Name() {
	case "memref.dealloc", "memref.assume_alignment":
		return true
	case "func.return", "scf.yield", "affine.yield", "scf.reduce", "scf.forall.in_parallel":
		return op.NumOperands() == 0 && op.NumRegions() == 0 || op.Name() == "scf.forall.in_parallel" ||
			op.Name() == "scf.reduce"
	case "scf.condition":
		return true
	}
	return false
}

package linalg

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// effects adds the effects of a structured operation on memory. All elements of inputs are read, and all
// elements of outputs are written. Outputs are read as well where the body uses their elements, and where
// some elements may keep their old values. The effects of operations in the body on other memory are added.
func effects(op *ir.Op, add func(ir.Effect)) {
	first, _ := shapes[op.Def()].outputs(op)
	for i, v := range op.Operands() {
		if _, ok := v.Type().(*ir.MemRefType); !ok {
			continue
		}
		if i < first || op.Body() == nil || i < op.Body().NumArgs() && op.Body().Arg(i).HasUses() ||
			!fills(op, i) {
			add(ir.Effect{Kind: ir.Read, Value: v, Whole: true})
		}
		if i >= first {
			add(ir.Effect{Kind: ir.Write, Value: v, Whole: true})
		}
	}
	if op.Body() == nil {
		return
	}
	for inner := range op.Walk() {
		if inner != op {
			bodyEffects(op, inner, add)
		}
	}
}

// fills reports whether every element of output i is written. That is so if each subscript is a loop of its
// own and no other loop can be empty.
func fills(op *ir.Op, i int) bool {
	s := StructuredOf(op)
	extents, ok := s.Extents()
	if !ok || i >= len(s.Maps) {
		return false
	}
	seen := make([]bool, s.NumLoops())
	for _, e := range s.Maps[i].Results {
		if e.Kind != affine.Dim || seen[e.Value] {
			return false
		}
		seen[e.Value] = true
	}
	for l, e := range extents {
		if shape, _ := shapeOf(op.Operand(e.Operand).Type()); !seen[l] && shape[e.Dim] <= 0 {
			return false
		}
	}
	return true
}

// bodyEffects adds the effects of an operation in the body on memory of the outside. An operation without
// known effects may read and write all memory among its operands.
func bodyEffects(op, inner *ir.Op, add func(ir.Effect)) {
	switch def := inner.Def(); {
	case inner.Has(ir.Pure), def.Effects == nil && inner.Has(ir.RecursiveEffects):
	case def.Effects != nil:
		def.Effects(inner, func(e ir.Effect) {
			if e.Value == nil || !op.IsAncestorOf(e.Value.ParentBlock().ParentOp()) {
				add(ir.Effect{Kind: e.Kind, Value: e.Value, Whole: true})
			}
		})
	default:
		add(ir.Effect{Kind: ir.Write})
		for _, v := range slices.DeleteFunc(inner.Operands(), func(v *ir.Value) bool {
			return !isMemory(v)
		}) {
			add(ir.Effect{Kind: ir.Read, Value: v, Whole: true})
			add(ir.Effect{Kind: ir.Write, Value: v, Whole: true})
		}
	}
}

func isMemory(v *ir.Value) bool {
	_, ok := v.Type().(*ir.MemRefType)
	return ok
}

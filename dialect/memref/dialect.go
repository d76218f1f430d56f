package memref

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the memref dialect.
var Dialect = &ir.Dialect{
	Name: "memref",
	Ops: []*ir.OpDef{
		Alloc, Alloca, AllocaScope, AllocaScopeReturn, AssumeAlignment, AtomicRMW, AtomicYield, Cast,
		CollapseShape,
		Copy, Dealloc, Dim, DistinctObjects, DmaStart, DmaWait, ExpandShape, ExtractAlignedPointerAsIndex,
		ExtractStridedMetadata, GenericAtomicRMW, GetGlobal, Global, Load, MemorySpaceCast, Prefetch, Rank,
		Realloc,
		ReinterpretCast, Reshape, Store, SubView, Transpose, View,
	},
	Enums: []*ir.EnumDef{ir.AtomicKind},
}

var codeMemRef = diag.Register("verify-memref", "a memref operation breaks a rule of its dialect",
	"Subscripts match the rank of the memref, sizes match its dynamic dimensions, and a view stays inside "+
		"its source with "+
		"the layout that follows from it.")

// The constraints on types and attributes that only this dialect has.
var (
	anyMemRef = ir.TypeConstraint{Summary: "ranked or unranked memref of any type values", Match: isMemRef}
	non0D     = ir.TypeConstraint{
		Summary: "unranked.memref of any type values or non-0-ranked.memref of any type values",
		Match: func(t ir.Type) bool {
			m, ok := t.(*ir.MemRefType)
			return ok && (!m.Ranked || len(m.Shape) > 0)
		}}
	strided = ir.TypeConstraint{Summary: "strided memref of any type values", Match: isStrided}
	base0D  = ir.TypeConstraint{Summary: "strided memref of any type values of rank 0",
		Match: func(t ir.Type) bool { return isStrided(t) && len(t.(*ir.MemRefType).Shape) == 0 }}
	static1D = ir.TypeConstraint{Summary: "statically shaped memref of any type values",
		Match: func(t ir.Type) bool {
			return constraint.IsRankedMemRef(t) && IsStatic(t.(*ir.MemRefType).Shape)
		}}
	vectorLike = memRefOf(1, "1D memref of any type values", nil)
	bytes      = memRefOf(1, "1D memref of 8-bit signless integer values",
		func(t ir.Type) bool {
			it, ok := t.(*ir.IntegerType)
			return ok && it.Width == 8 && it.Sign == ir.Signless
		})
	shapeVector = memRefOf(1, "1D memref of signless integer or index values",
		constraint.IsSignlessIntegerOrIndex)
	numbers = memRefOf(-1, "memref of signless integer or floating-point values", isNumber)
	number  = ir.TypeConstraint{Summary: "signless integer or floating-point", Match: isNumber}

	alignment = ir.AttrConstraint{
		Summary: "64-bit signless integer attribute whose value is positive and whose value is a power " +
			"of two > 0",
		Match:     func(a ir.Attr) bool { v, ok := intOfWidth(a, 64); return ok && v > 0 && v&(v-1) == 0 },
		ValueType: func(c *ir.Context) ir.Type { return c.I64 },
	}
	positiveI32 = ir.AttrConstraint{
		Summary:   "32-bit signless integer attribute whose value is positive",
		Match:     func(a ir.Attr) bool { v, ok := intOfWidth(a, 32); return ok && v > 0 },
		ValueType: func(c *ir.Context) ir.Type { return c.I32 },
	}
	boolean = ir.AttrConstraint{Summary: "bool attribute",
		Match: func(a ir.Attr) bool { _, ok := intOfWidth(a, 1); return ok }}
	memRefAttr = ir.AttrConstraint{Summary: "memref type attribute", TypeAttr: true,
		Match: func(a ir.Attr) bool {
			t, ok := a.(*ir.TypeAttr)
			return ok && constraint.IsRankedMemRef(t.Type)
		}}
	affineMap = ir.AttrConstraint{Summary: "AffineMap attribute",
		Match: func(a ir.Attr) bool { _, ok := a.(*ir.AffineMapAttr); return ok }}
	atomicKind = constraint.Enum(ir.AtomicKind,
		"allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15")
)

var alignmentAttr = ir.AttrDef{Name: "alignment", Type: alignment, Optional: true}

// memRefOf accepts ranked memrefs of that rank and with elements that elem accepts. A negative rank means
// any.
func memRefOf(rank int, summary string, elem func(ir.Type) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Match: func(t ir.Type) bool {
		m, ok := t.(*ir.MemRefType)
		return ok && m.Ranked && (rank < 0 || len(m.Shape) == rank) && (elem == nil || elem(m.Elem))
	}}
}

func isMemRef(t ir.Type) bool { _, ok := t.(*ir.MemRefType); return ok }

func isNumber(t ir.Type) bool { return constraint.IsSignlessInteger(t) || constraint.IsFloat(t) }

// intOfWidth returns the value of a signless integer attribute of that width.
func intOfWidth(a ir.Attr, width uint32) (int64, bool) {
	i, ok := a.(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	it, ok := i.Type.(*ir.IntegerType)
	return i.Value, ok && it.Width == width && it.Sign == ir.Signless
}

// memRef returns the type of v if it is a memref, ranked or not, and nil otherwise.
func memRef(v *ir.Value) *ir.MemRefType {
	t, _ := v.Type().(*ir.MemRefType)
	return t
}

// rank returns the rank of the memref v. It is -1 if v is unranked or no memref.
func rank(v *ir.Value) int {
	if t := memRef(v); t != nil && t.Ranked {
		return len(t.Shape)
	}
	return -1
}

// operand, indices and result are entries of operation tables.
func operand(name string, c ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: c}
}

func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

func result(name string, c ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: c}}
}

// named returns a ResultNames that suggests the name for the first result.
func named(name string) func(*ir.Op, func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), name) }
}

// segmentSizes returns the operand segment sizes as the attribute that holds them.
func segmentSizes(c *ir.Context, counts ...int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "operandSegmentSizes", Value: c.I32Array(counts...)}
}

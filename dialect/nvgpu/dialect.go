package nvgpu

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the nvgpu dialect.
var Dialect = &ir.Dialect{
	Name: "nvgpu",
	Ops: []*ir.OpDef{
		DeviceAsyncCopy, DeviceAsyncCreateGroup, DeviceAsyncWait,
		LdMatrix, MmaSync, MmaSparseSync, Rcp,
		BarrierCreate, BarrierGet, BarrierInit, BarrierTestWait, BarrierArrive, BarrierArriveNoComplete,
		BarrierArriveExpectTx, BarrierTryWaitParity,
		TmaFence, TmaPrefetch, TmaAsyncLoad, TmaAsyncStore, TmaCreateDescriptor,
		WarpgroupGenerateDescriptor, WarpgroupMma, WarpgroupMmaStore, WarpgroupMmaInitAccumulator,
	},
	Types:       []string{tokenText, barrierTokenText},
	Completions: map[string]ir.Completion{tokenText: ir.TokenCompletion},
	TypeDefs:    []*ir.TypeDef{BarrierGroup, TensorMap, MatrixDescriptor, Accumulator},
	Enums:       []*ir.EnumDef{Swizzle, L2Promo, OOB, Interleave, Rounding},
}

var codeNVGPU = diag.Register("verify-nvgpu", "an nvgpu operation breaks a rule of its dialect",
	"A device_async_copy moves 4, 8 or 16 bytes whose elements lie next to each other into shared memory "+
		"(memory space 3, "+
		"#gpu.address_space<workgroup> or \"shared.dyn\"). Tiles of tensor maps lie in shared memory and "+
		"agree with the memory "+
		"that they are copied from or to; fragments of matrices have the shape that the instruction gives "+
		"each thread. Change "+
		"the memory space, the layout, the shape or the number of elements.")

// The constraints on attributes.
var (
	indexAttr = integerAttr("index attribute", constraint.IsIndex, func(c *ir.Context) ir.Type {
		return c.Index
	})
	i32Attr = integerAttr("32-bit signless integer attribute", isInt(32), func(c *ir.Context) ir.Type {
		return c.I32
	})
	boolAttr = ir.AttrConstraint{Summary: "bool attribute",
		Match: integerAttr("", constraint.IsI1, nil).Match}
	mmaShape = ir.AttrConstraint{Summary: "64-bit integer array attribute", Match: isI64Array}
)

// integerAttr is the constraint on integers of one type.
func integerAttr(summary string, match func(ir.Type) bool,
	typ func(c *ir.Context) ir.Type) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, ValueType: typ, Match: func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && match(i.Type)
	}}
}

func isI64Array(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return false
	}
	for _, e := range list.Elems {
		if !constraint.I64.Match(e) {
			return false
		}
	}
	return true
}

// The constraints on types.
var (
	i16 = ir.TypeConstraint{Summary: "16-bit signless integer", Match: isInt(16),
		Build: func(c *ir.Context) ir.Type { return c.I16 }}
	word = ir.TypeConstraint{Summary: "32-bit signless integer or 64-bit signless integer",
		Match: isWord}
	anyVector   = vectorOf("vector of any type values", func(*ir.VectorType) bool { return true })
	floatVector = vectorOf("vector of 32-bit float values", func(t *ir.VectorType) bool {
		return isFloat(t.Elem, ir.F32)
	})
	metadata = ir.TypeConstraint{
		Summary: "fixed-length vector of 16-bit signless integer values of length 2",
		Match:   isMetadata, Build: func(c *ir.Context) ir.Type { return c.Vector([]int64{2}, nil, c.I16) }}
	unranked = ir.TypeConstraint{Summary: "unranked.memref of any type values", Match: isUnranked}
)

// vectorOf accepts vectors of rank 1 or more for which match holds.
func vectorOf(summary string, match func(*ir.VectorType) bool) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: summary, Match: func(t ir.Type) bool {
		v, ok := t.(*ir.VectorType)
		return ok && len(v.Shape) > 0 && match(v)
	}}
}

func isMetadata(t ir.Type) bool {
	v, ok := t.(*ir.VectorType)
	return ok && v.Scalable == nil && len(v.Shape) == 1 && v.Shape[0] == 2 && isInt(16)(v.Elem)
}

func isUnranked(t ir.Type) bool { m, ok := t.(*ir.MemRefType); return ok && !m.Ranked }

// isInt returns the predicate on signless integers of a width.
func isInt(width uint32) func(ir.Type) bool {
	return func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == width && i.Sign == ir.Signless
	}
}

func isWord(t ir.Type) bool { return isInt(32)(t) || isInt(64)(t) }

func isFloat(t ir.Type, kinds ...ir.FloatKind) bool {
	f, ok := t.(*ir.FloatType)
	if !ok {
		return false
	}
	for _, k := range kinds {
		if f.Kind == k {
			return true
		}
	}
	return false
}

// operand, optional, indices and result are entries of operation tables.
func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

func optional(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}

func indices(name string) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: constraint.Index, Arity: ir.Variadic}
}

func result(name string, t ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: name, Type: t}}
}

// vectorType returns the type of a value that is a vector according to the tables.
func vectorType(v *ir.Value) *ir.VectorType { return v.Type().(*ir.VectorType) }

// isStatic reports whether every extent of a memref is known.
func isStatic(t *ir.MemRefType) bool {
	for _, n := range t.Shape {
		if n == ir.Dynamic {
			return false
		}
	}
	return true
}

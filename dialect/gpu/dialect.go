package gpu

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the gpu dialect.
var Dialect = &ir.Dialect{
	Name: "gpu",
	Ops: []*ir.OpDef{
		AllReduce, Alloc, Barrier, Binary, BlockDim, BlockID, ClusterBlockID, ClusterDim, ClusterDimBlocks,
		ClusterID, Dealloc,
		DynamicSharedMemory, Func, GlobalID, GridDim, HostRegister, HostUnregister, LaneID, Launch,
		LaunchFunc, Memcpy, Memset,
		Module, NumSubgroups, Printf, Return, Rotate, SetDefaultDevice, Shuffle, SubgroupBroadcast,
		SubgroupID,
		SubgroupMMACompute, SubgroupMMAConstantMatrix, SubgroupMMAElementwise, SubgroupMMAExtractThreadLocal,
		SubgroupMMAInsertThreadLocal, SubgroupMMALoadMatrix, SubgroupMMAStoreMatrix, SubgroupReduce,
		SubgroupSize, Terminator, ThreadID, Wait, WarpExecuteOnLane0, Yield,
	},
	Enums: []*ir.EnumDef{AddressSpace, AllReduceOperation, Block, BroadcastType, Dimension, laneOf,
		memorySpace, MMAElementwise,
		ShuffleMode, Thread, warpOf, groupOf},
	Types:         []string{tokenText},
	Completions:   map[string]ir.Completion{tokenText: ir.TokenCompletion},
	OpaqueAttrs:   []string{"object", "select_object"},
	AttributeDefs: []*ir.AttributeDef{LoopDimMap, Mask},
	TypeDefs:      []*ir.TypeDef{mmaMatrix},
}

var codeGPU = diag.Register("verify-gpu", "an operation of the gpu dialect breaks a rule",
	"The message says which rule. Kernels are functions of a gpu.module with the attribute gpu.kernel and "+
		"without results; the "+
		"module around them has the attribute gpu.container_module; memory that a kernel declares is a "+
		"memref in workgroup "+
		"or private memory; reductions fit their types.")

// operand declares an operand.
func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

// optional declares an operand that may be left out.
func optional(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}

// variadic declares any number of operands.
func variadic(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}

// unit declares an attribute that has no value besides its presence.
func unit(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Unit, Optional: true}
}

// The constraints on types.
var (
	i32 = ir.TypeConstraint{Summary: "32-bit signless integer", Match: isI32,
		Build: func(c *ir.Context) ir.Type { return c.I32 }}
	anyMemRef = constraint.MemRef
	unranked  = ir.TypeConstraint{Summary: "unranked.memref of any type values", Match: isUnranked}
	scalar    = ir.TypeConstraint{Summary: "Integer or Float", Match: isScalar}
	// scalarOrVector accepts scalars and vectors of one dimension.
	scalarOrVector = ir.TypeConstraint{
		Summary: "Integer or Float or fixed-length vector of Integer or Float values of ranks 1",
		Match:   isScalarOrVector,
	}
)

func isI32(t ir.Type) bool {
	i, ok := t.(*ir.IntegerType)
	return ok && i.Width == 32 && i.Sign == ir.Signless
}

func isUnranked(t ir.Type) bool {
	m, ok := t.(*ir.MemRefType)
	return ok && !m.Ranked
}

func isScalar(t ir.Type) bool { return constraint.IsSignlessInteger(t) || constraint.IsFloat(t) }

func isScalarOrVector(t ir.Type) bool {
	if v, ok := t.(*ir.VectorType); ok {
		return len(v.Shape) == 1 && v.Scalable == nil && isScalar(v.Elem)
	}
	return isScalar(t)
}

// The constraints on attributes.
var (
	indexAttr = integerAttr("index attribute", constraint.IsIndex, func(c *ir.Context) ir.Type {
		return c.Index
	}, nil)
	i32Attr = integerAttr("32-bit signless integer attribute", isI32, typeI32, nil)
	// sizes is the constraint on an attribute of three extents.
	sizes = ir.AttrConstraint{Summary: "i32 dense array attribute with 3 elements (if present)",
		Match: isSizes}
)

func typeI32(c *ir.Context) ir.Type { return c.I32 }

// integerAttr is the constraint on integers of one type. match, if not nil, must hold for the value.
func integerAttr(summary string, match func(ir.Type) bool, typ func(*ir.Context) ir.Type,
	holds func(int64) bool) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, ValueType: typ, Match: func(a ir.Attr) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && match(i.Type) && (holds == nil || holds(i.Value))
	}}
}

func isSizes(a ir.Attr) bool {
	d, ok := a.(*ir.DenseArrayAttr)
	return ok && isI32(d.Elem) && len(d.Values) == 3
}

// namedBoth suggests names for both results.
func namedBoth(first, second string) func(*ir.Op, func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) {
		set(op.Result(0), first)
		if op.NumResults() > 1 {
			set(op.Result(1), second)
		}
	}
}

// wholeEffect is an effect on every element of a memref.
func wholeEffect(kind ir.EffectKind, m *ir.Value) ir.Effect {
	return ir.Effect{Kind: kind, Value: m, Whole: true}
}

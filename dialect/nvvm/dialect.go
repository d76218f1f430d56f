package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Dialect is the nvvm dialect.
var Dialect = &ir.Dialect{
	Name: "nvvm",
	Ops: slices.Concat([]*ir.OpDef{
		CpAsync, CpAsyncCommitGroup, CpAsyncWaitGroup, CpAsyncMBarrierArrive,
		BulkCommitGroup, BulkWaitGroup, BulkLoad, BulkCopyCluster, BulkStore, BulkPrefetch,
		TensorLoad, TensorStore, TensorPrefetch, TensorReduce,
		MBarrierInit, MBarrierInval, MBarrierExpectTx, MBarrierCompleteTx, MBarrierArrive, MBarrierArriveDrop,
		MBarrierArriveNoComplete, MBarrierArriveDropNoComplete, MBarrierArriveExpectTx,
		MBarrierArriveDropExpectTx,
		MBarrierTryWaitParity, MBarrierTestWait, MBarrierTryWait,
		Barrier0, Barrier, BarrierArrive, WarpSync, ClusterArrive, ClusterArriveRelaxed, ClusterWait,
		MemoryBarrier, FenceCluster, FenceSyncRestrict, FenceMBarrierInit, FenceProxy, FenceProxyAcquire,
		FenceProxyRelease,
		FenceProxySyncRestrict,
		SetMaxRegister, Shuffle, Vote, Elect, Permute, Redux, Match, LdMatrix, StMatrix, MmaSync, SparseMma,
		WmmaLoad, WmmaMma, WmmaStore, MapAddress,
		WarpgroupFence, WarpgroupMma, WarpgroupCommit, WarpgroupWait,
		Prefetch, GridDepControl, Nanosleep, StoreBulk, Exit, Breakpoint, RcpApprox,
	}, registers),
	Enums:         enums,
	AttributeDefs: []*ir.AttributeDef{MatrixShape, ProductShape, TargetAttr},
}

var codeNVVM = diag.Register("verify-nvvm", "an nvvm operation breaks a rule of its dialect",
	"The rules are those of the instruction that the operation stands for: which memory spaces its "+
		"pointers may have, which "+
		"sizes, shapes and modes go together, and what its result is. Change the operand or the attribute "+
		"that the message names.")

// pointerTo is the constraint on pointers to one memory space.
func pointerTo(space int64, name string) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: "LLVM pointer in address space " + name, Match: pointsTo(space),
		Def:   llvm.Pointer,
		Build: func(c *ir.Context) ir.Type { return llvm.PointerType(c, space) }}
}

// pointsTo returns the predicate on pointers to one of several memory spaces.
func pointsTo(spaces ...int64) func(ir.Type) bool {
	return func(t ir.Type) bool {
		space, ok := llvm.AddressSpace(t)
		return ok && slices.Contains(spaces, space)
	}
}

// either is the constraint that accepts a type if one of several constraints does.
func either(list ...ir.TypeConstraint) ir.TypeConstraint {
	u := ir.TypeConstraint{Summary: list[0].Summary}
	for _, c := range list[1:] {
		u.Summary += " or " + c.Summary
	}
	u.Match = func(t ir.Type) bool {
		return slices.ContainsFunc(list, func(c ir.TypeConstraint) bool { return c.Match(t) })
	}
	return u
}

// integer is the constraint on signless integers of one width.
func integer(width uint32, name string) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: name + "-bit signless integer", Match: isInt(width),
		Build: func(c *ir.Context) ir.Type { return c.Integer(width) }}
}

func isInt(width uint32) func(ir.Type) bool {
	return func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == width && i.Sign == ir.Signless
	}
}

func isF32(t ir.Type) bool { f, ok := t.(*ir.FloatType); return ok && f.Kind == ir.F32 }

func isStruct(t ir.Type) bool {
	d, ok := t.(*ir.ParametricType)
	return ok && d.Def == llvm.Struct
}

// The constraints on types.
var (
	generic       = pointerTo(llvm.Generic, "0")
	global        = pointerTo(llvm.Global, "1")
	shared        = pointerTo(llvm.Shared, "3")
	constMemory   = pointerTo(llvm.Constant, "4")
	local         = pointerTo(llvm.Local, "5")
	sharedCluster = pointerTo(llvm.SharedCluster, "7")
	anyPointer    = ir.TypeConstraint{Summary: "LLVM pointer type", Match: func(t ir.Type) bool {
		_, ok := llvm.AddressSpace(t)
		return ok
	}, Def: llvm.Pointer}
	genericOrShared = either(generic, shared)
	sharedOrCluster = either(shared, sharedCluster)
	anyBarrier      = either(generic, shared, sharedCluster)

	i16 = integer(16, "16")
	i32 = integer(32, "32")
	i64 = integer(64, "64")
	f32 = ir.TypeConstraint{Summary: "32-bit float", Match: isF32, Build: func(c *ir.Context) ir.Type {
		return c.F32
	}}
	structType = ir.TypeConstraint{Summary: "LLVM structure type", Match: isStruct}
	compatible = ir.TypeConstraint{Summary: "LLVM dialect-compatible type", Match: llvm.IsCompatible}
)

// The constraints on attributes.
var (
	i32Attr  = intAttr("32-bit signless integer attribute", 32)
	i64Attr  = constraint.I64
	i1Attr   = intAttr("1-bit signless integer attribute", 1)
	boolAttr = ir.AttrConstraint{Summary: "bool attribute", Match: i1Attr.Match}
	natural  = ir.AttrConstraint{Summary: "32-bit signless integer attribute whose minimum value is 0",
		ValueType: i32Attr.ValueType,
		Match:     func(a ir.Attr) bool { return i32Attr.Match(a) && a.(*ir.IntegerAttr).Value >= 0 }}
)

func intAttr(summary string, width uint32) ir.AttrConstraint {
	return ir.AttrConstraint{Summary: summary, ValueType: func(c *ir.Context) ir.Type {
		return c.Integer(width)
	},
		Match: func(a ir.Attr) bool {
			i, ok := a.(*ir.IntegerAttr)
			return ok && isInt(width)(i.Type)
		}}
}

// operand, optional, variadic, result and the like are entries of operation tables.
func operand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t}
}

func optional(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}

func variadic(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}

func result(t ir.TypeConstraint) []ir.ResultDef { return []ir.ResultDef{{Name: "res", Type: t}} }

func optionalResult(t ir.TypeConstraint) []ir.ResultDef {
	return []ir.ResultDef{{Name: "res", Type: t, Arity: ir.Optional}}
}

func enumAttr(name string, e *ir.EnumDef) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Enum(e, e.Mnemonic)}
}

// defaultEnum is an attribute that is the case named word if it is missing.
func defaultEnum(name string, e *ir.EnumDef, word string) ir.AttrDef {
	a := enumAttr(name, e)
	value, _ := e.CaseValue(word)
	a.Default = func(c *ir.Context) ir.Attr { return c.Enum(e, value) }
	return a
}

func optionalAttr(a ir.AttrDef) ir.AttrDef { a.Optional = true; return a }

func unitAttr(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Unit, Optional: true}
}

func falseAttr(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: boolAttr, Default: func(c *ir.Context) ir.Attr {
		return c.Bool(false)
	}}
}

var (
	sizes     = constraint.OperandSegmentSize
	predicate = optional("predicate", constraint.I1)
)

// bareOp is an operation without operands and results.
func bareOp(name, summary string, attrs ...ir.AttrDef) *ir.OpDef {
	return &ir.OpDef{Name: "nvvm." + name, Summary: summary, Attrs: attrs, Format: "attr-dict",
		Effects: touchesMachine}
}

// touchesMachine reports a write to the state of the machine, which is no memory that a pointer points to.
func touchesMachine(_ *ir.Op, add func(ir.Effect)) { add(ir.Effect{Kind: ir.Write}) }

package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The intrinsics that access memory or the machine: copies, masked accesses, lifetimes, assumptions.

var (
	copyAttrs = slices.Concat([]ir.AttrDef{{Name: "isVolatile", Type: i1Attr}}, aliasing, argAttrs)
	maskAlign = ir.AttrDef{Name: "alignment", Type: i32Attr}
)

// Memcpy and Memmove copy len bytes, and Memset writes len bytes. They have generic form only.
var (
	Memcpy = procedure("memcpy",
		[]ir.OperandDef{operand("dst", pointer), operand("src", pointer), operand("len", integer)}, "",
		copyAttrs...)
	Memmove = procedure("memmove",
		[]ir.OperandDef{operand("dst", pointer), operand("src", pointer), operand("len", integer)}, "",
		copyAttrs...)
	Memset = procedure("memset",
		[]ir.OperandDef{operand("dst", pointer), operand("val", i8), operand("len", integer)}, "",
		copyAttrs...)

	memcpyInline = procedure("memcpy.inline", operands(pointer, "dst", "src"), "",
		append([]ir.AttrDef{{Name: "len", Type: anyIntAttr}}, copyAttrs...)...)
	memsetInline = procedure("memset.inline", []ir.OperandDef{operand("dst", pointer), operand("val", i8)},
		"",
		append([]ir.AttrDef{{Name: "len", Type: anyIntAttr}}, copyAttrs...)...)
)

// StackSave and StackRestore free the memory of each alloca between them.
var (
	StackSave    = intrinsic("stacksave", nil, anyLLVM, 0, "attr-dict `:` qualified(type($res))")
	StackRestore = procedure("stackrestore", operands(pointer, "ptr"),
		"$ptr attr-dict `:` qualified(type($ptr))")
)

// Assume is llvm.intr.assume: the program promises that a condition and the facts in its bundles hold.
var Assume = &ir.OpDef{
	Name:     "llvm.intr.assume",
	Summary:  "the program promises that a condition holds",
	Operands: []ir.OperandDef{operand("cond", i1), variadic("op_bundle_operands", anyLLVM)},
	Attrs:    bundles,
	Format: "$cond (custom<OpBundles>($op_bundle_operands, type($op_bundle_operands), $op_bundle_tags, " +
		"$op_bundle_sizes)^)? " +
		"`:` type($cond) attr-dict",
	Verify: verifyBundles,
}

// Prefetch is llvm.intr.prefetch. It has generic form only.
var Prefetch = procedure("prefetch", operands(pointer, "addr"), "", ir.AttrDef{Name: "rw", Type: i32Attr},
	ir.AttrDef{Name: "hint", Type: i32Attr},
	ir.AttrDef{Name: "cache", Type: i32Attr})

// The accesses to those elements of vectors that a mask selects.
var (
	MaskedLoad = intrinsic("masked.load",
		[]ir.OperandDef{operand("data", pointer), operand("mask", vectorOfBool),
			{Name: "pass_thru", Type: vector, Arity: ir.Optional}}, vector, 0,
		"operands attr-dict `:` functional-type(operands, results)", maskAlign, unit("nontemporal"))
	MaskedStore = procedure("masked.store",
		[]ir.OperandDef{operand("value", vector), operand("data", pointer), operand("mask", vectorOfBool)},
		"$value `,` $data `,` $mask attr-dict `:` type($value) `,` type($mask) `into` qualified(type($data))",
		maskAlign)
	MaskedGather = intrinsic("masked.gather",
		[]ir.OperandDef{operand("ptrs", vectorOf(pointer)), operand("mask", vectorOfBool),
			variadic("pass_thru", vector)}, vector, 0,
		"operands attr-dict `:` functional-type(operands, results)", maskAlign)
	MaskedScatter = procedure("masked.scatter",
		[]ir.OperandDef{operand("value", vector), operand("ptrs", vectorOf(pointer)),
			operand("mask", vectorOfBool)},
		"$value `,` $ptrs `,` $mask attr-dict `:` type($value) `,` type($mask) `into` type($ptrs)", maskAlign)
	MaskedExpandLoad = intrinsic("masked.expandload",
		[]ir.OperandDef{operand("ptr", pointer), operand("mask", vectorOfBool), operand("passthru", vector)},
		anyLLVM, 0, "", argAttrs...)
	MaskedCompressStore = procedure("masked.compressstore",
		[]ir.OperandDef{operand("value", vector), operand("ptr", pointer), operand("mask", vectorOfBool)},
		"", argAttrs...)
)

func init() {
	MaskedGather.Verify = func(op *ir.Op) error { return verifyPointersOf(op, 0, op.Result(0).Type()) }
	MaskedScatter.Verify = func(op *ir.Op) error { return verifyPointersOf(op, 1, op.Operand(0).Type()) }
}

// verifyPointersOf checks that there is a pointer for each lane that is read or written.
func verifyPointersOf(op *ir.Op, operand int, lanes ir.Type) error {
	v, ok1 := lanes.(*ir.VectorType)
	p, ok2 := op.Operand(operand).Type().(*ir.VectorType)
	if !ok1 || !ok2 {
		return nil // another rule reports this
	}
	if want := op.Context().Vector(v.Shape, v.Scalable, p.Elem); p != want {
		return op.OpErrorf(codeLLVM, "expected operand #%d type to be '%v'", operand+1, want)
	}
	return nil
}

// procedure makes the entry of an intrinsic without result.
func procedure(name string, operands []ir.OperandDef, format string, attrs ...ir.AttrDef) *ir.OpDef {
	def := intrinsic(name, operands, anyLLVM, 0, format, attrs...)
	def.Results = nil
	return def
}

// memoryIntrinsics lists the operations of this file.
var memoryIntrinsics = []*ir.OpDef{
	Memcpy, Memmove, Memset, memcpyInline, memsetInline, StackSave, StackRestore, Assume, Prefetch,
	MaskedLoad, MaskedStore, MaskedGather, MaskedScatter, MaskedExpandLoad, MaskedCompressStore,
	procedure("lifetime.start", operands(pointer, "ptr"), "$ptr attr-dict `:` qualified(type($ptr))"),
	procedure("lifetime.end", operands(pointer, "ptr"), "$ptr attr-dict `:` qualified(type($ptr))"),
	intrinsic("invariant.start", operands(pointer, "ptr"), defaultPtr, 0,
		"$size `,` $ptr attr-dict `:` qualified(type($ptr))",
		ir.AttrDef{Name: "size", Type: constraint.I64}),
	procedure("invariant.end", []ir.OperandDef{operand("start", defaultPtr), operand("ptr", pointer)},
		"$start `,` $size `,` $ptr attr-dict `:` qualified(type($ptr))",
		ir.AttrDef{Name: "size", Type: constraint.I64}),
	intrinsic("launder.invariant.group", operands(pointer, "ptr"), pointer, ir.SameOperandsAndResultType,
		"$ptr attr-dict `:` qualified(type($ptr))"),
	intrinsic("strip.invariant.group", operands(pointer, "ptr"), pointer, ir.SameOperandsAndResultType,
		"$ptr attr-dict `:` qualified(type($ptr))"),
	ptrMask(),
	intrinsic("threadlocal.address", operands(pointer, "global"), anyLLVM, ir.Pure, ""),
	intrinsic("get.active.lane.mask", operands(integer, "base", "n"), anyLLVM, ir.Pure,
		"$base `,` $n attr-dict `:` type($base) `,` type($n) `to` type($res)"),
	intrinsic("vscale", nil, anyLLVM, 0, ""),
	intrinsic("stepvector", nil, vectorOf(integer), ir.Pure, "attr-dict `:` type($res)"),
	vectorInsert(),
	intrinsic("vector.extract", operands(vector, "srcvec"), vector, ir.Pure,
		"$srcvec `[` $pos `]` attr-dict `:` type($res) `from` type($srcvec)",
		ir.AttrDef{Name: "pos", Type: constraint.I64}),
	procedure("trap", nil, "attr-dict"), procedure("debugtrap", nil, "attr-dict"),
	procedure("vastart", operands(pointer, "arg_list"), "$arg_list attr-dict `:` qualified(type($arg_list))"),
	procedure("vaend", operands(pointer, "arg_list"), "$arg_list attr-dict `:` qualified(type($arg_list))"),
}

func ptrMask() *ir.OpDef {
	def := intrinsic("ptrmask",
		[]ir.OperandDef{operand("ptr", pointers), operand("mask", scalarOrVector(constraint.AnyInteger))},
		pointers, ir.Pure,
		"$ptr `,` $mask attr-dict `:` functional-type(operands, results)")
	def.TypesMatch = []ir.TypesMatch{same("ptr", "res", "ptr, res")}
	return def
}

func vectorInsert() *ir.OpDef {
	def := intrinsic("vector.insert", operands(vector, "dstvec", "srcvec"), vector, ir.Pure,
		"$srcvec `,` $dstvec `[` $pos `]` attr-dict `:` type($srcvec) `into` type($res)",
		ir.AttrDef{Name: "pos", Type: constraint.I64})
	def.TypesMatch = []ir.TypesMatch{same("res", "dstvec", "dstvec, res")}
	return def
}

package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// The intrinsics of vectors with a mask and a length evl: LangRef, "Vector Predication Intrinsics". They
// compute those of the first evl elements that the mask selects. The other elements of a result are poison.
// These operations have generic form only.

var vpIntrinsics = slices.Concat(
	eachVP(vectorOf(integer), 2, "add", "and", "ashr", "lshr", "mul", "or", "sdiv", "shl", "smax", "smin",
		"srem", "sub", "udiv", "umax", "umin",
		"urem", "xor"),
	eachVP(vectorOf(anyFloat), 2, "fadd", "fdiv", "fmul", "frem", "fsub"),
	eachVP(vectorOf(anyFloat), 1, "fneg", "fpext", "fptosi", "fptoui", "fptrunc"),
	eachVP(vectorOf(anyFloat), 3, "fma", "fmuladd"),
	eachVP(vectorOf(integer), 1, "sext", "zext", "trunc", "sitofp", "uitofp", "inttoptr"),
	eachVP(vectorOf(pointer), 1, "ptrtoint"),
	each(func(name string) *ir.OpDef {
		return vpReduce(name, integer)
	}, "add", "and", "mul", "or", "smax", "smin", "umax", "umin", "xor"),
	each(func(name string) *ir.OpDef { return vpReduce(name, anyFloat) }, "fadd", "fmax", "fmin", "fmul"),
	each(vpSelect, "merge", "select"),
	[]*ir.OpDef{
		intrinsic("vp.load", predicated(operand("ptr", pointer)), anyLLVM, 0, ""),
		procedure("vp.store", predicated(operand("val", vector), operand("ptr", pointer)), ""),
		intrinsic("experimental.vp.strided.load",
			predicated(operand("ptr", pointer), operand("stride", integer)), anyLLVM, 0, ""),
		procedure("experimental.vp.strided.store",
			predicated(operand("val", vector), operand("ptr", pointer), operand("stride", integer)), ""),
	},
)

// predicated adds the mask and the number of elements behind the given operands.
func predicated(list ...ir.OperandDef) []ir.OperandDef {
	return append(list, operand("mask", vectorOfBool), operand("evl", i32))
}

// eachVP makes entries of intrinsics with one to three vectors.
func eachVP(t ir.TypeConstraint, count int, names ...string) []*ir.OpDef {
	return each(func(name string) *ir.OpDef {
		return intrinsic("vp."+name, predicated(operands(t, []string{"op1", "op2", "op3"}[:count]...)...),
			anyLLVM, ir.Pure, "")
	}, names...)
}

// vpReduce makes the entry of a reduction with a start value.
func vpReduce(name string, elem ir.TypeConstraint) *ir.OpDef {
	return intrinsic("vp.reduce."+name,
		predicated(operand("start_value", elem), operand("val", vectorOf(elem))), anyLLVM, ir.Pure, "")
}

// vpSelect makes the entry of a choice between the elements of two vectors. Operand 0 decides.
func vpSelect(name string) *ir.OpDef {
	return intrinsic("vp."+name,
		[]ir.OperandDef{operand("cond", vectorOfBool), operand("true_val", vector),
			operand("false_val", vector),
			operand("evl", i32)}, anyLLVM, ir.Pure, "")
}

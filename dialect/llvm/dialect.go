package llvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// Dialect is the llvm dialect.
var Dialect = &ir.Dialect{
	Name: "llvm",
	Ops: slices.Concat([]*ir.OpDef{
		Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, XOr, Shl, LShr, AShr, FAdd, FSub, FMul, FDiv, FRem,
		FNeg, ICmp, FCmp, Select, Freeze,
		Bitcast, AddrSpaceCast, PtrToInt, IntToPtr, SExt, ZExt, Trunc, SIToFP, UIToFP, FPToSI, FPToUI, FPExt,
		FPTrunc,
		Alloca, GEP, Load, Store, AtomicRMW, CmpXchg, Fence,
		ExtractValue, InsertValue, ExtractElement, InsertElement, ShuffleVector,
		ConstantOp, MLIRZero, MLIRUndef, MLIRPoison, NoneToken, AddressOf,
		Br, CondBr, Switch, Return, Unreachable, Call, Func, GlobalOp, CallIntrinsic, GlobalCtors,
		GlobalDtors, ComdatOp, ComdatSelector, InlineAsm,
	}, intrinsics, vpIntrinsics, memoryIntrinsics, coroIntrinsics),
	Enums:         enums,
	Types:         []string{"void", "token", "label", "metadata", "x86_amx", "ppc_fp128"},
	TypeDefs:      []*ir.TypeDef{Pointer, Array, Struct, Function},
	AttributeDefs: attributeDefs,
	OpaqueAttrs:   opaqueAttrs,
}

func init() { Dialect.Constant = materialize }

var codeLLVM = diag.Register("verify-llvm", "an llvm operation breaks a rule of its dialect",
	"The rules are those of the instruction or the intrinsic of LLVM that the operation stands for, as "+
		"LLVM's language reference has "+
		"them. Change the operand, the type or the attribute that the message names.")

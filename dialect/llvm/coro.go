package llvm

import "github.com/inflight-compiler/inflight/ir"

// The intrinsics of coroutines of the switched-resume kind.
var (
	CoroID = intrinsic("coro.id",
		[]ir.OperandDef{operand("align", i32), operand("promise", pointer), operand("coroaddr", pointer),
			operand("fnaddrs", pointer)}, anyLLVM, 0,
		"$align `,` $promise `,` $coroaddr `,` $fnaddrs attr-dict `:` functional-type(operands, results)")
	CoroBegin = intrinsic("coro.begin", []ir.OperandDef{operand("token", token), operand("mem", pointer)},
		anyLLVM, 0,
		"$token `,` $mem attr-dict `:` functional-type(operands, results)")
	CoroSize  = intrinsic("coro.size", nil, anyLLVM, 0, "attr-dict `:` type($res)")
	CoroAlign = intrinsic("coro.align", nil, anyLLVM, 0, "attr-dict `:` type($res)")
	CoroSave  = intrinsic("coro.save", operands(pointer, "handle"), anyLLVM, 0,
		"$handle attr-dict `:` functional-type(operands, results)")
	CoroSuspend = intrinsic("coro.suspend", []ir.OperandDef{operand("save", token), operand("final", i1)},
		anyLLVM, 0,
		"$save `,` $final attr-dict `:` type($res)")
	CoroEnd = intrinsic("coro.end",
		[]ir.OperandDef{operand("handle", pointer), operand("unwind", i1), operand("retvals", token)},
		anyLLVM, 0,
		"$handle `,` $unwind `,` $retvals attr-dict `:` functional-type(operands, results)")
	CoroFree = intrinsic("coro.free", []ir.OperandDef{operand("id", token), operand("handle", pointer)},
		anyLLVM, 0,
		"$id `,` $handle attr-dict `:` functional-type(operands, results)")
	CoroResume = procedure("coro.resume", operands(pointer, "handle"),
		"$handle attr-dict `:` qualified(type($handle))")
	CoroPromise = intrinsic("coro.promise",
		[]ir.OperandDef{operand("handle", pointer), operand("align", i32), operand("from", i1)}, pointer, 0,
		"$handle `,` $align `,` $from attr-dict `:` functional-type(operands, results)")
)

var coroIntrinsics = []*ir.OpDef{
	CoroID, CoroBegin, CoroSize, CoroAlign, CoroSave, CoroSuspend, CoroEnd, CoroFree, CoroResume, CoroPromise,
}

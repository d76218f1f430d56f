package convertasynctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

func (l *lowering) coroID(op *ir.Op) []*ir.Value {
	zero, null := llvmtypes.ConstInt(l.Builder, l.ctx.I32, 0), llvmtypes.Zero(l.Builder, l.pointer)
	return l.intrinsic(llvm.CoroID, l.token, zero, null, null, null)
}

// coroBegin allocates a frame of the size and alignment that LLVM will find it needs.
func (l *lowering) coroBegin(op *ir.Op) []*ir.Value {
	size := l.intrinsic(llvm.CoroSize, l.ctx.I64)[0]
	if l.inflight {
		return l.intrinsic(llvm.CoroBegin, l.pointer, op.Operand(0), l.get(allocateFrame, l.pointer, size)[0])
	}
	align := l.intrinsic(llvm.CoroAlign, l.ctx.I64)[0]
	memory := l.allocate(l.pointer, size, align)
	return l.intrinsic(llvm.CoroBegin, l.pointer, op.Operand(0), memory)
}

// allocate calls aligned_alloc, which asks for a size that is a multiple of the alignment. Its result keeps
// the type given until all types change.
func (l *lowering) allocate(t ir.Type, size, align *ir.Value) *ir.Value {
	more := llvmtypes.Binary(l.Builder, llvm.Add, size, align)
	up := llvmtypes.Binary(l.Builder, llvm.Sub, more, llvmtypes.ConstInt(l.Builder, l.ctx.I64, 1))
	mask := llvmtypes.Binary(l.Builder, llvm.Sub, llvmtypes.ConstInt(l.Builder, l.ctx.I64, 0), align)
	return l.callLLVM(allocFunction, []ir.Type{t}, align,
		llvmtypes.Binary(l.Builder, llvm.And, up, mask)).Result(0)
}

func (l *lowering) coroFree(op *ir.Op) []*ir.Value {
	memory := l.intrinsic(llvm.CoroFree, l.pointer, op.Operands()...)[0]
	if l.inflight {
		return l.do(freeFrame, memory, l.intrinsic(llvm.CoroSize, l.ctx.I64)[0])
	}
	l.callLLVM(freeFunction, []ir.Type{}, memory)
	return nil
}

func (l *lowering) coroEnd(op *ir.Op) []*ir.Value {
	unwind := llvmtypes.ConstInt(l.Builder, l.ctx.I1, 0)
	none := l.Make(llvm.NoneToken, nil, []ir.Type{l.token}).Result(0)
	l.intrinsic(llvm.CoroEnd, l.ctx.I1, op.Operand(0), unwind, none)
	return nil
}

func (l *lowering) coroSave(op *ir.Op) []*ir.Value {
	return l.intrinsic(llvm.CoroSave, l.token, op.Operand(0))
}

// coroSuspend switches on what the intrinsic gives: 0 where the coroutine is resumed, 1 where it is
// destroyed, and anything else when it has just been suspended.
func (l *lowering) coroSuspend(op *ir.Op) []*ir.Value {
	final := llvmtypes.ConstInt(l.Builder, l.ctx.I1, 0)
	code := l.intrinsic(llvm.CoroSuspend, l.ctx.Integer(8), op.Operand(0), final)
	wide := llvmtypes.Cast(l.Builder, llvm.SExt, code[0], l.ctx.I32)
	cases := l.ctx.Dense(l.ctx.Vector([]int64{2}, nil, l.ctx.I32), "\x00\x00\x00\x00\x01\x00\x00\x00", false)
	l.Create(ir.OpState{
		Def: llvm.Switch, Operands: []*ir.Value{wide}, Results: []ir.Type{}, Successors: op.Successors(),
		Attrs: []ir.NamedAttr{
			{Name: "case_values", Value: cases},
			{Name: "case_operand_segments", Value: l.ctx.I32Array(0, 0)},
			{Name: "operandSegmentSizes", Value: l.ctx.I32Array(1, 0, 0)},
		},
	})
	return nil
}

// resume lets the runtime call the function that resumes.
func (l *lowering) resume(op *ir.Op) []*ir.Value {
	return l.do("mlirAsyncRuntimeExecute", op.Operand(0), l.addressOf(resumeFunction))
}

func (l *lowering) awaitAndResume(op *ir.Op) []*ir.Value {
	v := op.Operand(0)
	resume := l.addressOf(resumeFunction)
	return l.do(of(v, "AwaitTokenAndExecute", "AwaitValueAndExecute", "AwaitAllInGroupAndExecute"), v,
		op.Operand(1), resume)
}

func (l *lowering) addressOf(name string) *ir.Value {
	return l.Make(llvm.AddressOf, nil, []ir.Type{l.pointer},
		ir.NamedAttr{Name: "global_name", Value: l.use(name)}).Result(0)
}

func (l *lowering) intrinsic(def *ir.OpDef, result ir.Type, operands ...*ir.Value) []*ir.Value {
	return l.results(l.Make(def, operands, []ir.Type{result}))
}

// callLLVM calls a function of the C library.
func (l *lowering) callLLVM(name string, results []ir.Type, operands ...*ir.Value) *ir.Op {
	return llvmtypes.NewCall(l.Builder, results, operands, ir.NamedAttr{Name: "callee", Value: l.use(name)})
}

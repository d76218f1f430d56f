package asynctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

func (l *lowering) coroID(op *ir.Op) []*ir.Value {
	zero, null := l.constant(l.ctx.I32, 0), l.zero()
	return l.intrinsic(llvm.CoroID, l.token, zero, null, null, null)
}

// coroBegin allocates a frame of the size and alignment that LLVM will find it needs.
func (l *lowering) coroBegin(op *ir.Op) []*ir.Value {
	size := l.intrinsic(llvm.CoroSize, l.ctx.I64)[0]
	if l.inflight {
		return l.intrinsic(llvm.CoroBegin, l.pointer, op.Operand(0), l.get(allocateFrame, l.pointer, size)[0])
	}
	align := l.intrinsic(llvm.CoroAlign, l.ctx.I64)[0]
	memory := l.allocate(size, align)
	return l.intrinsic(llvm.CoroBegin, l.pointer, op.Operand(0), memory)
}

// allocate calls aligned_alloc, which asks for a size that is a multiple of the alignment.
func (l *lowering) allocate(size, align *ir.Value) *ir.Value {
	more := l.binary(llvm.Add, size, align)
	up := l.binary(llvm.Sub, more, l.constant(l.ctx.I64, 1))
	mask := l.binary(llvm.Sub, l.constant(l.ctx.I64, 0), align)
	return l.callLLVM(allocFunction, []ir.Type{l.pointer}, align, l.binary(llvm.And, up, mask)).Result(0)
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
	unwind := l.constant(l.ctx.I1, 0)
	none := l.Create(ir.OpState{Def: llvm.NoneToken, Results: []ir.Type{l.token}}).Result(0)
	l.intrinsic(llvm.CoroEnd, l.ctx.I1, op.Operand(0), unwind, none)
	return nil
}

func (l *lowering) coroSave(op *ir.Op) []*ir.Value {
	return l.intrinsic(llvm.CoroSave, l.token, op.Operand(0))
}

// coroSuspend switches on what the intrinsic gives: 0 where the coroutine is resumed, 1 where it is destroyed, and anything
// else when it has just been suspended.
func (l *lowering) coroSuspend(op *ir.Op) []*ir.Value {
	final := l.constant(l.ctx.I1, 0)
	code := l.intrinsic(llvm.CoroSuspend, l.ctx.Integer(8), op.Operand(0), final)
	wide := l.Create(ir.OpState{Def: llvm.SExt, Operands: code, Results: []ir.Type{l.ctx.I32}}).Result(0)
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
	return l.do(of(v, "AwaitTokenAndExecute", "AwaitValueAndExecute", "AwaitAllInGroupAndExecute"), v, op.Operand(1), resume)
}

func (l *lowering) addressOf(name string) *ir.Value {
	return l.Create(ir.OpState{
		Def: llvm.AddressOf, Results: []ir.Type{l.pointer}, Attrs: []ir.NamedAttr{{Name: "global_name", Value: l.ctx.SymbolRef(name)}},
	}).Result(0)
}

func (l *lowering) intrinsic(def *ir.OpDef, result ir.Type, operands ...*ir.Value) []*ir.Value {
	return l.Create(ir.OpState{Def: def, Operands: operands, Results: []ir.Type{result}}).Results()
}

func (l *lowering) constant(t ir.Type, v int64) *ir.Value {
	return l.Create(ir.OpState{
		Def: llvm.ConstantOp, Results: []ir.Type{t}, Attrs: []ir.NamedAttr{{Name: "value", Value: l.ctx.Int(t, v)}},
	}).Result(0)
}

func (l *lowering) binary(def *ir.OpDef, x, y *ir.Value) *ir.Value {
	return l.Create(ir.OpState{Def: def, Operands: []*ir.Value{x, y}, Results: []ir.Type{x.Type()}}).Result(0)
}

func (l *lowering) callLLVM(name string, results []ir.Type, operands ...*ir.Value) *ir.Op {
	l.used[name] = true
	return l.Create(ir.OpState{
		Def: llvm.Call, Operands: operands, Results: results,
		Attrs: []ir.NamedAttr{
			{Name: "callee", Value: l.ctx.SymbolRef(name)},
			{Name: "operandSegmentSizes", Value: l.ctx.I32Array(int64(len(operands)), 0)},
			{Name: "op_bundle_sizes", Value: l.ctx.I32Array()},
		},
	})
}

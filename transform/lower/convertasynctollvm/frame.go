package convertasynctollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// frameType returns the struct that the layout of a frame stands for.
func (l *lowering) frameType(frame *ir.Value, op *ir.Op) ir.Type {
	return l.layoutType(coro.LayoutOf(frame, op, l.symbols))
}

func (l *lowering) layoutType(layout *ir.Op) ir.Type {
	if l.frames[layout] == nil {
		var members []ir.Type
		for _, t := range coro.Slots(layout) {
			member, ok := l.payload(layout, t)
			if !ok {
				member = l.pointer
			}
			members = append(members, member)
		}
		if l.waits != nil {
			members = slices.Insert(members, 1, l.waits.members(l)...)
		}
		l.frames[layout] = llvm.StructType(l.ctx, members...)
	}
	return l.frames[layout]
}

func (l *lowering) frameCreate(op *ir.Op) []*ir.Value {
	t := l.frameType(op.Result(0), op)
	size := l.sizeOf(t)
	if l.inflight {
		frame := l.get(allocateFrame, op.Result(0).Type(), size)
		if l.waits != nil {
			l.waits.none(l, frame[0], t)
		}
		return frame
	}
	const align = 64 // of the longest vectors, as in Inflight's runtime
	return []*ir.Value{l.allocate(op.Result(0).Type(), size, llvmtypes.ConstInt(l.Builder, l.ctx.I64, align))}
}

func (l *lowering) frameFree(op *ir.Op) []*ir.Value {
	frame := op.Operand(0)
	if l.inflight {
		return l.do(freeFrame, frame, l.sizeOf(l.frameType(frame, op)))
	}
	l.callLLVM(freeFunction, []ir.Type{}, frame)
	return nil
}

// slot computes the address of a slot and returns what it holds.
func (l *lowering) slot(op *ir.Op) (address *ir.Value, held ir.Type) {
	t := l.frameType(op.Operand(0), op)
	i, _ := op.IntAttr("slot")
	if l.waits != nil && i > 0 { // behind what says where it waits
		i += awaitedMember
	}
	members, _ := llvm.Members(t)
	return l.gep(op.Operand(0), t, 0, i), members[i]
}

func (l *lowering) frameLoad(op *ir.Op) []*ir.Value {
	address, held := l.slot(op)
	return l.loadFrom(address, held, op.Result(0).Type())
}

func (l *lowering) frameStore(op *ir.Op) []*ir.Value {
	address, held := l.slot(op)
	llvmtypes.Store(l.Builder, l.cast(op.Operand(1), held), address)
	if l.waits != nil && l.waits.resolved[op] {
		l.do(resolvedBy, op.Operand(1), op.Operand(0))
	}
	return nil
}

func (l *lowering) frameResume(op *ir.Op) []*ir.Value {
	return l.do("mlirAsyncRuntimeExecute", op.Operand(0), l.callee(op))
}

// frameAwait is never ready with MLIR's runtime, which has no way to tell.
func (l *lowering) frameAwait(op *ir.Op) []*ir.Value {
	v, frame, callee := op.Operand(0), op.Operand(1), l.callee(op)
	if l.waits != nil {
		l.waits.tell(l, op, frame)
	}
	if l.inflight {
		return l.get(awaitOrExecute, l.ctx.I1, v, frame, callee)
	}
	l.do(of(v, "AwaitTokenAndExecute", "AwaitValueAndExecute", "AwaitAllInGroupAndExecute"), v, frame, callee)
	return []*ir.Value{llvmtypes.ConstInt(l.Builder, l.ctx.I1, 0)}
}

// isReady asks Inflight's runtime; MLIR's does not say.
func (l *lowering) isReady(op *ir.Op) []*ir.Value {
	if l.inflight {
		return l.get(isResolved, l.ctx.I1, op.Operand(0))
	}
	return []*ir.Value{llvmtypes.ConstInt(l.Builder, l.ctx.I1, 0)}
}

// callee returns the address of the function that goes on.
func (l *lowering) callee(op *ir.Op) *ir.Value {
	typ := l.ctx.Function([]ir.Type{l.pointer}, nil)
	fn := l.Make(function.Constant, nil, []ir.Type{typ},
		ir.NamedAttr{Name: "value", Value: op.Attr("callee")}).Result(0)
	return l.cast(fn, l.pointer)
}

// eraseLayouts removes what nothing refers to any more.
func (l *lowering) eraseLayouts() {
	for op := range l.module.Body().Ops() {
		if op.Is(coro.Layout) {
			op.Erase()
		}
	}
}

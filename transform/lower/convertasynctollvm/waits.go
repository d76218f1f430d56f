package convertasynctollvm

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/coro"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// waits is what the runtime needs to tell who waits for whom (inflight_async.h): a table of places, one per
// line; and frames that have, behind the state, the number of a line and the object that is awaited there.
type waits struct {
	lines    strings.Builder
	numbers  map[string]int64
	resolved map[*ir.Op]bool // the coro.stores of objects that the coroutine resolves
}

// The members of frames beside the slots.
const (
	placeMember   = 1
	awaitedMember = 2
)

// placesTable is the name of the table.
const placesTable = "inflightAsyncPlaces"

// newWaits numbers the places of a module's waits in their order.
func newWaits(module *ir.Op) *waits {
	w := &waits{numbers: map[string]int64{}, resolved: map[*ir.Op]bool{}}
	for op := range module.Walk() {
		switch {
		case op.Is(coro.Await), op.Is(async.RuntimeAwait):
			w.add(lineOf(op))
		case op.Is(coro.Store):
			w.resolved[op] = isReturned(op.Operand(1))
		}
	}
	return w
}

func (w *waits) add(line string) {
	if line != "" && w.numbers[line] == 0 {
		w.lines.WriteString(line)
		w.numbers[line] = int64(len(w.numbers) + 1)
	}
}

// lineOf returns the place of an operation as the table has it, "" if it is not known.
func lineOf(op *ir.Op) string {
	file, line, column := place(op)
	if file == "" || strings.ContainsAny(file, "\n\x00") {
		return ""
	}
	return fmt.Sprintf("%d:%d:%s\n", line, column, file)
}

// isReturned reports whether a value is a new object that its function returns: that is what the coroutine of
// a ramp resolves.
func isReturned(v *ir.Value) bool {
	if op := v.DefiningOp(); op == nil || !op.Is(async.RuntimeCreate) {
		return false
	}
	for use := range v.Uses() {
		if use.Owner().Is(function.Return) {
			return true
		}
	}
	return false
}

// table adds the table to the module.
func (w *waits) table(l *lowering) {
	if l.declared[placesTable] != nil {
		return
	}
	text := w.lines.String() + "\x00"
	b := ir.AtEnd(l.ctx, l.module.Body())
	b.Loc = l.module.Loc()
	l.declared[placesTable] = llvmtypes.NewGlobal(b, placesTable,
		llvm.ArrayType(l.ctx, int64(len(text)), l.ctx.I8), llvm.LinkageExternal,
		ir.NamedAttr{Name: "constant", Value: l.ctx.Unit},
		ir.NamedAttr{Name: "value", Value: l.ctx.String(text)})
}

// members returns the types of what frames have behind the state.
func (w *waits) members(l *lowering) []ir.Type { return []ir.Type{l.ctx.I32, l.pointer} }

// number returns the number of an operation's place, 0 if that is not known.
func (w *waits) number(l *lowering, op *ir.Op) *ir.Value {
	return llvmtypes.ConstInt(l.Builder, l.ctx.I32, w.numbers[lineOf(op)])
}

// tell stores into a frame where its coroutine waits, and for what.
func (w *waits) tell(l *lowering, await *ir.Op, frame *ir.Value) {
	t := l.frameType(frame, await)
	llvmtypes.Store(l.Builder, w.number(l, await), l.gep(frame, t, 0, placeMember))
	llvmtypes.Store(l.Builder, await.Operand(0), l.gep(frame, t, 0, awaitedMember))
}

// none stores into a frame that its coroutine does not wait.
func (w *waits) none(l *lowering, frame *ir.Value, t ir.Type) {
	llvmtypes.Store(l.Builder, llvmtypes.Zero(l.Builder, l.pointer), l.gep(frame, t, 0, awaitedMember))
}

// await blocks. In a coroutine that has been suspended before, the frame says so as well.
func (w *waits) await(l *lowering, op *ir.Op) []*ir.Value {
	frame := frameOf(op)
	if frame != nil {
		w.tell(l, op, frame)
	}
	l.do(awaitAt, op.Operand(0), w.number(l, op))
	if frame != nil {
		w.none(l, frame, l.frameType(frame, op))
	}
	return nil
}

// frameOf returns the frame of the coroutine that goes on in the function around an operation, nil if it is
// no such function.
func frameOf(op *ir.Op) *ir.Value {
	fn := op.Parent()
	for fn != nil && !fn.Is(function.Func) {
		fn = fn.Parent()
	}
	if fn == nil || fn.Body().NumArgs() == 0 || !coro.IsFrame(fn.Body().Arg(0).Type()) {
		return nil
	}
	return fn.Body().Arg(0)
}

// clearOnResume makes a function in which a coroutine is resumed begin by recording that the coroutine does
// not wait any more.
func (w *waits) clearOnResume(l *lowering, fn *ir.Op) {
	frame := frameOf(fn.Body().First())
	if frame == nil {
		return
	}
	l.SetStart(fn.Body())
	l.Loc = fn.Loc()
	w.none(l, frame, l.frameType(frame, fn))
}

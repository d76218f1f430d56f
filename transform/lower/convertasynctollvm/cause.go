package convertasynctollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// messageAttr is the attribute of an async.runtime.set_error that says what went wrong at its location.
const messageAttr = "message"

// causeOf returns the message of an operation that sets an error, and whether it has one.
func causeOf(op *ir.Op) (string, bool) {
	if !op.Is(async.RuntimeSetError) {
		return "", false
	}
	message, ok := op.Attr(messageAttr).(*ir.StringAttr)
	if !ok {
		return "", false
	}
	return message.Value, true
}

// place returns where an operation comes from.
func place(op *ir.Op) (file string, line, column int64) {
	if span := ir.LocationSpan(op.Loc()); span.IsKnown() {
		p := span.Place()
		return p.Filename, int64(p.Line), int64(p.Col)
	}
	return "", 0, 0
}

// prepareTexts makes the global constants that the lowering of an operation needs.
func (l *lowering) prepareTexts(op *ir.Op) {
	var texts []string
	file, _, _ := place(op)
	if message, ok := causeOf(op); ok {
		texts = []string{message, file}
	} else if op.Is(task.RuntimeCall) {
		texts = []string{op.StringAttr(task.TextAttr), file}
	}
	for _, s := range texts {
		if l.texts[s] == nil {
			l.texts[s] = l.global("__async_text", s+"\x00")
		}
	}
}

// setErrorAt resolves a token or value to an error with its cause.
func (l *lowering) setErrorAt(op *ir.Op, message string) []*ir.Value {
	file, line, column := place(op)
	return l.do(setErrorAt, op.Operand(0), l.text(message), l.text(file),
		llvmtypes.ConstInt(l.Builder, l.ctx.I64, line), llvmtypes.ConstInt(l.Builder, l.ctx.I64, column))
}

// callTask calls a function of the runtime that the task dialect is lowered to.
func (l *lowering) callTask(op *ir.Op) []*ir.Value {
	if !l.inflight {
		l.errs.Add(op.OpErrorf(codeLeft, "calls Inflight's runtime, and the runtime is another one"))
		return nil
	}
	operands := slices.Clone(op.Operands())
	if text, ok := op.Attr(task.TextAttr).(*ir.StringAttr); ok {
		operands = append(operands, l.text(text.Value))
	}
	if op.Attr(task.LocatedAttr) != nil {
		file, line, column := place(op)
		operands = append(operands, l.text(file), llvmtypes.ConstInt(l.Builder, l.ctx.I64, line),
			llvmtypes.ConstInt(l.Builder, l.ctx.I64, column))
	}
	return l.call(op.StringAttr(task.CalleeAttr), op.ResultTypes(), operands...).Results()
}

// text returns the address of a string that ends with a zero.
func (l *lowering) text(s string) *ir.Value { return l.addressOf(l.texts[s].SymbolName()) }

func (l *lowering) global(base, s string) *ir.Op {
	name := l.unique(base)
	b := ir.AtEnd(l.ctx, l.module.Body())
	b.SetStart(l.module.Body())
	b.Loc = l.module.Loc()
	t := llvm.ArrayType(l.ctx, int64(len(s)), l.ctx.I8)
	g := llvmtypes.NewGlobal(b, name, t, llvm.LinkagePrivate,
		ir.NamedAttr{Name: "constant", Value: l.ctx.Unit},
		ir.NamedAttr{Name: "value", Value: l.ctx.String(s)})
	l.declared[name] = g
	return g
}

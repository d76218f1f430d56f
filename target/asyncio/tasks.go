package asyncio

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

// declaration accepts the functions of MLIR's runner libraries that print an integer or a line's end.
func (w *writer) declaration(op *ir.Op) {
	if prints[op.SymbolName()] == "" {
		w.refuse(op, ": it has no body")
	}
}

// prints are the functions that print, as Python with the argument in place of %s.
var prints = map[string]string{
	"printI64": `print(%s, end="")`, "printU64": `print(unsigned(%s, 64), end="")`,
	"printNewline": `print(%s)`,
	"printComma":   `print(%s", ", end="")`,
}

// call writes a call, which runs in the task of the caller.
func (w *writer) call(op *ir.Op) {
	fn := w.symbols.Resolve(op, op.Def().Callee(op))
	args := strings.Join(w.nameAll(op.Operands()), ", ")
	if fn.Region(0).Empty() {
		if _, known := printed.Lookup(fn); known && prints[fn.SymbolName()] != "" {
			w.line(prints[fn.SymbolName()], args)
		}
		return
	}
	results := ""
	if op.NumResults() > 0 {
		results = "[" + strings.Join(w.nameAll(op.Results()), ", ") + "] = "
	}
	w.line("%sawait %s(%s)", results, functionName(fn), args)
}

// asyncCall writes the call of an async.func: of a lazy one, or a task.
func (w *writer) asyncCall(op *ir.Op) {
	fn := w.symbols.Resolve(op, op.Def().Callee(op))
	args := w.nameAll(op.Operands())
	switch {
	case fn.Region(0).Empty():
		w.refuse(op, ": the function has no body")
	case async.IsLazy(fn):
		w.results(op, fmt.Sprintf("Lazy(%s)",
			strings.Join(append([]string{functionName(fn)}, args...), ", ")))
	default:
		w.results(op, fmt.Sprintf("Work(%s(%s))", functionName(fn), strings.Join(args, ", ")))
	}
}

// results writes the token and the values of some work.
func (w *writer) results(op *ir.Op, work string) {
	w.tasks++
	name := fmt.Sprintf("work_%d", w.tasks)
	w.line("%s = %s", name, work)
	n := 0
	for _, v := range op.Results() {
		if async.IsToken(v.Type()) {
			w.line("%s = Result(%s)", w.name(v), name)
			continue
		}
		w.line("%s = Result(%s, %d)", w.name(v), name, n)
		n++
	}
}

// execute writes a task. Its body is a function of what it uses from outside, since Python's functions see
// the variables around them as they are when they run.
func (w *writer) execute(op *ir.Op) {
	for _, v := range op.Operands() {
		w.line("%s.start()", w.name(v))
	}
	captured := w.captured(op)
	w.tasks++
	task := fmt.Sprintf("task_%d", w.tasks)
	params := w.nameAll(captured)
	w.line("async def %s(%s):", task, strings.Join(params, ", "))
	w.indent++
	if deps := w.nameAll(async.Dependencies(op)); len(deps) > 0 {
		w.line("await depend(%s)", strings.Join(deps, ", "))
	}
	for i, v := range async.Unwrapped(op) {
		w.line("%s = await %s", w.name(op.Body().Arg(i)), w.name(v))
	}
	w.indent--
	w.body(op)
	w.results(op, fmt.Sprintf("Work(%s(%s))", task, strings.Join(params, ", ")))
}

// captured returns the values from outside that a task depends on or uses, each once.
func (w *writer) captured(op *ir.Op) []*ir.Value {
	var list []*ir.Value
	seen := map[*ir.Value]bool{}
	for inner := range op.Walk() {
		for _, v := range inner.Operands() {
			b := v.ParentBlock()
			inside := inner != op && op.Region(0).FindAncestor(b.ParentOp()) != nil || b.ParentOp() == op
			if !inside && !seen[v] {
				seen[v] = true
				list = append(list, v)
			}
		}
	}
	return list
}

func (w *writer) await(op *ir.Op) {
	if op.NumResults() > 0 {
		w.line("%s = await %s", w.name(op.Result(0)), w.name(op.Operand(0)))
	} else {
		w.line("await %s", w.name(op.Operand(0)))
	}
}

func (w *writer) createGroup(op *ir.Op) {
	w.line("%s = Group(%s)", w.name(op.Result(0)), w.name(op.Operand(0)))
}

func (w *writer) addToGroup(op *ir.Op) {
	w.line("%s = %s.add(%s)", w.name(op.Result(0)), w.name(op.Operand(1)), w.name(op.Operand(0)))
}

func (w *writer) awaitAll(op *ir.Op) { w.line("await %s.wait()", w.name(op.Operand(0))) }

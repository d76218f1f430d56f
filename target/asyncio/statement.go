package asyncio

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// statements writes each operation that is no expression.
var statements map[string]func(w *writer, op *ir.Op)

func init() {
	statements = map[string]func(*writer, *ir.Op){
		"func.return": (*writer).leave, "async.return": (*writer).leave, "async.yield": (*writer).leave,
		"func.call": (*writer).call, "async.call": (*writer).asyncCall, "async.execute": (*writer).execute,
		"async.await": (*writer).await, "async.create_group": (*writer).createGroup,
		"async.add_to_group": (*writer).addToGroup, "async.await_all": (*writer).awaitAll,
		"scf.if": (*writer).branch, "scf.for": (*writer).loop, "scf.while": (*writer).while,
		"memref.alloc": (*writer).alloc, "memref.alloca": (*writer).alloc,
		"memref.dealloc": func(*writer, *ir.Op) {},
		"memref.load":    (*writer).load, "memref.store": (*writer).store,
		"memref.atomic_rmw": (*writer).update,
		"cf.assert":         (*writer).assert, "vector.print": (*writer).print,
	}
}

// block writes the operations of a block.
func (w *writer) block(b *ir.Block) {
	start := w.b.Len()
	for op := range b.Ops() {
		if write := statements[op.Name()]; write != nil {
			write(w, op)
		} else if text := w.expression(op); text != "" {
			w.line("%s = %s", w.name(op.Result(0)), text)
		} else if op.Name() != "scf.yield" && op.Name() != "scf.condition" {
			w.refuse(op, "")
		}
	}
	if w.b.Len() == start {
		w.line("pass")
	}
}

// leave writes the end of a function or a task, which returns a list of payloads.
func (w *writer) leave(op *ir.Op) {
	w.line("return [%s]", strings.Join(w.nameAll(op.Operands()), ", "))
}

func (w *writer) branch(op *ir.Op) {
	w.line("if %s:", w.name(op.Operand(0)))
	for i, r := range op.Regions() {
		if r.Empty() {
			continue
		}
		if i == 1 {
			w.line("else:")
		}
		w.indent++
		w.block(r.Entry())
		w.assign(op.Results(), r.Entry().Last().Operands())
		w.indent--
	}
}

func (w *writer) loop(op *ir.Op) {
	args := op.Body().Args()
	w.assign(args[1:], op.Operands()[3:])
	bounds := w.nameAll(op.Operands()[:3])
	w.line("for %s in range(%s):", w.name(args[0]), strings.Join(bounds, ", "))
	w.indent++
	w.block(op.Body())
	w.assign(args[1:], op.Body().Last().Operands())
	w.indent--
	w.assign(op.Results(), args[1:])
}

func (w *writer) while(op *ir.Op) {
	before, after := op.Region(0).Entry(), op.Region(1).Entry()
	w.assign(before.Args(), op.Operands())
	w.line("while True:")
	w.indent++
	w.block(before)
	condition := before.Last()
	w.line("if not %s:", w.name(condition.Operand(0)))
	w.line("    break")
	w.assign(after.Args(), condition.Operands()[1:])
	w.block(after)
	w.assign(before.Args(), after.Last().Operands())
	w.indent--
	w.assign(op.Results(), condition.Operands()[1:])
}

// ---- memory ----

func (w *writer) alloc(op *ir.Op) {
	t := op.Result(0).Type().(*ir.MemRefType)
	dynamic := 0
	for _, n := range t.Shape {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	if !isNumber(t.Elem) || op.NumOperands() != dynamic {
		w.refuse(op, fmt.Sprintf(" with the type %v", t))
		return
	}
	sizes, shape := w.nameAll(op.Operands()), ""
	for _, n := range t.Shape {
		if n == ir.Dynamic {
			shape += sizes[0] + ", "
			sizes = sizes[1:]
		} else {
			shape += fmt.Sprintf("%d, ", n)
		}
	}
	unwritten := "-1"
	switch {
	case isFloat(t.Elem):
		unwritten = "math.nan"
	case widthOf(t.Elem) == 1:
		unwritten = "1"
	}
	w.line("%s = Memory((%s), %s)", w.name(op.Result(0)), strings.TrimSuffix(shape, " "), unwritten)
}

func (w *writer) load(op *ir.Op) {
	w.line("%s = %s.load(%s)", w.name(op.Result(0)), w.name(op.Operand(0)),
		strings.Join(w.nameAll(op.Operands()[1:]), ", "))
}

func (w *writer) store(op *ir.Op) {
	args := append([]string{w.name(op.Operand(0))}, w.nameAll(op.Operands()[2:])...)
	w.line("%s.store(%s)", w.name(op.Operand(1)), strings.Join(args, ", "))
}

// update writes a memref.atomic_rmw, whose kind is the name of an operation on the old and the given value.
func (w *writer) update(op *ir.Op) {
	kind, _ := op.IntAttr("kind")
	combine := "y" // assign
	if how := ir.AtomicKind.CaseName(kind); how != "assign" {
		write := binaries["arith."+how]
		if write == nil {
			w.refuse(op, fmt.Sprintf(" of the kind '%s'", how))
			return
		}
		combine = write(op.Operand(0).Type(), "x", "y")
	}
	args := append([]string{"lambda x, y: " + combine, w.name(op.Operand(0))},
		w.nameAll(op.Operands()[2:])...)
	w.line("%s = %s.update(%s)", w.name(op.Result(0)), w.name(op.Operand(1)), strings.Join(args, ", "))
}

func (w *writer) assert(op *ir.Op) {
	w.line("check(%s, %q)", w.name(op.Operand(0)), op.StringAttr("msg"))
}

func (w *writer) print(op *ir.Op) {
	if op.NumOperands() != 1 || !isNumber(op.Operand(0).Type()) || isFloat(op.Operand(0).Type()) {
		w.refuse(op, ", but for integers")
		return
	}
	w.line("print(%s)", w.name(op.Operand(0)))
}

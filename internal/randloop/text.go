package randloop

import (
	"fmt"
	"strings"
)

// writer prints a program.
type writer struct {
	p    *Program
	b    strings.Builder
	next int // number of the next value
}

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, format+"\n", args...)
}

func (w *writer) fresh() string {
	w.next++
	return fmt.Sprintf("%%v%d", w.next)
}

func (w *writer) arrayType() string { return fmt.Sprintf("memref<%dxi32>", w.p.ArraySize()) }

func bufferType(b *Buffer) string { return fmt.Sprintf("memref<%dxi32, 3>", b.Size) }

func (w *writer) program() {
	p := w.p
	args := []string{fmt.Sprintf("%%P: memref<%dxi1>", p.ArraySize()), "%Q: " + w.arrayType()}
	for _, a := range p.Arrays {
		args = append(args, fmt.Sprintf("%%%s: %s", a.Name, w.arrayType()))
	}
	if p.Dynamic {
		args = append(args, "%n: index")
	}
	w.line("func.func @f(%s) {", strings.Join(args, ", "))
	for i := range int64(2*margin + 1) {
		w.line("  %%c%d = arith.constant %d : index", i, i)
	}
	w.line("  %%lower = arith.constant %d : index", p.Lower)
	w.line("  %%step = arith.constant %d : index", p.Step)
	w.upper()
	w.allocs(false)
	w.line("  scf.for %%i = %%lower to %%upper step %%step {")
	w.allocs(true)
	if p.Shares {
		w.shared()
	}
	for i, s := range p.Stmts {
		w.line("  // Statement %d.", i)
		w.statement(s)
	}
	w.line(
		"  } {software_pipeline_stage = %s, software_pipeline_order = %s, software_pipeline_async_stages = "+
			"%s}",
		ints(p.Stages), ints(p.Order), ints(p.Async))
	w.line("  return")
	w.line("}")
}

// shared prints %q, which several statements need: a value of the array Q, at a subscript loaded from Q.
func (w *writer) shared() {
	w.line("  %%q0 = memref.load %%Q[%%i] : %s", w.arrayType())
	w.line("  %%eight = arith.constant 8 : i32")
	w.line("  %%q1 = arith.remui %%q0, %%eight : i32")
	w.line("  %%q2 = arith.index_cast %%q1 : i32 to index")
	w.line("  %%q = memref.load %%Q[%%q2] : %s", w.arrayType())
}

func (w *writer) upper() {
	if !w.p.Dynamic {
		w.line("  %%upper = arith.constant %d : index", w.p.Lower+w.p.Step*w.p.Trips)
		return
	}
	w.line("  %%span = arith.muli %%n, %%step : index")
	w.line("  %%upper = arith.addi %%lower, %%span : index")
}

func (w *writer) allocs(inside bool) {
	for _, b := range w.p.Buffers {
		if b.Inside == inside {
			w.line("  %%%s = memref.alloc() : %s", b.Name, bufferType(b))
		}
	}
}

func (w *writer) statement(s *Stmt) {
	if s.Form == Block {
		w.line("  pipeline.block {")
	}
	if s.Guard {
		p := w.fresh()
		w.line("  %s = memref.load %%P[%%i] : memref<%dxi1>", p, w.p.ArraySize())
		w.line("  scf.if %s {", p)
	}
	w.inside(s)
	if s.Guard {
		w.line("  }")
	}
	if s.Form == Block {
		w.line("  }")
	}
}

// inside prints what the statement does.
func (w *writer) inside(s *Stmt) {
	target := s.write()
	switch {
	case s.Form == Inner:
		w.inner(s)
	case target.Whole:
		e := w.fresh()
		w.line("  scf.for %s = %%c0 to %%c%d step %%c1 {", e, target.Buffer.Size)
		w.store(w.value(s, e), target.Buffer, e)
		w.line("  }")
	case target.Buffer != nil:
		w.store(w.value(s, "%i"), target.Buffer, fmt.Sprintf("%%c%d", target.Offset))
	default:
		v := w.value(s, "%i")
		w.line("  memref.store %s, %%%s[%s] : %s", v, target.Array.Name, w.subscript(target.Offset),
			w.arrayType())
	}
}

// inner prints a loop that is pipelined itself: through a scratch buffer, the
// first of its statements asynchronous or not.
func (w *writer) inner(s *Stmt) {
	target := s.write()
	e, scratch, x := w.fresh(), w.fresh(), w.fresh()
	async := ints(nil)
	if s.Salt%2 == 0 {
		async = "[0]"
	}
	w.line("  pipeline.block {")
	w.line("  %s = memref.alloc() : memref<1xi32, 5>", scratch)
	w.line("  scf.for %s = %%c0 to %%c%d step %%c1 {", e, target.Buffer.Size)
	w.line("  memref.store %s, %s[%%c0] : memref<1xi32, 5>", w.value(s, e), scratch)
	w.line("  %s = memref.load %s[%%c0] : memref<1xi32, 5>", x, scratch)
	w.store(x, target.Buffer, e)
	w.line(
		"  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], "+
			"software_pipeline_async_stages = %s}", async)
	w.line("  }")
}

func (w *writer) store(v string, b *Buffer, subscript string) {
	w.line("  memref.store %s, %%%s[%s] : %s", v, b.Name, subscript, bufferType(b))
}

// value prints the computation of what a statement writes and returns its name.
func (w *writer) value(s *Stmt, salt string) string {
	cast, v := w.fresh(), w.fresh()
	w.line("  %s = arith.index_cast %s : index to i32", cast, salt)
	constant := w.fresh()
	w.line("  %s = arith.constant %d : i32", constant, s.Salt)
	w.line("  %s = arith.addi %s, %s : i32", v, cast, constant)
	if w.p.Shares && s.Salt%3 > 0 {
		sum := w.fresh()
		w.line("  %s = arith.addi %s, %%q : i32", sum, v)
		v = sum
	}
	for _, a := range s.Accesses[:len(s.Accesses)-1] {
		loaded, sum := w.load(&a), w.fresh()
		w.line("  %s = arith.addi %s, %s : i32", sum, v, loaded)
		v = sum
	}
	return v
}

func (w *writer) load(a *Access) string {
	v := w.fresh()
	if a.Array != nil {
		at := w.subscript(a.Offset)
		w.line("  %s = memref.load %%%s[%s] : %s", v, a.Array.Name, at, w.arrayType())
		return v
	}
	w.line("  %s = memref.load %%%s[%%c%d] : %s", v, a.Buffer.Name, a.Offset, bufferType(a.Buffer))
	return v
}

// subscript prints %i + margin + offset.
func (w *writer) subscript(offset int64) string {
	at := w.fresh()
	w.line("  %s = arith.addi %%i, %%c%d : index", at, margin+offset)
	return at
}

package copyloop

import (
	"fmt"
	"strings"
)

// extent is the number of iterations that arrays have room for.
const extent = 8

// Text returns the program in MLIR's syntax.
func (p *Program) Text() string {
	w := &writer{p: p}
	w.program()
	return w.b.String()
}

type writer struct {
	p    *Program
	b    strings.Builder
	next int
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }

func (w *writer) fresh() string {
	w.next++
	return fmt.Sprintf("%%v%d", w.next)
}

// step is how far the elements that a copy takes lie apart.
func (c *Copy) step() int64 {
	if c.Form == Strided {
		return 2
	}
	return 1
}

// row is the number of elements that one iteration has in the array.
func (c *Copy) row() int64 { return c.N*c.step() + c.Pad }

func (c *Copy) rows() int64 {
	n := int64(extent)
	if c.Form == Block {
		n *= c.Rows
	}
	if c.Guard == Limited {
		n = max(c.Limit, 1)
	}
	return n
}

func (c *Copy) arrayType() string {
	if c.Flat {
		return fmt.Sprintf("memref<%dx%s>", c.rows()*c.row(), c.Elem)
	}
	return fmt.Sprintf("memref<%dx%dx%s>", c.rows(), c.row(), c.Elem)
}

func (c *Copy) bufferShape() string {
	if c.Form == Block {
		return fmt.Sprintf("%dx%d", c.Rows, c.N)
	}
	return fmt.Sprint(c.N)
}

func (c *Copy) bufferType() string { return fmt.Sprintf("memref<%sx%s, 3>", c.bufferShape(), c.Elem) }

func (c *Copy) outType() string {
	return fmt.Sprintf("memref<%dx%sx%s>", extent, c.bufferShape(), c.Elem)
}

func (w *writer) program() {
	args := []string{fmt.Sprintf("%%P: memref<%dxi1>", extent)}
	for i, c := range w.p.Copies {
		args = append(args, fmt.Sprintf("%%A%d: %s, %%C%d: %s", i, c.arrayType(), i, c.outType()))
	}
	if w.p.Dynamic {
		args = append(args, "%n: index")
	}
	w.line("func.func @f(%s) {", strings.Join(args, ", "))
	w.constants()
	for i, c := range w.p.Copies {
		if !c.Inside {
			w.line("  %%S%d = memref.alloc() : %s", i, c.bufferType())
		}
	}
	upper := fmt.Sprintf("%%c%d", w.p.Trips)
	if w.p.Dynamic {
		upper = "%n"
	}
	w.line("  scf.for %%i = %%c0 to %s step %%c1 {", upper)
	for i, c := range w.p.Copies {
		if c.Inside {
			w.line("    %%S%d = memref.alloc() : %s", i, c.bufferType())
		}
	}
	for i := range w.p.Copies {
		w.statement(i)
	}
	for i := range w.p.Copies {
		w.use(i)
	}
	w.line(
		"  } {software_pipeline_stage = %s, software_pipeline_order = %s, software_pipeline_async_stages = "+
			"%s}",
		ints(w.p.Stages), ints(w.p.Order), ints(w.p.Async))
	w.line("  return\n}")
}

func (w *writer) constants() {
	seen := map[int64]bool{}
	constant := func(n int64) {
		if !seen[n] {
			w.line("  %%c%d = arith.constant %d : index", n, n)
		}
		seen[n] = true
	}
	for n := range int64(extent + 1) {
		constant(n)
	}
	for _, c := range w.p.Copies {
		constant(c.N)
		constant(c.Rows)
		constant(c.row())
	}
	for _, elem := range elements {
		zero := "0.0"
		if elem[0] == 'i' {
			zero = "0"
		}
		w.line("  %%z_%s = arith.constant %s : %s", elem, zero, elem)
	}
}

// statement writes a copy.
func (w *writer) statement(i int) {
	c := w.p.Copies[i]
	if c.Block {
		w.line("    pipeline.block {")
		defer w.line("    }")
	}
	switch c.Form {
	case Block:
		w.blockCopy(i)
	case Vector:
		w.vectorCopy(i)
	default:
		w.elements(i)
	}
}

func (w *writer) blockCopy(i int) {
	c := w.p.Copies[i]
	at, from := w.fresh(), w.fresh()
	w.line("    %s = arith.muli %%i, %%c%d : index", at, c.Rows)
	part := fmt.Sprintf("memref<%dx%dx%s, strided<[%d, 1], offset: ?>>", c.Rows, c.N, c.Elem, c.row())
	w.line("    %s = memref.subview %%A%d[%s, 0] [%d, %d] [1, 1] : %s to %s", from, i, at, c.Rows, c.N,
		c.arrayType(), part)
	w.line("    memref.copy %s, %%S%d : %s to %s", from, i, part, c.bufferType())
}

// predicate writes the predicate of a copy and returns its name.
func (w *writer) predicate(c *Copy) string {
	p := w.fresh()
	if c.Guard == Limited {
		w.line("    %s = arith.cmpi slt, %%i, %%c%d : index", p, c.Limit)
	} else {
		w.line("    %s = memref.load %%P[%%i] : memref<%dxi1>", p, extent)
	}
	return p
}

func (w *writer) vectorCopy(i int) {
	c := w.p.Copies[i]
	load := func() string {
		v := w.fresh()
		w.line("    %s = vector.load %%A%d[%%i, %%c0] : %s, vector<%dx%s>", v, i, c.arrayType(), c.N, c.Elem)
		return v
	}
	zero := func() string {
		v := w.fresh()
		w.line("    %s = vector.broadcast %%z_%s : %s to vector<%dx%s>", v, c.Elem, c.Elem, c.N, c.Elem)
		return v
	}
	store := func(v string) {
		w.line("    vector.store %s, %%S%d[%%c0] : %s, vector<%dx%s>", v, i, c.bufferType(), c.N, c.Elem)
	}
	w.guarded(c, fmt.Sprintf("vector<%dx%s>", c.N, c.Elem), load, zero, store)
}

// guarded writes a copy under its guard.
func (w *writer) guarded(c *Copy, typ string, load, zero func() string, store func(v string)) {
	switch c.Guard {
	case None:
		store(load())
	case Branch:
		w.line("    scf.if %s {", w.predicate(c))
		store(load())
		w.line("    } else {")
		store(zero())
		w.line("    }")
	default:
		p, v := w.predicate(c), w.fresh()
		w.line("    %s = scf.if %s -> (%s) {", v, p, typ)
		w.line("      scf.yield %s : %s", load(), typ)
		w.line("    } else {")
		w.line("      scf.yield %s : %s", zero(), typ)
		w.line("    }")
		store(v)
	}
}

func (w *writer) elements(i int) {
	c := w.p.Copies[i]
	e := w.fresh()
	w.line("    scf.for %s = %%c0 to %%c%d step %%c1 {", e, c.N)
	load := func() string {
		v, at := w.fresh(), w.fresh()
		if c.Flat {
			row := w.fresh()
			w.line("    %s = arith.muli %%i, %%c%d : index", row, c.row())
			w.line("    %s = arith.addi %s, %s : index", at, row, w.scaled(e, c.step()))
			w.line("    %s = memref.load %%A%d[%s] : %s", v, i, at, c.arrayType())
			return v
		}
		w.line("    %s = memref.load %%A%d[%%i, %s] : %s", v, i, w.scaled(e, c.step()), c.arrayType())
		return v
	}
	store := func(v string) {
		if c.Form == Computed {
			v = w.doubled(v, c.Elem)
		}
		w.line("    memref.store %s, %%S%d[%s] : %s", v, i, e, c.bufferType())
	}
	w.guarded(c, c.Elem, load, func() string { return "%z_" + c.Elem }, store)
	if c.Form == Vectorized || c.Form == Strided {
		w.line("    } {loop_kind = \"vectorized\"}")
		return
	}
	w.line("    }")
}

// scaled writes the product of a subscript with a step.
func (w *writer) scaled(v string, step int64) string {
	if step == 1 {
		return v
	}
	x := w.fresh()
	w.line("    %s = arith.muli %s, %%c%d : index", x, v, step)
	return x
}

func (w *writer) doubled(v, elem string) string {
	x, op := w.fresh(), "addf"
	if elem[0] == 'i' {
		op = "addi"
	}
	w.line("    %s = arith.%s %s, %s : %s", x, op, v, v, elem)
	return x
}

// use stores all of a buffer.
func (w *writer) use(i int) {
	c := w.p.Copies[i]
	to := w.fresh()
	sizes, zeros, ones := strings.ReplaceAll(c.bufferShape(), "x", ", "), "0", "1"
	strides := "1"
	if c.Form == Block {
		zeros, ones, strides = "0, 0", "1, 1", fmt.Sprintf("%d, 1", c.N)
	}
	part := fmt.Sprintf("memref<%sx%s, strided<[%s], offset: ?>>", c.bufferShape(), c.Elem, strides)
	w.line("    %s = memref.subview %%C%d[%%i, %s] [1, %s] [1, %s] : %s to %s", to, i, zeros, sizes, ones,
		c.outType(), part)
	w.line("    memref.copy %%S%d, %s : %s to %s", i, to, c.bufferType(), part)
}

// ints formats [0, 1].
func ints(vs []int) string { return strings.ReplaceAll(fmt.Sprint(vs), " ", ", ") }

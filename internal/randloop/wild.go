package randloop

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Wild is a random program @f with one or two annotated loops of more kinds
// than Program has: scf and affine, of constant and dynamic extent, alone, in another loop or under a
// condition; subscripts with strides, remainders and quotients; buffers of two dimensions and of dynamic
// size, freed or not, with slots by hand; copies, views, blocks of several stores, pipelines within.
//
// It is well defined when run in order. Whether its annotations are legal is not known.
type Wild struct {
	Text string
	// Exact: no wait may be weaker. It is false where the analysis is
	// conservative (strides that differ, remainders, conditions) and where a loop is not alone, so that
	// a wait elsewhere may make the one at its end redundant.
	Exact bool
	// Features says what the program has, for statistics.
	Features []string
}

// NewWild returns a random wild program.
func NewWild(r *rand.Rand) *Wild {
	w := &wild{r: r, tame: r.IntN(3) == 0, dynamic: r.IntN(3) == 0}
	w.exact = w.tame
	w.function()
	slices.Sort(w.features)
	return &Wild{Text: w.b.String(), Exact: w.exact, Features: slices.Compact(w.features)}
}

// The arrays are arguments; subscripts keep within them.
const (
	wildRows   = 256
	wildCols   = 4
	wildCenter = 90
)

type wild struct {
	r       *rand.Rand
	b       strings.Builder
	next    int
	tame    bool // nothing of which the analysis is only conservative
	exact   bool
	dynamic bool // the extents are the argument %n

	buffers  []*wildBuffer // outside of the loops
	features []string

	// The loop being written.
	affine bool
	iv     string
	local  []*wildBuffer
	stmts  int
}

// wildBuffer is a scratch allocation of one or two dimensions.
type wildBuffer struct {
	name    string
	shape   []int64
	dynamic bool // its first extent is not in the type
	filled  bool // every element has a value
}

func (b *wildBuffer) typ() string {
	var t strings.Builder
	for i, n := range b.shape {
		if i == 0 && b.dynamic {
			t.WriteString("?x")
		} else {
			fmt.Fprintf(&t, "%dx", n)
		}
	}
	return "memref<" + t.String() + "i32, 3>"
}

func (w *wild) line(format string, args ...any) { fmt.Fprintf(&w.b, format+"\n", args...) }
func (w *wild) one(n int) bool                  { return w.r.IntN(n) == 0 }
func (w *wild) has(feature string)              { w.features = append(w.features, feature) }

func (w *wild) fresh() string {
	w.next++
	return fmt.Sprintf("%%v%d", w.next)
}

// function writes the whole program.
func (w *wild) function() {
	w.line("func.func @f(%%P: memref<%dxi1>, %%A0: %s, %%A1: %s, %%M: %s, %%n: index) {", wildRows,
		vectorType, vectorType, matrixType)
	for i := range 17 {
		w.line("  %%c%d = arith.constant %d : index", i, i)
	}
	for range 1 + w.r.IntN(2) {
		w.buffers = append(w.buffers, w.alloc())
	}
	for _, b := range w.buffers {
		if w.one(2) {
			w.has("prefilled")
			w.fill(b, func(string) string { return w.constant(7) })
			b.filled = true
		}
	}
	switch w.r.IntN(6) {
	case 0:
		w.has("in a loop")
		w.exact = false
		w.line("  scf.for %%o = %%c0 to %%c%d step %%c1 {", w.r.IntN(3)+1)
		outside := w.buffers
		if w.one(2) {
			w.buffers = append(slices.Clone(outside), w.alloc())
		}
		w.around()
		w.loop()
		w.around()
		w.buffers = outside
		w.line("  }")
	case 1:
		w.has("under a condition")
		w.exact = false
		w.line("  %%cond = memref.load %%P[%%c%d] : memref<%dxi1>", w.r.IntN(16), wildRows)
		w.line("  scf.if %%cond {")
		w.loop()
		w.line("  }")
	case 2:
		w.has("two loops")
		w.exact = false
		w.loop()
		w.around()
		w.loop()
	default:
		w.loop()
	}
	w.around()
	w.line("  return\n}")
}

const (
	vectorType = "memref<256xi32>"
	matrixType = "memref<256x4xi32>"
)

// around writes a plain access beside the loops.
func (w *wild) around() {
	if w.one(2) {
		return
	}
	w.has("around")
	w.iv, w.local, w.affine = "%c3", nil, false
	for _, b := range w.buffers {
		if b.filled {
			v := w.fresh()
			w.line("  %s = memref.load %%%s[%s] : %s", v, b.name, w.at(b), b.typ())
			w.line("  memref.store %s, %%A1[%%c%d] : %s", v, w.r.IntN(16), vectorType)
		}
	}
	w.store()
}

// alloc writes the allocation of a new buffer.
func (w *wild) alloc() *wildBuffer {
	w.next++
	b := &wildBuffer{name: fmt.Sprintf("B%d", w.next), shape: []int64{[]int64{1, 2, 4}[w.r.IntN(3)]}}
	if w.one(3) {
		w.has("two dimensions")
		b.shape = append(b.shape, wildCols)
	}
	size := ""
	if w.one(4) {
		w.has("dynamic size")
		b.dynamic = true
		size = fmt.Sprintf("%%c%d", b.shape[0])
	}
	w.line("  %%%s = memref.alloc(%s) : %s", b.name, size, b.typ())
	return b
}

// loop writes an annotated loop.
func (w *wild) loop() {
	w.affine, w.local, w.stmts = w.one(2), nil, 0
	lower, step, trips := int64(w.r.IntN(9)-4), 1+int64(w.r.IntN(3)), int64(w.r.IntN(9))
	if w.one(6) {
		trips += 10
	}
	outer := w.fresh()
	w.iv = outer
	w.header(outer, lower, step, trips)
	for range w.r.IntN(3) {
		w.local = append(w.local, w.alloc())
	}
	for range 2 + w.r.IntN(4) {
		w.iv = outer
		w.statement()
	}
	for _, b := range w.local {
		if w.one(3) {
			w.has("freed")
			w.line("  memref.dealloc %%%s : %s", b.name, b.typ())
		}
	}
	p := &Program{Stmts: make([]*Stmt, w.stmts)}
	a := p.LegalAnnotation(w.r)
	w.line(
		"  } {software_pipeline_stage = %s, software_pipeline_order = %s, software_pipeline_async_stages = "+
			"%s}",
		ints(a.Stages), ints(a.Order), ints(a.Async))
}

func (w *wild) header(iv string, lower, step, trips int64) {
	switch {
	case w.affine && w.dynamic:
		w.has("affine dynamic")
		w.line("  affine.for %s = %d to affine_map<(d0) -> (d0 * %d + %d)>(%%n) step %d {", iv, lower, step,
			lower, step)
	case w.affine:
		w.has("affine")
		w.line("  affine.for %s = %d to %d step %d {", iv, lower, lower+trips*step, step)
	default:
		lb, ub, st, span := w.fresh(), w.fresh(), w.fresh(), w.fresh()
		w.line("  %s = arith.constant %d : index", lb, lower)
		w.line("  %s = arith.constant %d : index", st, step)
		if w.dynamic {
			w.has("dynamic")
			w.line("  %s = arith.muli %%n, %s : index", span, st)
			w.line("  %s = arith.addi %s, %s : index", ub, span, lb)
		} else {
			w.line("  %s = arith.constant %d : index", ub, lower+trips*step)
		}
		w.line("  scf.for %s = %s to %s step %s {", iv, lb, ub, st)
	}
}

// statement writes one statement, or the three that an inner pipeline becomes.
func (w *wild) statement() {
	if b := w.unfilled(); b != nil {
		w.fillStatement(b)
		return
	}
	w.stmts++
	switch w.r.IntN(8) {
	case 0:
		w.copyStatement()
	case 1:
		w.has("several stores")
		w.line("  pipeline.block {")
		for range 2 + w.r.IntN(2) {
			w.store()
		}
		w.line("  }")
	case 2:
		w.guarded()
	case 3:
		w.inner()
	default:
		w.store()
	}
}

// unfilled returns a buffer that nothing has filled, sometimes.
func (w *wild) unfilled() *wildBuffer {
	for _, b := range append(slices.Clone(w.local), w.buffers...) {
		if !b.filled && w.one(2) {
			return b
		}
	}
	return nil
}

func (w *wild) fillStatement(b *wildBuffer) {
	w.stmts++
	// What an outside buffer gets in a loop that may not run is not there behind it.
	w.fill(b, func(string) string { return w.value() })
	if slices.Contains(w.local, b) {
		b.filled = true
	}
}

// fill writes a loop over all elements of a buffer. It is an affine loop in
// affine loops, and now and then elsewhere.
func (w *wild) fill(b *wildBuffer, value func(string) string) {
	j, isAffine := w.fresh(), w.affine || w.one(4)
	if isAffine {
		w.line("  affine.for %s = 0 to %d {", j, b.shape[0])
	} else {
		w.line("  scf.for %s = %%c0 to %%c%d step %%c1 {", j, b.shape[0])
	}
	subs := []string{j}
	if len(b.shape) > 1 {
		k := w.fresh()
		subs = append(subs, k)
		w.line("  affine.for %s = 0 to %d {", k, b.shape[1])
	}
	v := value(j)
	if isAffine {
		w.line("  affine.store %s, %%%s[%s] : %s", v, b.name, strings.Join(subs, ", "), b.typ())
	} else {
		w.line("  memref.store %s, %%%s[%s] : %s", v, b.name, strings.Join(subs, ", "), b.typ())
	}
	w.line("%s", strings.Repeat("  }\n", len(b.shape)-1)+"  }")
}

// copyStatement writes a memref.copy: of a row, or between buffers of a shape.
func (w *wild) copyStatement() {
	var to *wildBuffer
	for _, b := range w.all() {
		if len(b.shape) == 1 && b.shape[0] == wildCols && !b.dynamic {
			to = b
		}
	}
	if to == nil {
		w.store()
		return
	}
	w.has("copy of a row")
	row := w.subscript()
	v := w.fresh()
	w.line("  %s = memref.subview %%M[%s, 0][1, 4][1, 1] : %s to memref<4xi32, strided<[1], offset: ?>>", v,
		row, matrixType)
	w.line("  memref.copy %s, %%%s : memref<4xi32, strided<[1], offset: ?>> to %s", v, to.name, to.typ())
}

// all returns the buffers in sight that have values.
func (w *wild) all() []*wildBuffer {
	return slices.DeleteFunc(append(slices.Clone(w.local), w.buffers...), func(b *wildBuffer) bool {
		return !b.filled
	})
}

func (w *wild) guarded() {
	cond := w.fresh()
	if w.tame || w.one(2) {
		at := w.center()
		w.line("  %s = memref.load %%P[%s] : memref<%dxi1>", cond, at, wildRows)
		w.has("guarded by data")
		w.exact = false
	} else {
		w.has("guarded by the iteration")
		w.line("  %s = arith.cmpi %s, %s, %%c%d : index", cond, []string{"slt", "sge", "eq"}[w.r.IntN(3)],
			w.iv, w.r.IntN(8))
	}
	w.line("  scf.if %s {", cond)
	w.store()
	w.line("  }")
}

// inner writes a pipelined loop inside of the loop: three statements when it
// is synchronous.
func (w *wild) inner() {
	e, near, x := w.fresh(), w.fresh(), w.fresh()
	w.line("  scf.for %s = %%c0 to %%c%d step %%c1 {", e, w.r.IntN(5))
	w.line("  %s = memref.alloc() : memref<1xi32, 5>", near)
	w.line("  memref.store %s, %s[%%c0] : memref<1xi32, 5>", w.value(), near)
	w.line("  %s = memref.load %s[%%c0] : memref<1xi32, 5>", x, near)
	if all := w.all(); len(all) > 0 && w.one(2) {
		b := all[w.r.IntN(len(all))]
		w.line("  memref.store %s, %%%s[%s] : %s", x, b.name, w.at(b), b.typ())
	} else {
		w.line("  memref.store %s, %%M[%s, %%c%d] : %s", x, w.subscript(), w.r.IntN(wildCols), matrixType)
	}
	async := ""
	if w.one(2) {
		w.has("inner asynchronous")
		async = ", software_pipeline_async_stages = [0]"
	} else {
		w.has("inner synchronous")
		w.stmts += 2
	}
	w.line("  } {software_pipeline_stage = [0, 1], software_pipeline_order = [%s]%s}",
		[]string{"0, 1", "1, 0"}[w.r.IntN(2)], async)
}

// store writes a store of something computed to an array or a buffer.
func (w *wild) store() {
	v := w.value()
	all := w.all()
	switch {
	case len(all) > 0 && w.one(2):
		b := all[w.r.IntN(len(all))]
		w.line("  memref.store %s, %%%s[%s] : %s", v, b.name, w.at(b), b.typ())
	case w.one(3):
		w.line("  memref.store %s, %%M[%s, %%c%d] : %s", v, w.subscript(), w.r.IntN(wildCols), matrixType)
	default:
		w.line("  memref.store %s, %%A%d[%s] : %s", v, w.r.IntN(2), w.subscript(), vectorType)
	}
}

// value writes a sum of one or two loads.
func (w *wild) value() string {
	v := w.constant(w.r.IntN(50))
	for range 1 + w.r.IntN(2) {
		x, sum := w.fresh(), w.fresh()
		all := w.all()
		switch {
		case len(all) > 0 && w.one(2):
			b := all[w.r.IntN(len(all))]
			w.line("  %s = memref.load %%%s[%s] : %s", x, b.name, w.at(b), b.typ())
		case w.one(3):
			w.line("  %s = memref.load %%M[%s, %%c%d] : %s", x, w.subscript(), w.r.IntN(wildCols), matrixType)
		default:
			w.line("  %s = memref.load %%A%d[%s] : %s", x, w.r.IntN(2), w.subscript(), vectorType)
		}
		w.line("  %s = arith.addi %s, %s : i32", sum, v, x)
		v = sum
	}
	return v
}

func (w *wild) constant(n int) string {
	v := w.fresh()
	w.line("  %s = arith.constant %d : i32", v, n)
	return v
}

// at returns subscripts within a buffer; a slot by hand is the iteration
// modulo the extent.
func (w *wild) at(b *wildBuffer) string {
	var subs []string
	for _, n := range b.shape {
		if !w.tame && n > 1 && w.one(3) && w.iv != "%c3" {
			w.has("slot by hand")
			subs = append(subs, w.apply(1, int64(16+w.r.IntN(3)), "mod", n, 0))
			continue
		}
		subs = append(subs, fmt.Sprintf("%%c%d", w.r.Int64N(n)))
	}
	return strings.Join(subs, ", ")
}

// subscript returns a subscript of an array that depends on the iteration.
func (w *wild) subscript() string {
	offset := int64(0)
	if w.one(3) {
		offset = w.r.Int64N(9) - 4
	}
	kind := w.r.IntN(12)
	if w.tame {
		kind = 11
	}
	switch kind {
	case 0:
		w.has("other stride")
		return w.apply(2, wildCenter+offset, "", 0, 0)
	case 1:
		w.has("backwards")
		return w.apply(-1, wildCenter+offset, "", 0, 0)
	case 2:
		w.has("remainder")
		return w.apply(1, offset+4, "mod", 2+w.r.Int64N(3), wildCenter)
	case 3:
		w.has("quotient")
		return w.apply(1, offset, "floordiv", 2+w.r.Int64N(2), wildCenter)
	case 4:
		return w.signed()
	case 5:
		w.has("uneven steps")
		even, at := w.apply(1, 4, "mod", 2, wildCenter), w.fresh()
		w.line("  %s = arith.addi %s, %s : index", at, w.iv, even)
		return at
	}
	return w.apply(1, wildCenter+offset, "", 0, 0)
}

// signed writes a remainder in arith, of a number that may be negative.
func (w *wild) signed() string {
	w.has("remainder in arith")
	shifted, rest, at := w.fresh(), w.fresh(), w.fresh()
	w.line("  %s = arith.subi %s, %%c%d : index", shifted, w.iv, w.r.IntN(6))
	w.line("  %s = arith.%s %s, %%c%d : index", rest,
		[]string{"remsi", "remui", "divsi", "floordivsi"}[w.r.IntN(2)], shifted, 2+w.r.IntN(3))
	w.line("  %s = arith.addi %s, %%c16 : index", at, rest)
	return at
}

// center returns the subscript of this iteration.
func (w *wild) center() string { return w.apply(1, wildCenter, "", 0, 0) }

// apply writes (iv·scale + offset) op by + base; op may be "".
func (w *wild) apply(scale, offset int64, op string, by, base int64) string {
	if w.affine {
		v, expr := w.fresh(), fmt.Sprintf("d0 * %d + %d", scale, offset)
		if op != "" {
			expr = fmt.Sprintf("(%s) %s %d + %d", expr, op, by, base)
		}
		w.line("  %s = affine.apply affine_map<(d0) -> (%s)>(%s)", v, expr, w.iv)
		return v
	}
	v := w.iv
	if scale != 1 {
		v = w.arith("muli", v, scale)
	}
	v = w.arith("addi", v, offset)
	if op != "" {
		v = w.arith(map[string]string{"mod": "remsi", "floordiv": "floordivsi"}[op], v, by)
	}
	if base != 0 {
		v = w.arith("addi", v, base)
	}
	return v
}

func (w *wild) arith(op, left string, right int64) string {
	c, v := w.fresh(), w.fresh()
	w.line("  %s = arith.constant %d : index", c, right)
	w.line("  %s = arith.%s %s, %s : index", v, op, left, c)
	return v
}

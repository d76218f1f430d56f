package foldmemrefaliasops_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/memory/foldmemrefaliasops"
)

// view is a memref that a random program sees. A stride of -1 is known at run time only.
type view struct {
	name           string
	shape, strides []int
	flat           bool // the layout is the one that a type has without saying so
	offset         string
}

func (v view) String() string {
	dims := strings.Trim(strings.ReplaceAll(fmt.Sprint(v.shape), " ", "x"), "[]")
	if len(v.shape) > 0 {
		dims += "x"
	}
	if v.flat {
		return "memref<" + dims + "i32>"
	}
	strides := strings.Trim(
		strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(v.strides), "-1", "?"), " ", ", "), "[]")
	return fmt.Sprintf("memref<%si32, strided<[%s], offset: %s>>", dims, strides, v.offset)
}

// isFlat reports whether reshapes of the view have no layout in their type: one of elements in a row, too,
// that begins with the first one.
func (v view) isFlat() bool {
	return v.flat || len(v.shape) <= 1 && v.offset == "0" && slices.Equal(v.strides, rowMajor(v.shape))
}

// writer writes a random program.
type writer struct {
	*rand.Rand
	strings.Builder
	names int
	out   int // elements of %out that are written
}

func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, "  "+format+"\n", args...) }

func (w *writer) name() string {
	w.names++
	return fmt.Sprintf("%%v%d", w.names)
}

// program returns a function @main that accesses memory through views of views.
func program(r *rand.Rand) string {
	w := &writer{Rand: r}
	base := view{name: "%m", flat: true}
	total := 1
	for range 1 + r.IntN(3) {
		n := []int{2, 4, 6, 8}[r.IntN(4)]
		base.shape, total = append(base.shape, n), total*n
	}
	base.strides = rowMajor(base.shape)
	fmt.Fprintf(w, "func.func @main(%%m: %s, %%out: memref<4096xi32>) {\n  %%pad = arith.constant -5 : i32\n",
		base)
	for i := range max(total, 3) {
		w.line("%%c%d = arith.constant %d : index", i, i)
	}
	v := base
	for range 1 + r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			v = w.expand(v)
		case 1:
			v = w.collapse(v)
		default:
			v = w.subview(v)
		}
		w.scalar(v)
		w.vector(v)
		w.transfer(v)
	}
	return w.String() + "  return\n}\n"
}

func rowMajor(shape []int) []int {
	strides := make([]int, len(shape))
	next := 1
	for d := len(shape) - 1; d >= 0; d-- {
		strides[d], next = next, next*shape[d]
	}
	return strides
}

// number is a constant, by name or not.
func (w *writer) number(n int) (text string, named bool) {
	if w.IntN(2) == 0 {
		return fmt.Sprintf("%%c%d", n), true
	}
	return fmt.Sprint(n), false
}

// subview takes part of a view, without some of the dimensions that have one element then.
func (w *writer) subview(v view) view {
	made := view{name: w.name()}
	var offsets, sizes, steps []string
	known, at, keepAll := v.flat || v.offset != "?", 0, w.IntN(2) == 0
	if !v.flat && known {
		fmt.Sscan(v.offset, &at)
	}
	for d, n := range v.shape {
		step := 1 + w.IntN(4)/3
		size := 1 + w.IntN((n+step-1)/step)
		first := w.IntN(n - (size-1)*step)
		offset, named := w.number(first)
		known = known && !named && (v.strides[d] >= 0 || first == 0)
		at += first * v.strides[d]
		by, dynamic := fmt.Sprint(step), w.IntN(6) == 0
		stride := v.strides[d] * step
		if dynamic {
			by, stride = fmt.Sprintf("%%c%d", step), -1
		}
		if v.strides[d] < 0 {
			stride = -1
		}
		offsets, sizes, steps = append(offsets, offset), append(sizes, fmt.Sprint(size)), append(steps, by)
		if size > 1 || keepAll {
			made.shape, made.strides = append(made.shape, size), append(made.strides, stride)
		}
	}
	if made.offset = "?"; known {
		made.offset = fmt.Sprint(at)
	}
	list := func(l []string) string { return strings.Join(l, ", ") }
	w.line("%s = memref.subview %s[%s] [%s] [%s] : %s to %s", made.name, v.name, list(offsets), list(sizes),
		list(steps), v, made)
	return made
}

// expand divides a dimension.
func (w *writer) expand(v view) view {
	made := v
	made.name, made.shape, made.strides, made.flat = w.name(), nil, nil, v.isFlat()
	divided := -1
	var groups []string
	for d, n := range v.shape {
		at := len(made.shape)
		if divided < 0 && n%2 == 0 && w.IntN(2) == 0 {
			divided = d
			inner := []int{1, 2, n / 2, n}[w.IntN(4)]
			outer := v.strides[d] * inner
			if v.strides[d] < 0 {
				outer = -1
			}
			made.shape, made.strides = append(made.shape, n/inner, inner),
				append(made.strides, outer, v.strides[d])
			groups = append(groups, fmt.Sprintf("[%d, %d]", at, at+1))
			continue
		}
		made.shape, made.strides = append(made.shape, n), append(made.strides, v.strides[d])
		groups = append(groups, fmt.Sprintf("[%d]", at))
	}
	if divided < 0 {
		return v
	}
	w.line("%s = memref.expand_shape %s [%s] output_shape %s : %s into %s", made.name, v.name,
		strings.Join(groups, ", "),
		strings.ReplaceAll(fmt.Sprint(made.shape), " ", ", "), v, made)
	return made
}

// collapse joins two dimensions that follow each other in memory.
func (w *writer) collapse(v view) view {
	for d := range len(v.shape) - 1 {
		if v.strides[d+1] < 0 || v.strides[d] != v.strides[d+1]*v.shape[d+1] || v.shape[d] == 1 ||
			v.shape[d+1] == 1 || w.IntN(3) == 0 {
			continue
		}
		made := v
		made.name, made.flat = w.name(), v.isFlat()
		made.shape = slices.Concat(v.shape[:d], []int{v.shape[d] * v.shape[d+1]}, v.shape[d+2:])
		made.strides = slices.Concat(v.strides[:d], v.strides[d+1:])
		var groups []string
		for g, at := 0, 0; g < len(made.shape); g++ {
			if g == d {
				groups, at = append(groups, fmt.Sprintf("[%d, %d]", at, at+1)), at+2
				continue
			}
			groups, at = append(groups, fmt.Sprintf("[%d]", at)), at+1
		}
		w.line("%s = memref.collapse_shape %s [%s] : %s into %s", made.name, v.name,
			strings.Join(groups, ", "), v, made)
		return made
	}
	return v
}

// at returns subscripts with so many elements behind them, or, with beyond, perhaps fewer.
func (w *writer) at(v view, extents []int, beyond []bool) string {
	var list []string
	for d, n := range v.shape {
		room := n - extents[d] + 1
		if beyond[d] {
			room = n
		}
		list = append(list, fmt.Sprintf("%%c%d", w.IntN(room)))
	}
	return strings.Join(list, ", ")
}

func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// scalar reads an element and changes one.
func (w *writer) scalar(v view) {
	x, y, rank := w.name(), w.name(), len(v.shape)
	w.line("%s = memref.load %s[%s] : %s", x, v.name, w.at(v, ones(rank), make([]bool, rank)), v)
	w.line("%s = arith.addi %s, %%pad : i32", y, x)
	w.line("memref.store %s, %s[%s] : %s", y, v.name, w.at(v, ones(rank), make([]bool, rank)), v)
}

// vector reads and writes a vector of one or more dimensions.
func (w *writer) vector(v view) {
	rank := len(v.shape)
	if rank == 0 || v.strides[rank-1] != 1 {
		return
	}
	extents := ones(rank)
	n := 1 + w.IntN(rank)
	for d := rank - n; d < rank; d++ {
		extents[d] = 1 + w.IntN(v.shape[d])
	}
	typ := vectorType(extents[rank-n:])
	x, none := w.name(), make([]bool, rank)
	w.line("%s = vector.load %s[%s] : %s, %s", x, v.name, w.at(v, extents, none), v, typ)
	w.keep(x, extents[rank-n:])
	w.line("vector.store %s, %s[%s] : %s, %s", x, v.name, w.at(v, extents, none), v, typ)
}

// transfer reads along any dimensions, perhaps beyond their end, and writes what lies inside.
func (w *writer) transfer(v view) {
	rank := len(v.shape)
	if rank == 0 {
		return
	}
	dims := w.Perm(rank)[:1+w.IntN(rank)]
	if w.IntN(2) == 0 {
		slices.Sort(dims)
	}
	extents, beyond := ones(rank), make([]bool, rank)
	var shape []int
	var results, inside []string
	for _, d := range dims {
		extents[d], beyond[d] = 1+w.IntN(v.shape[d]), w.IntN(4) == 0
		shape, results, inside = append(shape, extents[d]), append(results, fmt.Sprintf("d%d", d)),
			append(inside, fmt.Sprint(!beyond[d]))
	}
	all := make([]string, rank)
	for d := range all {
		all[d] = fmt.Sprintf("d%d", d)
	}
	attrs := fmt.Sprintf("{in_bounds = [%s], permutation_map = affine_map<(%s) -> (%s)>}",
		strings.Join(inside, ", "), strings.Join(all, ", "),
		strings.Join(results, ", "))
	x, typ := w.name(), vectorType(shape)
	w.line("%s = vector.transfer_read %s[%s], %%pad %s : %s, %s", x, v.name, w.at(v, extents, beyond), attrs,
		v, typ)
	w.keep(x, shape)
	w.line("vector.transfer_write %s, %s[%s] %s : %s, %s", x, v.name, w.at(v, extents, beyond), attrs, typ, v)
}

// keep writes a vector where nothing else is written.
func (w *writer) keep(x string, shape []int) {
	n := 1
	for _, k := range shape {
		n *= k
	}
	flat, at := w.name(), w.name()
	w.line("%s = arith.constant %d : index", at, w.out)
	w.line("%s = vector.shape_cast %s : %s to %s", flat, x, vectorType(shape), vectorType([]int{n}))
	w.line("vector.store %s, %%out[%s] : memref<4096xi32>, %s", flat, at, vectorType([]int{n}))
	w.out += n
}

func vectorType(shape []int) string {
	return "vector<" + strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", "x"), "[]") + "xi32>"
}

// The simulator, which sees through views itself, finds the same in memory after the pass.
func TestPropertySameMemory(t *testing.T) {
	vectors, left := 0, 0
	for i := range passtest.Programs(300) {
		source := program(rand.New(rand.NewPCG(uint64(i), 17)))
		module := passtest.Parse(t, source)
		made := passtest.Transform(t, module, "builtin.module(fold-memref-alias-ops)")
		if want, got := memory(t, module), memory(t, made); !slices.EqualFunc(want, got, bytes.Equal) {
			t.Fatalf("program %d leaves other memory\n%s\n%s", i, source, passtest.Print(made))
		}
		if ofViews(made, memref.Load, memref.Store) > 0 {
			t.Fatalf("program %d: an element is accessed through a view\n%s", i, passtest.Print(made))
		}
		vectors, left = vectors+ofViews(module, ofVectors...), left+ofViews(made, ofVectors...)
	}
	if 4*left > 3*vectors {
		t.Errorf("%d of %d accesses to vectors are left", left, vectors)
	}
}

// ofVectors are the accesses to vectors.
var ofVectors = []*ir.OpDef{vector.Load, vector.Store, vector.TransferRead, vector.TransferWrite}

// ofViews counts operations that access a memref that is no argument.
func ofViews(m *ir.Op, defs ...*ir.OpDef) int {
	n := 0
	for _, def := range defs {
		for _, op := range m.Find(def) {
			if slices.ContainsFunc(op.Operands(), func(v *ir.Value) bool {
				_, is := v.Type().(*ir.MemRefType)
				return is && v.DefiningOp() != nil
			}) {
				n++
			}
		}
	}
	return n
}

// memory runs @main and returns what it leaves in its arguments.
func memory(t *testing.T, module *ir.Op) [][]byte {
	t.Helper()
	args, hazards := passtest.Simulate(t, module, sim.Config{}, 0)
	if len(hazards) > 0 {
		t.Fatalf("%v\n%s", hazards, passtest.Print(module))
	}
	var data [][]byte
	for _, a := range args {
		data = append(data, a.Buffer.Data)
	}
	return data
}

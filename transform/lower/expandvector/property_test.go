package expandvector_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/lower/expandvector"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectorcontract"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectormask"
	_ "github.com/inflight-compiler/inflight/transform/lower/lowervectormultireduction"
)

// What the pass makes of each operation.
func TestGolden(t *testing.T) { passtest.Golden(t, "expand-vector") }

// pipelines lower everything of programs; what a mask selects is the same whichever strategy there is.
var pipelines = []string{
	"lower-vector-multi-reduction{simplify=false},lower-vector-mask{simplify=false},expand-vector," +
		"lower-vector-contract",
	"lower-vector-multi-reduction{lowering-strategy=inner-reduction},lower-vector-mask,expand-vector," +
		"lower-vector-contract{masked=true}",
}

// lowered are the operations that no program may have any more.
var lowered = []*ir.OpDef{
	vector.MultiReduction, vector.OuterProduct, vector.Scan, vector.Mask, vector.ExpandLoad,
	vector.CompressStore,
}

// The simulator, which executes the operations itself, finds the same in memory after the passes.
func TestPropertySameMemory(t *testing.T) {
	for i := range passtest.Programs(300) {
		source := program(rand.New(rand.NewPCG(uint64(i), 7)))
		module := passtest.Parse(t, source)
		want := memory(t, module)
		for _, pipeline := range pipelines {
			made := passtest.Transform(t, module, "builtin.module("+pipeline+")")
			if got := memory(t, made); !slices.EqualFunc(got, want, bytes.Equal) {
				t.Fatalf("program %d, %s\n%s\n%s", i, pipeline, source, passtest.Print(made))
			}
			for _, def := range lowered {
				if len(made.Find(def)) > 0 {
					t.Fatalf("program %d, %s: %s is left\n%s", i, pipeline, def.Name, passtest.Print(made))
				}
			}
		}
	}
}

// memory runs @main and returns what it leaves in its arguments.
func memory(t *testing.T, module *ir.Op) [][]byte {
	t.Helper()
	args, hazards := passtest.Simulate(t, module, sim.Config{}, 1)
	if len(hazards) > 0 {
		t.Fatalf("%v\n%s", hazards, passtest.Print(module))
	}
	var data [][]byte
	for _, a := range args {
		data = append(data, a.Buffer.Data)
	}
	return data
}

// kinds are the ways to combine numbers, by element type.
var kinds = map[string][]string{
	"i32": {"add", "mul", "and", "or", "xor", "minsi", "maxsi", "minui", "maxui"},
	"i8":  {"add", "mul", "minsi", "maxui"},
	"f32": {"add", "mul", "minimumf", "maximumf", "minnumf", "maxnumf"},
}

// writer writes the text of a program; shape is that of its vector.
type writer struct {
	*rand.Rand
	strings.Builder
	shape      []int
	elem, kind string
}

// program returns a function @main with one of the operations, often under a mask, on vectors that it reads
// from memory.
func program(r *rand.Rand) string {
	w := &writer{Rand: r, elem: []string{"i32", "i8", "f32"}[r.IntN(3)]}
	w.kind = kinds[w.elem][r.IntN(len(kinds[w.elem]))]
	for range 1 + r.IntN(3) {
		w.shape = append(w.shape, 1+r.IntN(4))
	}
	w.WriteString("  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n")
	arguments := []func() string{w.multiReduction, w.reduction, w.outerProduct, w.scan, w.packed,
		w.contract}[r.IntN(6)]()
	return "func.func @main(" + arguments + ") {\n" + w.Builder.String() + "  return\n}\n"
}

func dims(shape []int) string {
	var b strings.Builder
	for _, n := range shape {
		fmt.Fprintf(&b, "%dx", n)
	}
	return b.String()
}

// typed returns a type of vectors or, without a shape, of numbers.
func typed(shape []int, elem string) string {
	if len(shape) == 0 {
		return elem
	}
	return "vector<" + dims(shape) + elem + ">"
}

func zeros(rank int) string { return strings.TrimSuffix(strings.Repeat("%c0, ", rank), ", ") }

// load reads a value from the argument of the same name, which it returns.
func (w *writer) load(name string, shape []int, elem string) string {
	memory := "memref<" + dims(shape) + elem + ">"
	if len(shape) == 0 {
		fmt.Fprintf(w, "  %%%s = memref.load %%%sm[] : %s\n", name, name, memory)
	} else {
		fmt.Fprintf(w, "  %%%s = vector.load %%%sm[%s] : %s, %s\n", name, name, zeros(len(shape)), memory,
			typed(shape, elem))
	}
	return "%" + name + "m: " + memory
}

// store writes the value %r to an argument, which it returns.
func (w *writer) store(name string, shape []int) string {
	memory := "memref<" + dims(shape) + w.elem + ">"
	if len(shape) == 0 {
		fmt.Fprintf(w, "  memref.store %%%s, %%%sm[] : %s\n", name, name, memory)
	} else {
		fmt.Fprintf(w, "  vector.store %%%s, %%%sm[%s] : %s, %s\n", name, name, zeros(len(shape)), memory,
			typed(shape, w.elem))
	}
	return "%" + name + "m: " + memory
}

// bits reads a mask, which is made of numbers; it returns their argument.
func (w *writer) bits(shape []int) string {
	argument := w.load("bits", shape, "i8")
	fmt.Fprintf(w, "  %%mask = arith.trunci %%bits : %s to %s\n", typed(shape, "i8"), typed(shape, "i1"))
	return argument
}

// masked writes an operation with a result %r, under a mask half of the time, whose argument it returns
// behind others.
func (w *writer) masked(operation string, mask []int, result string, arguments ...string) []string {
	if w.IntN(2) == 0 {
		fmt.Fprintf(w, "  %%r = %s\n", operation)
		return arguments
	}
	arguments = append(arguments, w.bits(mask))
	fmt.Fprintf(w, "  %%r = vector.mask %%mask { %s } : %s -> %s\n", operation, typed(mask, "i1"), result)
	return arguments
}

func (w *writer) multiReduction() string {
	var reduced []string
	var kept []int
	for d, n := range w.shape {
		if w.IntN(2) == 0 {
			reduced = append(reduced, fmt.Sprint(d))
		} else {
			kept = append(kept, n)
		}
	}
	args := []string{w.load("v", w.shape, w.elem), w.load("acc", kept, w.elem)}
	result := typed(kept, w.elem)
	args = w.masked(fmt.Sprintf("vector.multi_reduction <%s>, %%v, %%acc [%s] : %s to %s", w.kind,
		strings.Join(reduced, ", "),
		typed(w.shape, w.elem), result), w.shape, result, args...)
	return strings.Join(append(args, w.store("r", kept)), ", ")
}

func (w *writer) reduction() string {
	shape := w.shape[:1]
	args := []string{w.load("v", shape, w.elem)}
	operands := "%v"
	if w.IntN(2) == 0 {
		args = append(args, w.load("acc", nil, w.elem))
		operands += ", %acc"
	}
	reduction := fmt.Sprintf("vector.reduction <%s>, %s : %s into %s", w.kind, operands, typed(shape, w.elem),
		w.elem)
	args = w.masked(reduction, shape, w.elem, args...)
	return strings.Join(append(args, w.store("r", nil)), ", ")
}

func (w *writer) outerProduct() string {
	left, right := w.shape[:1], []int{1 + w.IntN(4)}
	if w.IntN(3) == 0 {
		right = nil
	}
	shape := slices.Concat(left, right)
	args := []string{w.load("x", left, w.elem), w.load("y", right, w.elem)}
	operands := "%x, %y"
	if w.IntN(4) > 0 {
		args = append(args, w.load("acc", shape, w.elem))
		operands += ", %acc {kind = #vector.kind<" + w.kind + ">}"
	}
	product := fmt.Sprintf("vector.outerproduct %s : %s, %s", operands, typed(left, w.elem),
		typed(right, w.elem))
	args = w.masked(product, shape, typed(shape, w.elem), args...)
	return strings.Join(append(args, w.store("r", shape)), ", ")
}

func (w *writer) scan() string {
	dim := w.IntN(len(w.shape))
	initial := slices.Delete(slices.Clone(w.shape), dim, dim+1)
	args := []string{w.load("v", w.shape, w.elem), w.load("i", initial, w.elem)}
	name, of := "%i", typed(initial, w.elem)
	if len(initial) == 0 {
		of = "vector<" + w.elem + ">"
		fmt.Fprintf(w, "  %%iv = vector.broadcast %%i : %s to %s\n", w.elem, of)
		name = "%iv"
	}
	fmt.Fprintf(w,
		"  %%r, %%l = vector.scan <%s>, %%v, %s {inclusive = %t, reduction_dim = %d : i64} : %s, %s\n",
		w.kind, name, w.IntN(2) == 0, dim, typed(w.shape, w.elem), of)
	if len(initial) == 0 {
		fmt.Fprintf(w, "  %%s = vector.extract %%l[] : %s from %s\n", w.elem, of)
	} else {
		fmt.Fprintf(w, "  %%s = vector.shape_cast %%l : %s to %s\n", of, of)
	}
	return strings.Join(append(args, w.store("r", w.shape), w.store("s", initial)), ", ")
}

// packed writes a load or store whose last subscript is 1: the row has one element more than the vector.
func (w *writer) packed() string {
	n := 1
	for _, extent := range w.shape {
		n *= extent
	}
	memory := fmt.Sprintf("memref<2x%dx%s>", n+1, w.elem)
	args := []string{w.bits(w.shape), w.load("v", w.shape, w.elem), "%m: " + memory}
	if w.IntN(2) == 0 {
		fmt.Fprintf(w, "  vector.compressstore %%m[%%c1, %%c1], %%mask, %%v : %s, %s, %s\n",
			memory, typed(w.shape, "i1"), typed(w.shape, w.elem))
		return strings.Join(args, ", ")
	}
	fmt.Fprintf(w, "  %%r = vector.expandload %%m[%%c1, %%c1], %%mask, %%v : %s, %s, %[3]s into %[3]s\n",
		memory, typed(w.shape, "i1"), typed(w.shape, w.elem))
	return strings.Join(append(args, w.store("r", w.shape)), ", ")
}

func (w *writer) contract() string {
	m, n, k := 1+w.IntN(3), 1+w.IntN(3), 1+w.IntN(3)
	x, y, z := []int{m, k}, []int{k, n}, []int{n, m}
	args := []string{w.load("x", x, w.elem), w.load("y", y, w.elem), w.load("acc", z, w.elem)}
	args = append(args, w.bits([]int{m, n, k}))
	fmt.Fprintf(w,
		`  %%r = vector.mask %%mask { vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
    affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (j, i)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<%s>} %%x, %%y, %%acc : %s, %s into %s } : vector<%dx%dx%dxi1> -> %[4]s
`, w.kind, typed(x, w.elem), typed(y, w.elem), typed(z, w.elem), m, n, k)
	return strings.Join(append(args, w.store("r", z)), ", ")
}

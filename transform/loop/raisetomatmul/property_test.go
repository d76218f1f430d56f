package raisetomatmul_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
	"github.com/inflight-compiler/inflight/value"
)

// nest is a product of matrices in one of the ways to write it.
type nest struct {
	order    []int // the loops i, j, k from outside
	extents  [3]int64
	from, to string // types of A and B, and of C
	extend   string // from one to the other, "" if they are the same
	add, mul string
	first    bool // C begins with a constant
	block    bool // the body is a statement of TVMScript
	swapped  bool // operands of sums and products
}

// types are those of inputs and outputs, with the operations on them.
var types = []nest{
	{from: "f32", to: "f32", add: "addf", mul: "mulf"},
	{from: "f16", to: "f32", extend: "extf", add: "addf", mul: "mulf"},
	{from: "i32", to: "i32", add: "addi", mul: "muli"},
	{from: "i8", to: "i32", extend: "extsi", add: "addi", mul: "muli"},
}

func random(r *rand.Rand) nest {
	n := types[r.IntN(len(types))]
	n.order, n.first, n.block, n.swapped = r.Perm(3), r.IntN(2) == 0, r.IntN(2) == 0, r.IntN(2) == 0
	for i := range n.extents {
		n.extents[i] = int64(2 + 3*i + r.IntN(3)) // all different
	}
	return n
}

func (n nest) String() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	memref := func(row, column int, elem string) string {
		return fmt.Sprintf("memref<%dx%dx%s>", n.extents[row], n.extents[column], elem)
	}
	ta, tb, tc := memref(0, 2, n.from), memref(2, 1, n.from), memref(0, 1, n.to)
	line("func.func @main(%%A: %s, %%B: %s, %%C: %s) {", ta, tb, tc)
	line("%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : index")
	line("%%zero = arith.constant %s : %s", map[bool]string{true: "0.0", false: "0"}[n.to == "f32"], n.to)
	for i, extent := range n.extents {
		line("%%n%d = arith.constant %d : index", i, extent)
	}
	for _, d := range n.order {
		line("scf.for %%v%d = %%c0 to %%n%d step %%c1 {", d, d)
	}
	if n.block {
		line("pipeline.block attributes {name = \"C\"} {")
		for d, kind := range []string{"spatial", "spatial", "reduce"} {
			line("%%x%d = pipeline.axis %q %%v%d in %%c0 to %%n%d", d, kind, d, d)
		}
	}
	body := b.Len()
	if n.first {
		line(
			"%%begins = arith.cmpi eq, %%v2, %%c0 : index\nscf.if %%begins {\nmemref.store %%zero, "+
				"%%C[%%v0, %%v1] : %s\n}", tc)
	}
	line(
		"%%c = memref.load %%C[%%v0, %%v1] : %s\n%%a = memref.load %%A[%%v0, %%v2] : %s\n%%b = memref.load "+
			"%%B[%%v2, %%v1] : %s", tc, ta, tb)
	x, y := "%a", "%b"
	if n.extend != "" {
		line("%%ax = arith.%s %%a : %s to %s\n%%bx = arith.%s %%b : %s to %s", n.extend, n.from, n.to,
			n.extend, n.from, n.to)
		x, y = "%ax", "%bx"
	}
	c, ab := "%c", "%ab"
	if n.swapped {
		x, y, c, ab = y, x, ab, c
	}
	line("%%ab = arith.%s %s, %s : %s\n%%sum = arith.%s %s, %s : %s", n.mul, x, y, n.to, n.add, c, ab, n.to)
	line("memref.store %%sum, %%C[%%v0, %%v1] : %s", tc)
	source := b.String()
	if n.block {
		source = source[:body] +
			strings.NewReplacer("%v0", "%x0", "%v1", "%x1", "%v2", "%x2").Replace(source[body:]) + "}\n"
	}
	return source + "}\n}\n}\nreturn\n}\n"
}

// Products become linalg.matmul in whatever way they are written, and compute the same.
func TestPropertyProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range passtest.Programs(80) {
		n := random(r)
		if raised := same(t, n.String()); !raised {
			t.Errorf("no product is found in\n%v", n)
		}
	}
}

// same raises what it can, compares what is computed, and reports whether there was a product.
func same(t *testing.T, source string) bool {
	t.Helper()
	m := passtest.Parse(t, source)
	raised := passtest.Transform(t, m, "builtin.module(raise-to-matmul)")
	want, got := execute(t, m), execute(t, raised)
	if passtest.Print(raised) == passtest.Print(m) {
		return false
	}
	for i := range want {
		if !want[i].Buffer.Equal(got[i].Buffer) {
			t.Errorf("argument %d differs:\n%s\n%s", i, source, passtest.Print(raised))
		}
	}
	return true
}

// execute runs @main on finite numbers and returns its arguments.
func execute(t *testing.T, m *ir.Op) (args []value.Value) {
	t.Helper()
	program, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	for _, typ := range program.Inputs() {
		mt := typ.(*ir.MemRefType)
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range b.Data {
			b.Data[i] = byte(7*i+len(args)) & 0x3f // no infinity, and no NaN
		}
		args = append(args, value.Memory(b))
	}
	if _, err := program.Run(t.Context(), sim.Config{}, args); err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(m))
	}
	return args
}

// What is almost a product stays.
func TestPropertyOthers(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 2))
	for old, changed := range map[string]string{
		"%sum = arith.add":                "%sum = arith.sub",
		"%ab = arith.mul":                 "%ab = arith.add",
		"%begins = arith.cmpi eq, ":       "%begins = arith.cmpi ne, ",
		"%c = memref.load %C[%v0, %v1]":   "%c = memref.load %C[%c0, %v1]",
		"%c = memref.load %C[%x0, %x1]":   "%c = memref.load %C[%x0, %c1]",
		"memref.store %zero, %C[%v0, %v1": "memref.store %zero, %C[%c0, %v1",
		"memref.store %sum, %C[%v0, %v1]": "memref.store %sum, %C[%v0, %c0]",
		"scf.for %v0 = %c0 to":            "scf.for %v0 = %c1 to",
		"scf.for %v1 = %c0 to %n1":        "scf.for %v1 = %c0 to %c1",
		"step %c1 {\nscf.for %v2":         "step %n0 {\nscf.for %v2",
		"%a = memref.load": "%other = memref.load %C[%c0, %c0] : CTYPE\nmemref.store " +
			"%other, %C[%c1, %c1] : CTYPE\n%a = memref.load",
	} {
		tried := 0
		for range 400 {
			n := random(r)
			source := n.String()
			if !strings.Contains(source, old) {
				continue
			}
			broken := strings.Replace(source, old, changed, 1)
			broken = strings.ReplaceAll(broken, "CTYPE",
				fmt.Sprintf("memref<%dx%dx%s>", n.extents[0], n.extents[1], n.to))
			if tried++; same(t, broken) {
				t.Errorf("%q in place of %q is taken for a product", changed, old)
			}
			if tried == 4 {
				break
			}
		}
		if tried == 0 {
			t.Errorf("%q was not tried", old)
		}
	}
}

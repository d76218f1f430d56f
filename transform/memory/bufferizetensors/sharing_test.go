package bufferizetensors_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// A tensor that is its buffer is what it would be as a copy: random programs that make tensors of memory,
// write to that memory, by themselves and by way of calls, and read the tensors later, compute what they do
// where each tensor is copied first. Some are copied, and some are not.
func TestPropertySharedBuffers(t *testing.T) {
	n, shared, copied := passtest.Programs(150), 0, 0
	for i := range n {
		made := passtest.Transform(t, passtest.Parse(t, memoryProgram(uint64(i), false)),
			"builtin.module(bufferize-tensors)")
		reference := passtest.Transform(t, passtest.Parse(t, memoryProgram(uint64(i), true)),
			"builtin.module(bufferize-tensors)")
		got, _ := run(t, made, "main", sim.Config{})
		want, _ := run(t, reference, "main", sim.Config{})
		if !slices.EqualFunc(want, got, value.Value.Equal) {
			t.Fatalf("%s\n%s\nreturns %v, expected %v", memoryProgram(uint64(i), false), passtest.Print(made),
				got, want)
		}
		left := len(reference.Find(memref.Copy)) - len(made.Find(memref.Copy))
		if left > 0 {
			shared++
		}
		if left < strings.Count(memoryProgram(uint64(i), true), "// copied") {
			copied++
		}
	}
	if shared < n/4 || copied < n/4 {
		t.Errorf("of %d programs, %d have tensors that are not copied, and %d such that are", n, shared,
			copied)
	}
}

// memoryProgram returns a random program; with copies each tensor is one of a copy that nothing writes to.
func memoryProgram(seed uint64, copies bool) string {
	g := &memoryGenerator{generator: &generator{r: rand.New(rand.NewPCG(seed, 7)), ints: []string{"%k"}},
		copies: copies}
	g.b.WriteString(`ml_program.global private mutable @x(dense<7> : tensor<8xi32>) : tensor<8xi32>
func.func @set(%m: memref<8xi32>, %v: i32) {
  %c3 = arith.constant 3 : index
  memref.store %v, %m[%c3] : memref<8xi32>
  return
}
func.func @get(%m: memref<8xi32>) -> i32 {
  %c3 = arith.constant 3 : index
  %v = memref.load %m[%c3] : memref<8xi32>
  return %v : i32
}
func.func @set_of_others(%m: memref<8xi32>, %v: i32) {
  call @set(%m, %v) : (memref<8xi32>, i32) -> ()
  return
}
func.func @store(%t: tensor<8xi32>) -> tensor<8xi32> {
  ml_program.global_store @x = %t : tensor<8xi32>
  return %t : tensor<8xi32>
}
`)
	g.line("func.func @body(%%p: memref<8xi32>, %%q: memref<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {")
	for i := range 8 {
		g.line("%%i%d = arith.constant %d : index", i, i)
	}
	g.line("%%k = arith.constant 7 : i32")
	g.line("%%m = memref.alloc() : memref<8xi32>")
	g.line("memref.copy %%p, %%m : memref<8xi32> to memref<8xi32>")
	g.memory, g.readable = []string{"%p", "%q", "%m"}, []string{"%p", "%q", "%m"}
	g.tensors = []string{g.toTensor(), g.toTensor()}
	g.statements(4 + g.r.IntN(10))
	g.line("return %s, %s : tensor<8xi32>, tensor<8xi32>", g.tensor(), g.tensors[len(g.tensors)-1])
	g.line("}")
	second := []string{"%p", "%q"}[g.r.IntN(2)]
	g.line(
		"func.func @main(%%p: memref<8xi32>, %%q: memref<8xi32>) -> (tensor<8xi32>, tensor<8xi32>, " +
			"memref<8xi32>, " +
			"memref<8xi32>) {")
	g.line("%%r:2 = call @body(%%p, %s) : (memref<8xi32>, memref<8xi32>) -> (tensor<8xi32>, tensor<8xi32>)",
		second)
	g.line("return %%r#0, %%r#1, %%p, %%q : tensor<8xi32>, tensor<8xi32>, memref<8xi32>, memref<8xi32>")
	g.line("}")
	return g.b.String()
}

// memoryGenerator writes programs with memory of their own.
type memoryGenerator struct {
	*generator
	copies           bool
	memory, readable []string
	depth            int
}

func (g *memoryGenerator) of(list []string) string { return list[g.r.IntN(len(list))] }

// toTensor makes a tensor of memory.
func (g *memoryGenerator) toTensor() string {
	from := g.of(g.readable)
	if g.copies {
		to := g.let("memref.alloc() : memref<8xi32> // copied")
		g.line("memref.copy %s, %s : memref<8xi32> to memref<8xi32>", from, to)
		from = to
	}
	return g.let("bufferization.to_tensor %s restrict : memref<8xi32> to tensor<8xi32>", from)
}

// statements writes some statements of a block, whose names end with it.
func (g *memoryGenerator) statements(n int) {
	tensors, ints, memory, readable := slices.Clone(g.tensors), slices.Clone(g.ints), slices.Clone(g.memory),
		slices.Clone(g.readable)
	for range n {
		g.statement()
	}
	if g.depth > 0 {
		g.tensors, g.ints, g.memory, g.readable = tensors, ints, memory, readable
	}
}

func (g *memoryGenerator) statement() {
	switch g.r.IntN(17) {
	case 0, 1:
		g.line("memref.store %s, %s[%s] : memref<8xi32>", g.int(), g.of(g.memory), g.index())
	case 2:
		g.line("memref.copy %s, %s : memref<8xi32> to memref<8xi32>", g.of(g.readable), g.of(g.memory))
	case 3:
		g.line("linalg.add ins(%s, %s : memref<8xi32>, memref<8xi32>) outs(%s : memref<8xi32>)",
			g.of(g.readable),
			g.of(g.readable), g.of(g.memory))
	case 4, 5, 6:
		g.tensors = append(g.tensors, g.toTensor())
	case 7:
		g.dims()
	case 8:
		g.tensors = append(g.tensors, g.let("linalg.add ins(%s, %s : tensor<8xi32>, tensor<8xi32>) "+
			"outs(%s : tensor<8xi32>) -> tensor<8xi32>", g.tensor(), g.tensor(), g.tensor()))
	case 9:
		g.line("bufferization.materialize_in_destination %s in restrict writable %s : (tensor<8xi32>, "+
			"memref<8xi32>) -> ()", g.tensor(), g.of(g.memory))
	case 10:
		g.readable = append(g.readable,
			g.let("bufferization.to_buffer %s read_only : tensor<8xi32> to memref<8xi32>", g.tensor()))
	case 11:
		m := g.let("bufferization.to_buffer %s : tensor<8xi32> to memref<8xi32>", g.tensor())
		g.memory, g.readable = append(g.memory, m), append(g.readable, m)
	case 12:
		g.line("func.call @%s(%s, %s) : (memref<8xi32>, i32) -> ()",
			[]string{"set", "set_of_others"}[g.r.IntN(2)], g.of(g.memory), g.int())
	case 13:
		g.ints = append(g.ints, g.let("func.call @get(%s) : (memref<8xi32>) -> i32", g.of(g.readable)))
	case 14:
		g.global()
	case 15:
		g.ints = append(g.ints, g.let("tensor.extract %s[%s] : tensor<8xi32>", g.tensor(), g.index()))
	default:
		g.nested()
	}
}

// global loads the global tensor, or stores one there.
func (g *memoryGenerator) global() {
	switch g.r.IntN(6) {
	case 0:
		g.line("ml_program.global_store @x = %s : tensor<8xi32>", g.tensor())
		return
	case 1:
		g.tensors = append(g.tensors,
			g.let("func.call @store(%s) : (tensor<8xi32>) -> tensor<8xi32>", g.tensor()))
		return
	}
	v := g.let("ml_program.global_load @x : tensor<8xi32>")
	if g.copies {
		v = g.let("bufferization.alloc_tensor() copy(%s) : tensor<8xi32> // copied", v)
	}
	g.tensors = append(g.tensors, v)
}

// nested writes statements into a loop or a condition.
func (g *memoryGenerator) nested() {
	if g.depth == 2 {
		return
	}
	if g.r.IntN(2) == 0 {
		g.line("scf.for %%j%d = %%i0 to %s step %%i1 {", g.depth, g.index())
	} else {
		g.line("scf.if %s {", g.let("arith.cmpi slt, %s, %s : i32", g.int(), g.int()))
	}
	g.depth++
	g.statements(1 + g.r.IntN(6))
	g.depth--
	g.line("}")
}

package randkernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

const (
	// inputs is the number of elements of an array that kernels read, slots that of elements of an array that
	// each thread writes.
	inputs = 64
	slots  = 4
)

// scalars are the types of elements.
var scalars = []string{"i8", "i16", "i32", "i64", "f16", "bf16", "f32", "f64"}

// generator is a program being written.
type generator struct {
	r       *rand.Rand
	b       strings.Builder
	n       int      // names given
	types   []string // of elements, in this kernel
	threads int      // of a block
	shared  string   // type of elements in shared memory
	helper  bool     // there is a function to call
}

// scope is what a place in a kernel sees.
type scope struct {
	values map[string][]string // by their types
	arrays []array             // that the thread may access alone
	// uniform says that all threads get here, and equal that values is what all of them have.
	uniform bool
	depth   int
}

func (s *scope) inner(uniform bool) *scope {
	in := &scope{values: map[string][]string{}, arrays: slices.Clone(s.arrays), uniform: s.uniform && uniform,
		depth: s.depth + 1}
	for t, list := range s.values {
		in.values[t] = slices.Clone(list)
	}
	return in
}

func (s *scope) add(t, v string) string {
	s.values[t] = append(s.values[t], v)
	return v
}

func (g *generator) one(in int) bool { return g.r.IntN(in) == 0 }

func pick[T any](g *generator, list ...T) T { return list[g.r.IntN(len(list))] }

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// name returns a new name.
func (g *generator) name() string {
	g.n++
	return fmt.Sprintf("%%v%d", g.n)
}

// result writes an operation with a result of a type, and returns that.
func (g *generator) result(s *scope, t, format string, args ...any) string {
	v := g.name()
	g.line("%s = "+format, append([]any{v}, args...)...)
	return s.add(t, v)
}

// Program returns a module whose function @main launches a kernel on one or two blocks. Its arguments are,
// for each type of elements, an array that is read, and one that is written.
func Program(r *rand.Rand) string {
	g := &generator{r: r, threads: pick(&generator{r: r}, 32, 32, 64)}
	for _, i := range r.Perm(len(scalars))[:2+r.IntN(3)] {
		g.types = append(g.types, scalars[i])
	}
	if !slices.Contains(g.types, "i32") {
		g.types = append(g.types, "i32")
	}
	g.shared, g.helper = pick(g, g.types...), g.one(3)
	blocks, y := 1+r.IntN(2), pick(g, 1, 1, 2)
	var params, operands []string
	for _, t := range g.types {
		params = append(params,
			fmt.Sprintf("%%A_%[1]s: %[2]s, %%R_%[1]s: %[3]s", t, inputType(t), g.outputType(t, blocks)))
		operands = append(operands,
			fmt.Sprintf("%%A_%[1]s : %[2]s, %%R_%[1]s : %[3]s", t, inputType(t), g.outputType(t, blocks)))
	}
	params, operands = append(params, "%C: memref<8xi32>, %n: index"),
		append(operands, "%C : memref<8xi32>, %four : index")
	g.line("module attributes {gpu.container_module} {\ngpu.module @kernels {")
	if g.helper {
		g.function()
	}
	g.line("gpu.func @kernel(%s) kernel attributes {known_block_size = array<i32: %d, %d, 1>} {",
		strings.Join(params, ", "), g.threads/y, y)
	g.body(blocks, y)
	g.line("gpu.return\n}\n}")
	params[len(params)-1] = "%C: memref<8xi32>"
	g.line("func.func @main(%s) {", strings.Join(params, ", "))
	g.line(
		"%%one = arith.constant 1 : index\n%%four = arith.constant 4 : index\n%%bytes = arith.constant " +
			"1024 : i32")
	g.line(
		"%%x = arith.constant %d : index\n%%y = arith.constant %d : index\n%%blocks = arith.constant %d : "+
			"index", g.threads/y, y, blocks)
	g.line(
		"gpu.launch_func @kernels::@kernel blocks in (%%blocks, %%one, %%one) threads in (%%x, %%y, %%one) "+
			"dynamic_shared_memory_size %%bytes args(%s)",
		strings.Join(operands, ", "))
	g.line("return\n}\n}")
	return g.b.String()
}

func inputType(t string) string { return fmt.Sprintf("memref<%dx%s>", inputs, t) }

func (g *generator) outputType(t string, blocks int) string {
	return fmt.Sprintf("memref<%dx%s>", blocks*g.threads*slots, t)
}

// body writes what a thread does.
func (g *generator) body(blocks, y int) {
	for _, n := range []int{0, 1, 2, 3, 4, 7, g.threads} {
		g.line("%%c%d = arith.constant %d : index", n, n)
	}
	s := &scope{values: map[string][]string{}, uniform: true}
	g.line("%%tx = gpu.thread_id x\n%%ty = gpu.thread_id y\n%%b = gpu.block_id x\n%%dx = gpu.block_dim x")
	g.line("%%row = arith.muli %%ty, %%dx : index\n%%t = arith.addi %%row, %%tx : index")
	g.line(
		"%%before = arith.muli %%b, %%c%d : index\n%%id = arith.addi %%before, %%t : index\n%%own = "+
			"arith.muli %%id, %%c%d : index", g.threads, slots)
	g.line("%%S = memref.alloc() : %s", g.sharedType())
	s.values["index"] = []string{"%tx", "%ty", "%id", "%n", "%t"}
	for _, t := range g.types {
		s.add(t, g.loadInput(s, t))
		s.arrays = append(s.arrays,
			array{name: "%R_" + t, elem: t, typ: g.outputType(t, blocks), size: slots, base: "%own"})
	}
	for range 6 + g.r.IntN(10) {
		g.step(s)
	}
	g.storeAll(s)
}

// storeAll stores the youngest values of each type.
func (g *generator) storeAll(s *scope) {
	for _, t := range g.types {
		list := s.values[t]
		for i := range min(2, len(list)) {
			at := g.name()
			g.line("%s = arith.addi %%own, %%c%d : index", at, i)
			g.line("memref.store %s, %%R_%s[%s] : %s", list[len(list)-1-i], t, at, s.arrayOf("%R_"+t).typ)
		}
	}
}

// function writes a function that the kernel calls: one with two results.
func (g *generator) function() {
	g.line("func.func @helper(%%x: i32, %%y: i64, %%m: %s) -> (i32, f32) {", inputType("i32"))
	g.line(
		"%%c%d = arith.constant %d : index\n%%i = arith.index_castui %%x : i32 to index\n%%j = arith.remui "+
			"%%i, %%c%d : index", inputs, inputs, inputs)
	g.line(
		"%%z = memref.load %%m[%%j] : %s\n%%w = arith.addi %%x, %%z : i32\n%%f = arith.sitofp %%y : i64 to "+
			"f32\nreturn %%w, %%f : i32, f32\n}", inputType("i32"))
}

// step writes a statement.
func (g *generator) step(s *scope) {
	switch k := g.r.IntN(24); {
	case k < 9:
		g.compute(s)
	case k < 12:
		g.vector(s)
	case k < 14:
		g.convert(s)
	case k < 17:
		g.memory(s)
	case k < 19:
		g.together(s)
	case s.depth >= 2:
		g.compute(s)
	case k < 21:
		g.choice(s)
	default:
		g.repeat(s)
	}
}

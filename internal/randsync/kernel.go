package randsync

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

const (
	cells      = 16 // elements of global memory, and of a row of shared memory
	rows       = 2
	globalType = "memref<16xi32>"
	sharedType = "memref<2x16xi32, 3>"
)

// thread is what a place in a kernel sees.
type thread struct {
	numbers []string // that differ between threads
	common  []string // that do not
	tokens  []token
	depth   int
	uniform bool // all threads get there
}

func (s *thread) inner(uniform bool) *thread {
	return &thread{slices.Clone(s.numbers), slices.Clone(s.common), slices.Clone(s.tokens), s.depth + 1,
		s.uniform && uniform}
}

// Kernel returns a module whose function @main launches one block of up to 32 threads. They copy from global
// to shared memory, load and store in both, at subscripts that they compute from where they are, commit,
// wait, and meet at barriers.
func Kernel(r *rand.Rand) string {
	g := &generator{r: r, tidy: r.IntN(11)}
	x, y := 2<<r.IntN(4), 1+r.IntN(2)
	if g.one(3) {
		g.function(x, y)
	} else {
		g.launch(x, y)
	}
	return g.b.String()
}

// launch writes a kernel in the function that launches it.
func (g *generator) launch(x, y int) {
	g.line("func.func @main(%%A: %s, %%B: %s) {", globalType, globalType)
	g.beginKernel(x)
	inside := g.one(2)
	if !inside {
		g.line("%%S = memref.alloc() : %s", sharedType)
	}
	g.line("gpu.launch blocks(%%bx, %%by, %%bz) in (%%gx = %%i1, %%gy = %%i1, %%gz = %%i1)")
	g.line("           threads(%%tx, %%ty, %%tz) in (%%sx = %%x0, %%sy = %%i%d, %%sz = %%i1) {", y)
	g.indent++
	if inside {
		g.line("%%S = memref.alloc() : %s", sharedType)
	}
	g.threads(y)
	g.line("gpu.terminator")
	g.end()
	g.line("return")
	g.end()
}

// function writes a kernel as a function, whose threads ask where they are.
func (g *generator) function(x, y int) {
	g.line("module attributes {gpu.container_module} {")
	g.indent++
	g.line("gpu.module @kernels {")
	g.indent++
	g.line(
		"gpu.func @kernel(%%A: %s, %%B: %s) kernel attributes {known_block_size = array<i32: %d, %d, 1>} {",
		globalType, globalType, x, y)
	g.beginKernel(x)
	g.line("%%S = memref.alloc() : %s", sharedType)
	if g.one(2) {
		g.line("%%tid = nvvm.read.ptx.sreg.tid.x : i32")
		g.line("%%tx = arith.index_cast %%tid : i32 to index")
	} else {
		g.line("%%tx = gpu.%s", g.pick("thread_id x", "lane_id"))
	}
	g.line("%%ty = gpu.thread_id y")
	g.threads(y)
	g.line("gpu.return")
	g.end()
	g.end()
	g.line("func.func @main(%%A: %s, %%B: %s) {", globalType, globalType)
	g.beginKernel(x)
	g.line(
		"gpu.launch_func @kernels::@kernel blocks in (%%i1, %%i1, %%i1) threads in (%%x0, %%i%d, %%i1) "+
			"args(%%A : %s, %%B : %s)", y, globalType, globalType)
	g.line("return")
	g.end()
	g.end()
}

// beginKernel writes constants.
func (g *generator) beginKernel(x int) {
	g.begin()
	g.line("%%cells = arith.constant %d : index", cells)
	g.line("%%last = arith.constant %d : index", cells-1)
	g.line("%%x0 = arith.constant %d : index", x)
}

// threads writes what each thread does.
func (g *generator) threads(y int) {
	s := &thread{numbers: []string{"%tx", "%tx", "%ty"}, common: []string{"%i1", "%i2", "%i3", "%i5"},
		uniform: true}
	if y == 1 {
		s.numbers = s.numbers[:2]
	}
	g.thread(s, 3+g.r.IntN(6))
	if g.r.IntN(10) < g.tidy {
		g.line("nvvm.cp.async.commit.group")
		g.line("nvvm.cp.async.wait.group 0")
	}
}

func (g *generator) thread(s *thread, n int) {
	for range n {
		g.step(s)
	}
}

// step writes a statement of a thread.
func (g *generator) step(s *thread) {
	switch k := g.r.IntN(20); {
	case k < 6:
		g.cell(s)
	case k < 10:
		g.copyCells(s)
	case k == 10:
		g.line("nvvm.cp.async.commit.group")
	case k < 13:
		g.waitForCopies(s)
	case k < 15:
		if s.uniform {
			g.line("gpu.barrier")
		}
	case s.depth >= 2:
	case k < 17:
		g.choice(s)
	default:
		g.repeat(s)
	}
}

// number computes a number from where the thread is.
func (g *generator) number(s *thread) string {
	v := s.numbers[g.r.IntN(len(s.numbers))]
	if g.one(6) {
		v = s.common[g.r.IntN(len(s.common))]
	}
	for range g.r.IntN(3) {
		w := s.common[g.r.IntN(len(s.common))]
		if g.one(4) {
			w = s.numbers[g.r.IntN(len(s.numbers))]
		}
		v = g.compute(v, w)
	}
	return v
}

func (g *generator) compute(v, w string) string {
	out := g.name("%m")
	switch g.r.IntN(8) {
	case 0, 1, 2:
		g.line("%s = arith.addi %s, %s : index", out, v, w)
	case 3, 4:
		g.line("%s = arith.muli %s, %s : index", out, v, w)
	case 5:
		g.line("%s = arith.divui %s, %%i%d : index", out, v, 2+g.r.IntN(2))
	case 6:
		g.line("%s = arith.remui %s, %%i%d : index", out, v, 2+g.r.IntN(4))
	default:
		g.line("%s = arith.%s %s, %%i%d : index", out, g.pick("xori", "andi", "shrui"), v, 1+g.r.IntN(3))
	}
	return out
}

// inRow returns a number below the number of cells.
func (g *generator) inRow(s *thread) string {
	v, out := g.number(s), g.name("%q")
	g.line("%s = arith.remui %s, %%cells : index", out, v)
	if g.one(4) {
		back := g.name("%q")
		g.line("%s = arith.subi %%last, %s : index", back, out)
		return back
	}
	return out
}

// inShared returns the subscripts of a cell of shared memory.
func (g *generator) inShared(s *thread) string {
	row := fmt.Sprintf("%%i%d", g.r.IntN(rows))
	if g.one(2) {
		v := s.common[len(s.common)-1]
		row = g.name("%q")
		g.line("%s = arith.remui %s, %%i%d : index", row, v, rows)
	}
	return row + ", " + g.inRow(s)
}

// cell loads or stores.
func (g *generator) cell(s *thread) {
	at := "%A[" + g.inRow(s) + "] : " + globalType
	switch g.r.IntN(6) {
	case 0:
		at = "%B" + at[2:]
	case 1, 2, 3, 4:
		at = "%S[" + g.inShared(s) + "] : " + sharedType
	}
	if g.one(2) && at[1] != 'A' {
		g.line("memref.store %%x, %s", at)
	} else {
		g.line("%s = memref.load %s", g.name("%l"), at)
	}
}

func (g *generator) copyCells(s *thread) {
	from, to := g.inRow(s), g.inShared(s)
	g.line("%s = nvgpu.device_async_copy %%A[%s], %%S[%s], 1 : %s to %s", g.name("%y"), from, to, globalType,
		sharedType)
	switch g.r.IntN(4) {
	case 0:
	case 1:
		t := token{name: g.name("%g"), typ: copyType}
		g.line("%s = \"nvgpu.device_async_create_group\"() : () -> %s", t.name, copyType)
		s.tokens = append(s.tokens, t)
	default:
		g.line("nvvm.cp.async.commit.group")
	}
}

func (g *generator) waitForCopies(s *thread) {
	if len(s.tokens) > 0 && g.one(2) {
		g.line("nvgpu.device_async_wait %s", s.tokens[g.r.IntN(len(s.tokens))].name)
	} else {
		g.line("nvvm.cp.async.wait.group %d", g.r.IntN(3))
	}
	if s.uniform && g.r.IntN(3) > 0 {
		g.line("gpu.barrier")
	}
}

// choice is a condition that threads decide alike or each for itself.
func (g *generator) choice(s *thread) {
	c, uniform := g.name("%c"), g.one(4)
	v := s.common[g.r.IntN(len(s.common))]
	if !uniform {
		v = g.number(s)
	}
	g.line("%s = arith.cmpi %s, %s, %%i%d : index", c, g.pick("ult", "eq", "ne", "slt"), v, g.r.IntN(6))
	g.line("scf.if %s {", c)
	g.indent++
	g.thread(s.inner(uniform), 1+g.r.IntN(3))
	if g.one(3) {
		g.indent--
		g.line("} else {")
		g.indent++
		g.thread(s.inner(uniform), 1+g.r.IntN(2))
	}
	g.end()
}

// repeat is a loop, whose number of iterations is constant or that of the thread, and that may carry a token.
func (g *generator) repeat(s *thread) {
	k, upper, uniform := g.name("%k"), fmt.Sprintf("%%i%d", 1+g.r.IntN(5)), true
	if g.one(5) {
		upper, uniform = g.name("%m"), false
		g.line("%s = arith.remui %s, %%i%d : index", upper, g.number(s), 2+g.r.IntN(3))
	}
	in := s.inner(uniform)
	if uniform {
		in.common = append(in.common, k)
	} else {
		in.numbers = append(in.numbers, k)
	}
	head, out := "", ""
	if len(s.tokens) > 0 && g.one(2) {
		a := token{name: g.name("%a"), typ: copyType}
		out = g.name("%r")
		head = fmt.Sprintf(" iter_args(%s = %s) -> (%s)", a.name, s.tokens[len(s.tokens)-1].name, copyType)
		in.tokens = append(in.tokens, a)
		s.tokens = append(s.tokens, token{name: out, typ: copyType})
		out += " = "
	}
	g.line("%sscf.for %s = %%i0 to %s step %%i1%s {", out, k, upper, head)
	g.indent++
	g.thread(in, 1+g.r.IntN(5))
	if out != "" {
		g.line("scf.yield %s : %s", in.tokens[len(in.tokens)-1].name, copyType)
	}
	g.end()
}

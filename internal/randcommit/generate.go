package randcommit

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Elements is the number of elements of every argument that is memory: two buffers of global memory and one
// of shared memory. Behind them, @main has two conditions and a number of iterations.
const Elements = 12

const (
	globalType = "memref<12xi32>"
	sharedType = "memref<12xi32, 3>"
	tokenType  = "!nvgpu.device.async.token"
	asyncType  = "!async.token"
)

// token is a value that stands for a group.
type token struct{ name, typ string }

// generator writes one program.
type generator struct {
	r      *rand.Rand
	b      strings.Builder
	indent int
	names  int
	calls  bool // there is a function to call
	// observed programs mark what has completed, and log the marks behind every wait.
	observed bool
	marks    int
	tokens   bool // groups of cp.async and waits for their tokens only
}

// Program returns a module with the function @main, and perhaps what that calls.
func Program(r *rand.Rand) string {
	g := &generator{r: r}
	if r.IntN(3) == 0 {
		g.function("func.func private @callee", 0, 2)
		g.calls = true
	}
	g.function("func.func @main", 2, 7)
	return g.b.String()
}

// Rows and Marks are the extents of the log of an observed program.
const (
	Rows  = 256
	Marks = 64
)

// ObservedProgram returns a module whose asynchronous operations count their completions: each in an element
// of its own of %seen, or sets one of %set to 1, both of as many elements as Marks. Behind every wait, a row
// of %log becomes the sum of both, and %pos[0] is the number of rows. The arguments of @main are those of
// Program and then %ones, whose elements must be 1, %seen, %set, %log and %pos. The synchronous reads are
// races; what they read tells, in late mode, what has certainly completed.
func ObservedProgram(r *rand.Rand) string {
	g := &generator{r: r, observed: true, tokens: r.IntN(2) == 0}
	g.b.WriteString(observer)
	if r.IntN(3) == 0 {
		g.function("func.func private @callee", 0, 2)
		g.calls = true
	}
	g.function("func.func @main", 2, 7)
	return g.b.String()
}

// observer is the function that logs.
const observer = `func.func private @observe(%seen: memref<64xi32>, %set: memref<64xi32, 3>, %log: memref<256x64xi32>, %pos: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c255 = arith.constant 255 : index
  %row = memref.load %pos[%c0] : memref<1xindex>
  scf.for %i = %c0 to %c64 step %c1 {
    %x = memref.load %seen[%i] : memref<64xi32>
    %y = memref.load %set[%i] : memref<64xi32, 3>
    %z = arith.addi %x, %y : i32
    memref.store %z, %log[%row, %i] : memref<256x64xi32>
  }
  %next = arith.addi %row, %c1 : index
  %capped = arith.minui %next, %c255 : index
  memref.store %capped, %pos[%c0] : memref<1xindex>
  return
}
`

// The parameters and arguments of observed functions behind the others, and their types.
const (
	observedParameters = ", %ones: memref<64xi32>, %seen: memref<64xi32>, %set: memref<64xi32, 3>, %log: " +
		"memref<256x64xi32>, %pos: memref<1xindex>"
	observedArguments = ", %ones, %seen, %set, %log, %pos"
	observedTypes     = ", memref<64xi32>, memref<64xi32>, memref<64xi32, 3>, memref<256x64xi32>, " +
		"memref<1xindex>"
)

// observed returns text where programs are observed, else nothing.
func (g *generator) only(text string) string {
	if g.observed {
		return text
	}
	return ""
}

// mark returns a subscript for the completions of one operation.
func (g *generator) mark() string {
	m := g.name("m")
	g.line("%s = arith.constant %d : index", m, g.marks%Marks)
	g.marks++
	return m
}

// observe logs.
func (g *generator) observe() {
	if g.observed {
		g.line(
			"func.call @observe(%%seen, %%set, %%log, %%pos) : (memref<64xi32>, memref<64xi32, 3>, " +
				"memref<256x64xi32>, memref<1xindex>) -> ()")
	}
}

// count writes an asynchronous operation that counts.
func (g *generator) count() {
	m := g.mark()
	if g.tokens || g.r.IntN(3) == 0 {
		g.line("%s = nvgpu.device_async_copy %%ones[%s], %%set[%s], 1 : memref<64xi32> to memref<64xi32, 3>",
			g.name("y"), m, m)
		return
	}
	x, one, y := g.name("x"), g.name("x"), g.name("x")
	g.line("pipeline.async_scope {")
	g.line("  %s = memref.load %%seen[%s] : memref<64xi32>", x, m)
	g.line("  %s = memref.load %%ones[%s] : memref<64xi32>", one, m)
	g.line("  %s = arith.addi %s, %s : i32", y, x, one)
	g.line("  memref.store %s, %%seen[%s] : memref<64xi32>", y, m)
	g.line("}")
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%%%s%d", prefix, g.names)
}

func (g *generator) function(head string, depth, statements int) {
	g.line("%s(%%a: %s, %%b: %s, %%s: %s, %%p: i1, %%q: i1, %%n: index%s) {", head, globalType, globalType,
		sharedType,
		g.only(observedParameters))
	g.indent++
	for i := range Elements {
		g.line("%%c%d = arith.constant %d : index", i, i)
	}
	var ts []token
	if depth > 0 {
		ts = g.commit(g.commit(nil))
	}
	g.block(ts, depth, statements)
	if depth > 0 {
		g.drain()
	}
	g.line("return")
	g.indent--
	g.line("}")
}

// drain waits for everything.
func (g *generator) drain() {
	g.line("pipeline.async_commit_stage %d", g.r.IntN(2))
	g.line("nvvm.cp.async.commit.group")
	g.line("pipeline.async_wait_stage 0, 0")
	g.line("pipeline.async_wait_stage 1, 0")
	g.line("nvvm.cp.async.wait.group 0")
}

// block writes statements and returns the tokens that are in scope behind them.
func (g *generator) block(ts []token, depth, statements int) []token {
	ts = append([]token{}, ts...)
	for range 1 + g.r.IntN(statements) {
		ts = g.statement(ts, depth)
	}
	return ts
}

// tokenStatement writes a group, a wait for the token of one, or a loop or condition.
func (g *generator) tokenStatement(ts []token, depth int) []token {
	switch k := g.r.IntN(8); {
	case k < 3:
		g.count()
		return g.commit(ts)
	case k < 5:
		g.wait(ts)
	case depth > 0 && k == 5:
		return g.condition(ts, depth)
	case depth > 0:
		g.loop(ts, depth)
	}
	return ts
}

func (g *generator) statement(ts []token, depth int) []token {
	if g.tokens {
		return g.tokenStatement(ts, depth)
	}
	switch k := g.r.IntN(20); {
	case k < 4:
		g.issue()
	case k < 7:
		return g.commit(ts)
	case k == 7:
		return g.scoped(ts)
	case k == 8:
		return g.dma(ts)
	case k < 11:
		g.wait(ts)
	case k == 11:
		g.access()
	case k == 12 && g.calls:
		g.line("func.call @callee(%%a, %%b, %%s, %%p, %%q, %%n%s) : (%s, %s, %s, i1, i1, index%s) -> ()",
			g.only(observedArguments),
			globalType, globalType, sharedType, g.only(observedTypes))
	case depth > 0 && k < 17:
		return g.condition(ts, depth)
	case depth > 0 && k < 19:
		g.loop(ts, depth)
	}
	return ts
}

func (g *generator) element() string { return fmt.Sprintf("%%c%d", g.r.IntN(Elements)) }

// pick returns a buffer of global memory.
func (g *generator) pick() string { return []string{"%a", "%b"}[g.r.IntN(2)] }

// issue writes an asynchronous operation that the next commit takes.
func (g *generator) issue() {
	if g.observed {
		g.count()
		return
	}
	if g.r.IntN(3) == 0 {
		g.line("%s = nvgpu.device_async_copy %s[%s], %%s[%s], 1 : %s to %s", g.name("y"), g.pick(),
			g.element(), g.element(),
			globalType, sharedType)
		return
	}
	x := g.name("x")
	g.line("pipeline.async_scope {")
	g.line("  %s = memref.load %s[%s] : %s", x, g.pick(), g.element(), globalType)
	g.line("  memref.store %s, %s[%s] : %s", x, g.pick(), g.element(), globalType)
	g.line("}")
}

// commit writes a commit in intrinsic form, with a token or without.
func (g *generator) commit(ts []token) []token {
	t := g.name("t")
	kind := g.r.IntN(4)
	if g.tokens {
		kind = 2
	}
	switch kind {
	case 0:
		g.line("nvvm.cp.async.commit.group")
	case 1:
		g.line("pipeline.async_commit_stage %d", g.r.IntN(2))
	case 2:
		g.line("%s = \"nvgpu.device_async_create_group\"() : () -> %s", t, tokenType)
		return append(ts, token{t, tokenType})
	default:
		g.line("%s = pipeline.async_commit_stage %d -> %s", t, g.r.IntN(2), asyncType)
		return append(ts, token{t, asyncType})
	}
	return ts
}

// scoped writes a commit around what it commits.
func (g *generator) scoped(ts []token) []token {
	result, typ, t := "", "", g.name("t")
	if g.r.IntN(2) == 0 {
		result, typ = t+" = ", " -> "+asyncType
	}
	g.line("%spipeline.commit_queue %d%s {", result, g.r.IntN(2), typ)
	g.indent++
	g.issue()
	g.indent--
	g.line("}")
	if result != "" {
		return append(ts, token{t, asyncType})
	}
	return ts
}

// dma writes block copies, in a group or each as one, of parts of memory.
func (g *generator) dma(ts []token) []token {
	part := "memref<1xi32, strided<[1], offset: ?>>"
	to, from, q, t := g.name("v"), g.name("v"), g.r.IntN(2), g.name("t")
	for _, v := range []string{to, from} {
		if g.observed {
			g.line("%s = memref.subview %s[%s] [1] [1] : memref<64xi32> to %s", v,
				map[string]string{to: "%seen", from: "%ones"}[v], g.mark(), part)
		} else {
			g.line("%s = memref.subview %s[%s] [1] [1] : %s to %s", v, g.pick(), g.element(), globalType,
				part)
		}
	}
	copying := fmt.Sprintf("pipeline.dma_copy %d, %s, %s : %s, %s", q, to, from, part, part)
	switch g.r.IntN(3) {
	case 0:
		g.line("%s", copying)
		return ts
	case 1:
		g.line("%s = %s -> %s", t, copying, asyncType)
	default:
		g.line("%s = pipeline.dma_group %d -> %s {", t, q, asyncType)
		g.line("  %s", copying)
		g.line("}")
	}
	return append(ts, token{t, asyncType})
}

func (g *generator) wait(ts []token) {
	switch k := g.r.IntN(8); {
	case (g.tokens || k < 3) && len(ts) > 0:
		g.await(g.choose(ts))
	case k == 3:
		g.line("nvvm.cp.async.wait.group %d", g.r.IntN(4))
	case k == 4:
		g.line("pipeline.async_wait_stage %d, %%n", g.r.IntN(2))
	case k == 5:
		g.line("pipeline.wait_queue %d, %%c%d {", g.r.IntN(2), g.r.IntN(3))
		g.indent++
		g.access()
		g.indent--
		g.line("}")
	default:
		g.line("pipeline.async_wait_stage %d, %d", g.r.IntN(2), g.r.IntN(3))
	}
	g.observe()
}

func (g *generator) await(t token) {
	if t.typ == tokenType {
		g.line("nvgpu.device_async_wait %s", t.name)
	} else {
		g.line("async.await %s : %s", t.name, t.typ)
	}
}

// ofType returns the tokens of a type.
func ofType(ts []token, typ string) (fit []token) {
	for _, t := range ts {
		if t.typ == typ {
			fit = append(fit, t)
		}
	}
	return fit
}

// choose returns one of the tokens in scope, young ones more often.
func (g *generator) choose(ts []token) token {
	i := len(ts) - 1
	for i > 0 && g.r.IntN(3) == 0 {
		i--
	}
	return ts[i]
}

// access writes a synchronous access.
func (g *generator) access() {
	if g.observed {
		g.observe()
		return
	}
	x := g.name("x")
	g.line("%s = memref.load %s[%s] : %s", x, g.pick(), g.element(), globalType)
	if g.r.IntN(2) == 0 {
		g.line("memref.store %s, %s[%s] : %s", x, g.pick(), g.element(), globalType)
	}
}

func (g *generator) condition(ts []token, depth int) []token {
	if g.r.IntN(5) == 0 {
		g.choice(ts, depth)
		return ts
	}
	cond := []string{"%p", "%q"}[g.r.IntN(2)]
	if len(ts) == 0 || g.r.IntN(2) == 0 {
		g.line("scf.if %s {", cond)
		g.nested(ts, depth)
		if g.r.IntN(2) == 0 {
			g.line("} else {")
			g.nested(ts, depth)
		}
		g.line("}")
		return ts
	}
	t := token{g.name("t"), g.choose(ts).typ}
	g.line("%s = scf.if %s -> (%s) {", t.name, cond, t.typ)
	g.yielding(ts, depth, t.typ)
	g.line("} else {")
	g.yielding(ts, depth, t.typ)
	g.line("}")
	return append(ts, t)
}

// choice writes a switch of three ways.
func (g *generator) choice(ts []token, depth int) {
	g.line("scf.index_switch %%n")
	for _, way := range []string{"case 0 {", "case 2 {", "default {"} {
		g.line("%s", way)
		g.nested(ts, depth)
		g.line("  scf.yield")
		g.line("}")
	}
}

func (g *generator) nested(ts []token, depth int) []token {
	g.indent++
	inner := g.block(ts, depth-1, 3)
	g.indent--
	return inner
}

// yielding writes a branch that yields a token of a type.
func (g *generator) yielding(ts []token, depth int, typ string) {
	g.line("  scf.yield %s : %s", g.choose(ofType(g.nested(ts, depth), typ)).name, typ)
}

// loop writes a loop, of constant extent or not.
func (g *generator) loop(ts []token, depth int) {
	if g.r.IntN(4) == 0 {
		g.while(ts, depth)
		return
	}
	upper := []string{"%n", "%n", "%c2"}[g.r.IntN(3)]
	g.line("scf.for %s = %%c0 to %s step %%c1 {", g.name("i"), upper)
	g.nested(ts, depth)
	g.line("}")
}

// while writes a loop whose number of iterations no bound tells.
func (g *generator) while(ts []token, depth int) {
	i, j, next, go_ := g.name("i"), g.name("j"), g.name("k"), g.name("go")
	g.line("%s = scf.while (%s = %%c0) : (index) -> index {", g.name("w"), i)
	g.line("  %s = arith.cmpi ult, %s, %%n : index", go_, i)
	g.line("  scf.condition(%s) %s : index", go_, i)
	g.line("} do {")
	g.line("^bb0(%s: index):", j)
	g.nested(ts, depth)
	g.line("  %s = arith.addi %s, %%c1 : index", next, j)
	g.line("  scf.yield %s : index", next)
	g.line("}")
}

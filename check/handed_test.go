package check_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// hander writes programs in which control flow hands two buffers on, mostly each in its own place.
type hander struct {
	rotator
	choose bool     // conditions choose buffers
	ivs    []string // numbers of loops around
}

// condition returns one that is constant, an argument or true in every second iteration.
func (g *hander) condition() string {
	switch k := g.r.IntN(3); {
	case k == 0 && len(g.ivs) > 0:
		c := g.fresh("e")
		g.line("%s = arith.remui %s, %%c2 : index", c+"r", g.ivs[g.r.IntN(len(g.ivs))])
		g.line("%s = arith.cmpi eq, %s, %%c0 : index", c, c+"r")
		return c
	case k == 1:
		return "%p"
	}
	return "%q"
}

// selects writes the selection of two buffers, often the one and the other, and returns their names.
func (g *hander) selects(names []string) []string {
	c, a, b := g.condition(), g.fresh("m"), g.fresh("m")
	g.line("%s = arith.select %s, %s, %s : memref<2xi32>", a, c, names[0], names[1])
	if g.r.IntN(4) == 0 {
		c = g.condition()
	}
	g.line("%s = arith.select %s, %s, %s : memref<2xi32>", b, c, names[1], names[0])
	return []string{a, b}
}

// handed returns what is handed on: the buffers in their places or, if conditions choose, in others.
func (g *hander) handed(names []string) []string {
	if !g.choose {
		return names
	}
	names = slices.Clone(names)
	if g.r.IntN(3) == 0 {
		names[0], names[1] = names[1], names[0]
	}
	if g.r.IntN(4) == 0 {
		same := g.fresh("m")
		g.line("%s = memref.cast %s : memref<2xi32> to memref<2xi32>", same, names[0])
		names[0] = same
	}
	return names
}

// task writes an access as a task, which may choose its buffers itself.
func (g *hander) task(names []string) string {
	if !g.choose || g.r.IntN(3) > 0 {
		return g.rotator.task(names)
	}
	t := g.fresh("t")
	g.line("%s = async.execute {", t)
	if g.r.IntN(2) == 0 {
		g.access(g.selects(names))
	} else {
		a, b := g.fresh("m"), g.fresh("m")
		g.line("%s:2 = scf.for %s = %%c0 to %%c2 step %%c1 iter_args(%s = %s, %s = %s) -> (%s) {",
			g.fresh("r"), g.fresh("i"), a, names[0], b, names[1], "memref<2xi32>, memref<2xi32>")
		g.access([]string{a, b})
		g.line("scf.yield %s, %s : memref<2xi32>, memref<2xi32>\n}", b, a)
	}
	g.line("async.yield\n}")
	return t
}

// body writes tasks on buffers, some of them at once, and nested control flow, and returns what is handed on.
func (g *hander) body(names []string, depth int) string {
	var late []string
	for range 1 + g.r.IntN(3) {
		token := g.task(names)
		if g.r.IntN(2) == 0 {
			late = append(late, token)
			continue
		}
		g.line("async.await %s : !async.token", token)
	}
	for _, token := range late {
		g.line("async.await %s : !async.token", token)
	}
	if depth < 2 && g.r.IntN(2) == 0 {
		names = g.hand(names, depth+1)
	}
	if g.stray && g.r.IntN(3) == 0 {
		return names[g.r.IntN(2)] + ", " + names[g.r.IntN(2)]
	}
	names = g.handed(names)
	return names[0] + ", " + names[1]
}

// hand writes one operation that hands buffers on, and returns the names that they have behind it.
func (g *hander) hand(names []string, depth int) []string {
	const types = "memref<2xi32>, memref<2xi32>"
	r, a, b := g.fresh("r"), g.fresh("m"), g.fresh("m")
	kinds := 4
	if g.choose {
		kinds = 6
	}
	outer := g.ivs
	defer func() { g.ivs = outer }()
	switch g.r.IntN(kinds) {
	case 0:
		i := g.fresh("i")
		g.line("%s:2 = scf.for %s = %%c0 to %%c%d step %%c1 iter_args(%s = %s, %s = %s) -> (%s) {", r, i,
			2+g.r.IntN(2), a, names[0], b, names[1], types)
		g.ivs = append(outer[:len(outer):len(outer)], i)
		g.line("scf.yield %s : %s\n}", g.body([]string{a, b}, depth), types)
	case 1:
		i, n, c, d := g.fresh("i"), g.fresh("n"), g.fresh("m"), g.fresh("m")
		g.line("%s:3 = scf.while (%s = %%c0, %s = %s, %s = %s) : (index, %s) -> (index, %s) {", r, i, a,
			names[0], b, names[1], types, types)
		g.line("%s = arith.cmpi slt, %s, %%c2 : index", n+"c", i)
		g.line("scf.condition(%sc) %s, %s, %s : index, %s", n, i, a, b, types)
		g.line("} do {\n^bb0(%s: index, %s: memref<2xi32>, %s: memref<2xi32>):", n, c, d)
		g.ivs = append(outer[:len(outer):len(outer)], n)
		handed := g.body([]string{c, d}, depth)
		g.line("%sd = arith.addi %s, %%c1 : index", n, n)
		g.line("scf.yield %sd, %s : index, %s\n}", n, handed, types)
		return []string{r + "#1", r + "#2"}
	case 2:
		c := "%p"
		if g.choose {
			c = g.condition()
		}
		g.line("%s:2 = scf.if %s -> (%s) {", r, c, types)
		g.line("scf.yield %s : %s\n} else {", g.body(names, depth), types)
		g.line("scf.yield %s : %s\n}", g.body(names, depth), types)
	case 4:
		return g.selects(names)
	case 5:
		c := g.condition()
		g.line("%s:2 = scf.execute_region -> (%s) {", r, types)
		l := strings.TrimPrefix(r, "%")
		g.line("cf.cond_br %s, ^%sa(%s, %s : %s), ^%[2]sa(%[4]s, %[3]s : %[5]s)", c, l, names[0], names[1],
			types)
		g.line("^%sa(%s: memref<2xi32>, %s: memref<2xi32>):", l, a, b)
		g.line("scf.yield %s : %s\n}", g.body([]string{a, b}, depth), types)
	default:
		g.line("%s:2 = scf.execute_region -> (%s) {", r, types)
		g.line("scf.yield %s : %s\n}", g.body(names, depth), types)
	}
	return []string{r + "#0", r + "#1"}
}

// handing returns a program; with stray, some buffers change their places, and with choose, conditions choose
// them.
func handing(r *rand.Rand, stray, choose bool) string {
	g := &hander{rotator: rotator{r: r, stray: stray}, choose: choose}
	g.line(
		"func.func @main(%%x: i32, %%q: i1) {\n%%c0 = arith.constant 0 : index\n%%c1 = arith.constant 1 : " +
			"index")
	g.line("%%c3 = arith.constant 3 : index\n%%c2 = arith.constant 2 : index\n%%p = arith.constant %t",
		r.IntN(2) == 0)
	names := []string{"%A", "%B"}
	for _, name := range names {
		g.line("%s = memref.alloc() : memref<2xi32>", name)
		g.line("memref.store %%x, %s[%%c0] : memref<2xi32>\nmemref.store %%x, %[1]s[%%c1] : memref<2xi32>",
			name)
	}
	behind := g.hand(names, 0)
	g.access(append(names, behind...))
	g.line("return\n}")
	return g.b.String()
}

// The verdict on programs whose control flow hands buffers on, each in its own place, agrees with the
// executions.
func TestHandedBuffersAgreeWithExecutions(t *testing.T) {
	var c tally
	n := share(1000, 20)
	first := firstSeed(t)
	for seed := range uint64(n) {
		m := passtest.Parse(t, handing(rand.New(rand.NewPCG(first+seed, 25)), false, false))
		c.compare(t, fmt.Sprintf("seed %d", first+seed), m)
	}
	t.Logf("%d right, %d wrong, %d open", c.right, c.wrong, c.open)
	if c.right < n/4 || c.wrong < n/12 {
		t.Error("the test says little")
	}
}

// The verdict on programs in which conditions choose buffers agrees with the executions: for loops that
// exchange them, branches and blocks that hand on different ones, and selections.
func TestChosenBuffersAgreeWithExecutions(t *testing.T) {
	var c tally
	n := share(2000, 30)
	first := firstSeed(t)
	for seed := range uint64(n) {
		m := passtest.Parse(t, handing(rand.New(rand.NewPCG(first+seed, 27)), false, true))
		c.compare(t, fmt.Sprintf("seed %d", first+seed), m)
	}
	t.Logf("%d right, %d wrong, %d open", c.right, c.wrong, c.open)
	if c.right < n/8 || c.wrong < n/12 || c.open > n/20 {
		t.Error("the test says little")
	}
}

// If buffers change their places, the judge still finds the hazards that executions show.
func TestStrayHandedBuffers(t *testing.T) {
	first, wrongs := firstSeed(t), 0
	n := share(1000, 20)
	for seed := range uint64(n) {
		m := passtest.Parse(t, handing(rand.New(rand.NewPCG(first+seed, 26)), true, seed%2 == 0))
		wrong, r := both(m)
		if r == nil || wrong && hazards(r) == 0 && r.Complete {
			t.Errorf("seed %d: the judge finds nothing in\n%s", first+seed, passtest.Print(m))
		}
		if wrong {
			wrongs++
		}
	}
	if wrongs < n/12 {
		t.Errorf("the test says little: %d of %d are wrong", wrongs, n)
	}
}

// handedForms are ways in which control flow hands two buffers on. TASKS stands for tasks on %a and %b, and
// BEHIND for tasks on the results %r.
var handedForms = map[string]string{
	"results of a loop": `%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %A, %b = %B) -> (M, M) {
  scf.yield %a, %b : M, M
}
BEHIND`,
	"names of nested loops": `%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %A, %l = %B) -> (M, M) {
  %q:2 = scf.for %j = %c0 to %n step %c1 iter_args(%a = %k, %b = %l) -> (M, M) {
    TASKS
    scf.yield %a, %b : M, M
  }
  scf.yield %q#0, %q#1 : M, M
}`,
	"names of scf.while": `%w:3 = scf.while (%i = %c0, %k = %A, %l = %B) : (index, M, M) -> (index, M, M) {
  %c = arith.cmpi slt, %i, %n : index
  scf.condition(%c) %i, %k, %l : index, M, M
} do {
^bb0(%i: index, %a: M, %b: M):
  TASKS
  %j = arith.addi %i, %c1 : index
  scf.yield %j, %a, %b : index, M, M
}`,
	"arguments of blocks": `cf.br ^head(%c0, %A, %B : index, M, M)
^head(%i: index, %a: M, %b: M):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  TASKS
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %a, %b : index, M, M)
^end:`,
	"results of branches": `%r:2 = scf.if %p -> (M, M) {
  scf.yield %A, %B : M, M
} else {
  scf.yield %A, %B : M, M
}
BEHIND`,
	"views in a loop": `%V = memref.subview %A[0] [4] [1] : M to memref<4xf32, strided<[1], offset: 0>>
%W = memref.subview %B[0] [4] [1] : M to memref<4xf32, strided<[1], offset: 0>>
%r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %V, %w = %W) -> (memref<4xf32, strided<[1], offset: 0>>,
    memref<4xf32, strided<[1], offset: 0>>) {
  %t = async.execute {
    memref.store %x, %v[%c0] : memref<4xf32, strided<[1], offset: 0>>
    async.yield
  }
  memref.store %x, %w[%c0] : memref<4xf32, strided<[1], offset: 0>>
  async.await %t : !async.token
  scf.yield %v, %w : memref<4xf32, strided<[1], offset: 0>>, memref<4xf32, strided<[1], offset: 0>>
}`,
}

// handedProgram returns a program with a form, for two buffers or for one that both names stand for.
func handedProgram(form, second string) string {
	const onNames = `%t = async.execute {
    memref.store %x, %a[%c0] : M
    async.yield
  }
  memref.store %x, %b[%c0] : M
  async.await %t : !async.token`
	onResults := strings.NewReplacer("%a[", "%r#0[", "%b[", "%r#1[").Replace(onNames)
	body := strings.NewReplacer("TASKS", onNames, "BEHIND", onResults, "%B", second).Replace(form)
	return strings.NewReplacer("M,", "memref<8xf32>,", "M)", "memref<8xf32>)", "M\n", "memref<8xf32>\n",
		"M to",
		"memref<8xf32> to").Replace(`func.func @f(%n: index, %p: i1, %A: M, %B: M) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  ` + body + "\n  return\n}\n")
}

// Two buffers that control flow hands on in places of their own never meet, and one in both places does.
func TestHandedBuffersAreToldApart(t *testing.T) {
	for name, form := range handedForms {
		if r, err := judged(passtest.Parse(t, handedProgram(form, "%B"))); err != nil || hazards(r) > 0 ||
			!r.Complete {
			t.Errorf("%s, two buffers: %v, %s", name, err, r.Text())
		}
		if r, err := judged(passtest.Parse(t, handedProgram(form, "%A"))); err != nil || hazards(r) == 0 {
			t.Errorf("%s, one buffer: %v, %s", name, err, r.Text())
		}
	}
}

// The state of a loop in a task repeats like that of any other, whatever the number of iterations is.
func TestLoopsInTasksRepeat(t *testing.T) {
	const text = `func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %x = arith.constant 1.0 : f32
  %A = memref.alloc() : memref<8xf32>
  %B = memref.alloc() : memref<8xf32>
  %T = async.execute {
    %w:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %A, %b = %B) -> (memref<8xf32>, memref<8xf32>) {
      %r = arith.remui %i, %c3 : index
      %t = async.execute {
        memref.store %x, %a[AT] : memref<8xf32>
        async.yield
      }
      memref.store %x, %b[AT] : memref<8xf32>
      async.await %t : !async.token
      scf.yield %b, %a : memref<8xf32>, memref<8xf32>
    }
    async.yield
  }
  OUTSIDE
  async.await %T : !async.token
  return
}`
	for _, at := range []string{"%c0", "%r"} {
		for outside, hazard := range map[string]bool{"": false,
			"memref.store %x, %B[%c1] : memref<8xf32>": at == "%r",
			"memref.store %x, %B[%c0] : memref<8xf32>": true,
			"memref.store %x, %A[%c3] : memref<8xf32>": false} {
			program := strings.NewReplacer("AT", at, "OUTSIDE", outside).Replace(text)
			r, err := judged(passtest.Parse(t, program))
			if err != nil || !r.Complete || hazards(r) > 0 != hazard {
				t.Errorf("at %s, %q: %v, %s", at, outside, err, r.Text())
			}
		}
	}
}

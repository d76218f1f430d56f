package check_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// tokenGen writes random programs of asynchronous regions, some right and some wrong: tokens are awaited here and there,
// in the body of another region, as a dependency, in a group, one iteration later or not at all.
type tokenGen struct {
	rng    *rand.Rand
	b      strings.Builder
	indent int
	names  int
	tidy   int // how many of ten waits are there at the end of a block
}

const (
	tokenBuffers  = 2
	tokenElements = 4
)

func (g *tokenGen) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.indent))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *tokenGen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%%%s%d", prefix, g.names)
}

// tokenScope is what a place in the program sees.
type tokenScope struct {
	tokens []string
	iv     string // of the innermost loop
	depth  int
}

func (s *tokenScope) inner() *tokenScope {
	return &tokenScope{tokens: slices.Clone(s.tokens), iv: s.iv, depth: s.depth + 1}
}

func tokenProgram(rng *rand.Rand) string {
	g := &tokenGen{rng: rng, tidy: rng.IntN(11)}
	g.line("func.func @main(%%b0: memref<4xi32>, %%b1: memref<4xi32>, %%c: i1, %%n: index) {")
	g.indent++
	for i := range 8 {
		g.line("%%i%d = arith.constant %d : index", i, i)
	}
	g.line("%%x = arith.constant 1 : i32")
	s := &tokenScope{}
	g.block(s, 2+rng.IntN(5))
	g.settle(s)
	g.line("return")
	g.indent--
	g.line("}")
	return g.b.String()
}

// settle waits for most tokens.
func (g *tokenGen) settle(s *tokenScope) {
	for _, t := range s.tokens {
		if g.rng.IntN(10) < g.tidy {
			g.line("async.await %s : !async.token", t)
		}
	}
}

func (g *tokenGen) block(s *tokenScope, n int) {
	for range n {
		g.statement(s)
	}
}

func (g *tokenGen) statement(s *tokenScope) {
	switch k := g.rng.IntN(16); {
	case k < 2:
		g.access(s)
	case k < 7:
		g.execute(s)
	case k < 10:
		if t, ok := g.pick(s); ok {
			g.line("async.await %s : !async.token", t)
		}
	case k == 10:
		g.group(s)
	case k == 11 && s.depth < 2:
		g.conditional(s)
	case k > 13 && s.depth < 2:
		g.while(s)
	case s.depth < 2:
		g.loop(s)
	}
}

func (g *tokenGen) pick(s *tokenScope) (string, bool) {
	if len(s.tokens) == 0 {
		return "", false
	}
	return s.tokens[g.rng.IntN(len(s.tokens))], true
}

// access reads or writes an element.
func (g *tokenGen) access(s *tokenScope) {
	at := fmt.Sprintf("%%i%d", g.rng.IntN(tokenElements))
	if s.iv != "" && g.rng.IntN(2) == 0 {
		at = g.name("e")
		g.line("%s = arith.remui %s, %%i%d : index", at, s.iv, 2+g.rng.IntN(3))
	}
	b := g.rng.IntN(tokenBuffers)
	if g.rng.IntN(2) == 0 {
		g.line("%s = memref.load %%b%d[%s] : memref<4xi32>", g.name("l"), b, at)
	} else {
		g.line("memref.store %%x, %%b%d[%s] : memref<4xi32>", b, at)
	}
}

func (g *tokenGen) execute(s *tokenScope) {
	var deps []string
	for _, t := range s.tokens {
		if g.rng.IntN(3) == 0 {
			deps = append(deps, t)
		}
	}
	t, list := g.name("t"), ""
	if len(deps) > 0 {
		list = " [" + strings.Join(deps, ", ") + "]"
	}
	g.line("%s = async.execute%s {", t, list)
	g.indent++
	in := s.inner()
	in.depth = 2
	g.access(in)
	if g.rng.IntN(3) == 0 {
		g.inside(in)
	}
	g.line("async.yield")
	g.indent--
	g.line("}")
	s.tokens = append(s.tokens, t)
}

// inside is more in the body of a region: waits, accesses and regions of its own.
func (g *tokenGen) inside(s *tokenScope) {
	for range 1 + g.rng.IntN(3) {
		switch g.rng.IntN(4) {
		case 0:
			g.access(s)
		case 1:
			if t, ok := g.pick(s); ok {
				g.line("async.await %s : !async.token", t)
			}
		case 2:
			g.execute(s)
		default:
			if t, ok := g.pick(s); ok {
				g.line("async.await %s : !async.token", t)
			}
			g.access(s)
		}
	}
}

func (g *tokenGen) group(s *tokenScope) {
	if len(s.tokens) == 0 {
		return
	}
	n := 1 + g.rng.IntN(3)
	group := g.name("g")
	g.line("%s = async.create_group %%i%d : !async.group", group, n)
	for range n {
		t, _ := g.pick(s)
		g.line("%s = async.add_to_group %s, %s : !async.token", g.name("r"), t, group)
	}
	g.line("async.await_all %s", group)
}

// conditional returns one of two tokens.
func (g *tokenGen) conditional(s *tokenScope) {
	if len(s.tokens) == 0 {
		g.execute(s)
	}
	cond := "%c"
	if s.iv != "" && g.rng.IntN(2) == 0 {
		cond = g.name("c")
		g.line("%s = arith.cmpi slt, %s, %%i%d : index", cond, s.iv, g.rng.IntN(5))
	}
	t := g.name("t")
	g.line("%s = scf.if %s -> (!async.token) {", t, cond)
	for i := range 2 {
		g.indent++
		in := s.inner()
		g.block(in, g.rng.IntN(3))
		out, _ := g.pick(in)
		g.line("scf.yield %s : !async.token", out)
		g.indent--
		g.line("%s", []string{"} else {", "}"}[i])
	}
	s.tokens = append(s.tokens, t)
}

// loop carries tokens.
func (g *tokenGen) loop(s *tokenScope) {
	for len(s.tokens) == 0 {
		g.execute(s)
	}
	n := 1 + g.rng.IntN(2)
	in := s.inner()
	in.iv = g.name("k")
	result, args, inits, types := g.name("r"), []string{}, []string{}, []string{}
	for range n {
		a, init := g.name("a"), s.tokens[g.rng.IntN(len(s.tokens))]
		args, inits, types = append(args, a), append(inits, a+" = "+init), append(types, "!async.token")
	}
	if g.rng.IntN(2) == 0 {
		in.tokens = nil // what is outside is awaited before or after
	}
	in.tokens = append(in.tokens, args...)
	upper := fmt.Sprintf("%%i%d", g.rng.IntN(8))
	if g.rng.IntN(4) == 0 {
		upper = "%n"
	}
	g.line("%s:%d = scf.for %s = %%i0 to %s step %%i1 iter_args(%s) -> (%s) {", result, n, in.iv, upper, strings.Join(inits, ", "), strings.Join(types, ", "))
	g.indent++
	g.block(in, 1+g.rng.IntN(4))
	if g.rng.IntN(2) == 0 {
		g.settle(in)
	}
	var out []string
	for range n {
		// Mostly the youngest tokens.
		out = append(out, in.tokens[max(0, len(in.tokens)-1-g.rng.IntN(3))])
	}
	g.line("scf.yield %s : %s", strings.Join(out, ", "), strings.Join(types, ", "))
	g.indent--
	g.line("}")
	for i := range n {
		s.tokens = append(s.tokens, fmt.Sprintf("%s#%d", result, i))
	}
}

// while is a loop with a condition, which carries one token and a number.
func (g *tokenGen) while(s *tokenScope) {
	for len(s.tokens) == 0 {
		g.execute(s)
	}
	init, _ := g.pick(s)
	result, a, k, c := g.name("w"), g.name("a"), g.name("k"), g.name("c")
	upper := fmt.Sprintf("%%i%d", g.rng.IntN(6))
	if g.rng.IntN(4) == 0 {
		upper = "%n"
	}
	const types = "!async.token, index"
	g.line("%s:2 = scf.while (%s = %s, %s = %%i0) : (%s) -> (%s) {", result, a, init, k, types, types)
	g.indent++
	g.line("%s = arith.cmpi slt, %s, %s : index", c, k, upper)
	if g.rng.IntN(2) == 0 {
		g.line("async.await %s : !async.token", a)
	}
	g.line("scf.condition(%s) %s, %s : %s", c, a, k, types)
	g.indent--
	in := s.inner()
	in.iv = g.name("k")
	arg := g.name("a")
	g.line("} do {")
	g.line("^bb0(%s: !async.token, %s: index):", arg, in.iv)
	g.indent++
	if g.rng.IntN(2) == 0 {
		in.tokens = nil
	}
	in.tokens = append(in.tokens, arg)
	g.block(in, 1+g.rng.IntN(4))
	out, next := in.tokens[max(0, len(in.tokens)-1-g.rng.IntN(3))], g.name("k")
	g.line("%s = arith.addi %s, %%i1 : index", next, in.iv)
	g.line("scf.yield %s, %s : %s", out, next, types)
	g.indent--
	g.line("}")
	s.tokens = append(s.tokens, result+"#0")
}

// simulated returns the hazards that executions of the program show.
func simulated(t testing.TB, m *ir.Op, extents []int64) []string {
	t.Helper()
	p, err := sim.Compile(m, "main")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, cfg := range []sim.Config{{Mode: sim.Sequential}, {Mode: sim.Late}, {Mode: sim.Random, Seed: 1}} {
		for _, n := range extents {
			for c := range int64(2) {
				cfg.Hazards = true
				res, err := p.Run(context.Background(), cfg, tokenArguments(t, p, c, n))
				if err != nil {
					t.Fatal(err)
				}
				for _, h := range res.Hazards {
					found = append(found, fmt.Sprint(h.Code))
				}
			}
		}
	}
	return found
}

func tokenArguments(t testing.TB, p *sim.Program, c, n int64) []sim.Value {
	t.Helper()
	var args []sim.Value
	for _, typ := range p.Inputs() {
		switch typ := typ.(type) {
		case *ir.MemRefType:
			b, err := sim.NewBuffer(typ, typ.Shape)
			if err != nil {
				t.Fatal(err)
			}
			args = append(args, sim.Memory(b))
		case *ir.IndexType:
			args = append(args, sim.Int(typ, n))
		default:
			args = append(args, sim.Int(typ, c))
		}
	}
	return args
}

// compareWithExecutions judges a program and runs it: the judge must find it right exactly if no execution shows a hazard.
// Programs that are wrong need not be followed to the end; of others, open counts those that are not.
func compareWithExecutions(t *testing.T, what, source string, open *int) (right bool) {
	t.Helper()
	m := parse(t, "in.mlir", []byte(source))
	r, err := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
	if err != nil {
		t.Fatal(err, source)
	}
	clean := hazards(r) == 0
	if clean && !r.Complete {
		*open++
		return false
	}
	if found := simulated(t, m, []int64{0, 1, 2, 3, 7, 16}); clean != (len(found) == 0) {
		t.Fatalf("%s: the executions find %v, the judge\n%s%s", what, found, r.Text(), source)
	}
	return clean
}

// programs is how many random programs a test makes: many where INFLIGHT_NIGHTLY is set.
func programs(few int) int {
	if os.Getenv("INFLIGHT_NIGHTLY") != "" {
		return 10 * few
	}
	return few
}

// The judge finds a program of tokens right exactly if no execution shows a hazard.
func TestTokensAgreeWithExecutions(t *testing.T) {
	clean, open, n := 0, 0, programs(120)
	for seed := range n {
		if compareWithExecutions(t, fmt.Sprint("seed ", seed), tokenProgram(rand.New(rand.NewPCG(uint64(seed), 11))), &open) {
			clean++
		}
	}
	if open > n/50 {
		t.Errorf("%d of %d programs are not followed to the end", open, n)
	}
	if clean < n/10 || clean > n*9/10 {
		t.Errorf("%d of %d programs are right: the test says little", clean, n)
	}
}

// Without one of its waits or dependencies, a right program of tokens is wrong for the judge exactly if it is when executed.
func TestDroppedOrder(t *testing.T) {
	faults, found, open := 0, 0, 0
	for seed := range programs(120) {
		source := tokenProgram(rand.New(rand.NewPCG(uint64(seed), 12)))
		if r := judgeTokens(t, parse(t, "in.mlir", []byte(source))); hazards(r) > 0 || !r.Complete {
			continue
		}
		for i, mutant := range withoutOrder(source) {
			faults++
			if !compareWithExecutions(t, fmt.Sprintf("seed %d, fault %d", seed, i), mutant, &open) {
				found++
			}
		}
	}
	if found -= open; found < 15 || open > faults/20 {
		t.Errorf("%d of %d faults are faults, %d open: the test says little", found, faults, open)
	}
}

func judgeTokens(t *testing.T, m *ir.Op) *check.Report {
	t.Helper()
	r, err := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 20_000})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// withoutOrder returns the program without one wait, or without the dependencies of one region, in turn.
func withoutOrder(source string) []string {
	var list []string
	lines := strings.SplitAfter(source, "\n")
	for i, line := range lines {
		changed := ""
		switch at := strings.Index(line, "async.execute ["); {
		case at >= 0:
			changed = line[:at] + "async.execute {\n"
		case !strings.Contains(line, "async.await "):
			continue
		}
		list = append(list, strings.Join(lines[:i], "")+changed+strings.Join(lines[i+1:], ""))
	}
	return list
}

// A wait in a right program is redundant for the judge exactly if the program is right without it.
func TestVerdictsOfAwaits(t *testing.T) {
	redundant, needed := 0, 0
	for seed := range programs(120) {
		source := tokenProgram(rand.New(rand.NewPCG(uint64(seed), 13)))
		m := parse(t, "in.mlir", []byte(source))
		r, err := check.Module(m, check.Options{MaxSteps: 100_000})
		if err != nil {
			t.Fatal(err)
		}
		if hazards(r) > 0 || !r.Complete {
			continue
		}
		waits := numbered(m, async.Await, async.AwaitAll)
		for _, w := range r.Functions[0].Waits {
			without := parse(t, "in.mlir", []byte(source))
			numbered(without, async.Await, async.AwaitAll)[slices.Index(waits, w.Op)].Erase()
			after := judgeTokens(t, without)
			if !after.Complete {
				continue
			}
			if (hazards(after) == 0) != (w.Verdict == check.Redundant) {
				t.Fatalf("seed %d: the wait at %s is %v, without it\n%s%s", seed, w.Place, w.Verdict, after.Text(), source)
			}
			if w.Verdict == check.Redundant {
				redundant++
			} else {
				needed++
			}
		}
	}
	if redundant < 15 || needed < 15 {
		t.Errorf("%d redundant and %d needed waits: the test says little", redundant, needed)
	}
}

package check_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// rotator writes programs in which loops exchange buffers among loop-carried values.
type rotator struct {
	r     *rand.Rand
	b     strings.Builder
	next  int
	stray bool // some loops do not hand buffers round
}

func (g *rotator) fresh(prefix string) string {
	g.next++
	return fmt.Sprintf("%%%s%d", prefix, g.next)
}

func (g *rotator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

// access writes a load from a buffer, a store to one, or a copy between two.
func (g *rotator) access(names []string) {
	name := names[g.r.IntN(len(names))]
	switch g.r.IntN(3) {
	case 0:
		g.line("%s = memref.load %s[%%c%d] : memref<2xi32>", g.fresh("v"), name, g.r.IntN(2))
	case 1:
		g.line("memref.store %%x, %s[%%c%d] : memref<2xi32>", name, g.r.IntN(2))
	default:
		g.line("memref.copy %s, %s : memref<2xi32> to memref<2xi32>", name, names[g.r.IntN(len(names))])
	}
}

// task writes such an access as a task.
func (g *rotator) task(names []string) string {
	t := g.fresh("t")
	g.line("%s = async.execute {", t)
	g.access(names)
	g.line("async.yield\n}")
	return t
}

// loop writes a loop that carries a token and exchanges buffers.
func (g *rotator) loop(names []string, token string, depth int) string {
	args := []string{fmt.Sprintf("%s = %s", g.fresh("k"), token)}
	carried := strings.Fields(args[0])[0]
	var own, types []string
	for _, name := range names {
		arg := g.fresh("m")
		own = append(own, arg)
		args = append(args, arg+" = "+name)
		types = append(types, "memref<2xi32>")
	}
	all := strings.Join(append([]string{"!async.token"}, types...), ", ")
	result := g.fresh("r")
	g.line("%s:%d = scf.for %s = %%c%d to %%c%d step %%c%d iter_args(%s) -> (%s) {", result, len(args),
		g.fresh("i"), g.r.IntN(3),
		3+g.r.IntN([]int{9, 9, 60}[g.r.IntN(3)]), 1+g.r.IntN(3), strings.Join(args, ", "), all)
	last := carried
	for range 1 + g.r.IntN(4) {
		switch k := g.r.IntN(6); {
		case k < 2:
			last = g.task(own)
		case k == 2:
			g.access(own)
		case k == 3 && depth == 0:
			last = g.loop(own, last, 1)
		case k == 4:
			g.line("async.await %s : !async.token", carried)
		default:
			g.line("async.await %s : !async.token", last)
		}
	}
	order := g.r.Perm(len(own))
	handed := []string{last}
	for _, i := range order {
		handed = append(handed, own[i])
	}
	if g.stray && g.r.IntN(2) == 0 {
		handed[1] = names[0] // not round
	}
	g.line("scf.yield %s : %s\n}", strings.Join(handed, ", "), all)
	return result + "#0"
}

func rotating(r *rand.Rand, stray bool) string {
	g := &rotator{r: r, stray: stray}
	g.line("func.func @main(%%x: i32) {")
	for i := range 64 {
		g.line("%%c%d = arith.constant %d : index", i, i)
	}
	var names []string
	for range 2 + r.IntN(2) {
		name := g.fresh("b")
		names = append(names, name)
		g.line("%s = memref.alloc() : memref<2xi32>", name)
		g.line("memref.store %%x, %s[%%c0] : memref<2xi32>\nmemref.store %%x, %[1]s[%%c1] : memref<2xi32>",
			name)
	}
	token := g.task(names)
	if r.IntN(2) == 0 {
		g.line("async.await %s : !async.token", token)
	}
	token = g.loop(names, token, 0)
	if r.IntN(3) > 0 {
		g.line("async.await %s : !async.token", token)
	}
	g.access(names)
	g.line("async.await %s : !async.token", token)
	g.line("return\n}")
	return g.b.String()
}

// The verdict on loops that exchange buffers agrees with the executions.
func TestRotationsAgreeWithExecutions(t *testing.T) {
	var c tally
	n := share(2000, 20)
	first := firstSeed(t)
	for seed := range uint64(n) {
		m := passtest.Parse(t, rotating(rand.New(rand.NewPCG(first+seed, 23)), false))
		c.compare(t, fmt.Sprintf("seed %d", first+seed), m)
	}
	t.Logf("%d right, %d wrong, %d open", c.right, c.wrong, c.open)
	if c.right < n/4 || c.wrong < n/4 || c.open > n/20 {
		t.Error("the test says little")
	}
}

// If other buffers enter the exchange, the judge still finds the hazards that executions show.
func TestStrayBuffers(t *testing.T) {
	first := firstSeed(t)
	for seed := range uint64(share(1000, 20)) {
		m := passtest.Parse(t, rotating(rand.New(rand.NewPCG(first+seed, 24)), true))
		if wrong, r := both(m); r == nil || wrong && hazards(r) == 0 && r.Complete {
			t.Errorf("seed %d: the judge finds nothing in\n%s", first+seed, passtest.Print(m))
		}
	}
}

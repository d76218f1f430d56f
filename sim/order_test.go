package sim_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/sim"
)

// oracle makes random programs of nested asynchronous operations, tasks and parallel loops, with any commits,
// waits, tokens and groups. It decides by reachability in the graph of happens-before whether a program has a
// race. Nodes are numbered in the order of the sequential program, so that edges go from smaller to larger
// numbers.
type oracle struct {
	rng    *rand.Rand
	b      strings.Builder
	n      int // number of names
	before [][]uint64
	access []memoryAccess // by node
}

type memoryAccess struct {
	node, elem int
	write      bool
}

// control is a thread of control of the program that is being made.
type control struct {
	last    int // its latest node
	pending []int
	queues  [2][][]int // by queue: last nodes of the operations in groups that no wait has joined
	tokens  []token    // tokens of the tasks that it and the threads of control around it have issued so far
	depth   int
}

// token is the completion of a task, which has a last node.
type token struct{ name, last int }

// step adds a node after others and returns its number.
func (o *oracle) step(after ...int) int {
	set := make([]uint64, len(o.before)/64+1)
	for _, a := range after {
		set[a/64] |= 1 << (a % 64)
		for i, w := range o.before[a] {
			set[i] |= w
		}
	}
	o.before = append(o.before, set)
	return len(o.before) - 1
}

func (o *oracle) ordered(a, b int) bool {
	return a/64 < len(o.before[b]) && o.before[b][a/64]&(1<<(a%64)) != 0
}

func (o *oracle) printf(t *control, format string, args ...any) {
	o.b.WriteString(strings.Repeat("  ", t.depth+1))
	fmt.Fprintf(&o.b, format+"\n", args...)
}

// body makes statements of a thread.
func (o *oracle) body(t *control, statements int) {
	for range statements {
		switch k := o.rng.IntN(15); {
		case k < 3 && t.depth < 3:
			o.printf(t, "pipeline.async_scope {")
			child := &control{last: o.step(t.last), depth: t.depth + 1, tokens: t.tokens}
			o.body(child, 1+o.rng.IntN(4))
			o.printf(t, "}")
			t.pending = append(t.pending, child.last)
		case k < 5:
			q := o.rng.IntN(2)
			o.printf(t, "pipeline.async_commit_stage %d", q)
			t.queues[q] = append(t.queues[q], t.pending)
			t.pending = nil
		case k < 7:
			o.wait(t, o.rng.IntN(2), o.rng.IntN(2))
		case k == 7 && t.depth < 2:
			o.parallel(t)
		case k < 12 && k > 9 && t.depth < 3:
			o.task(t)
		case k == 12 && len(t.tokens) > 0:
			tok := t.tokens[o.rng.IntN(len(t.tokens))]
			o.printf(t, "async.await %%t%d : !async.token", tok.name)
			t.last = o.step(t.last, tok.last)
		case k == 13 && len(t.tokens) > 0:
			o.group(t)
		default:
			o.memory(t)
		}
	}
}

// some returns some of the tokens that a thread of control can name, as text and as nodes.
func (o *oracle) some(t *control) (names []string, nodes []int) {
	for _, tok := range t.tokens {
		if o.rng.IntN(3) == 0 {
			names, nodes = append(names, fmt.Sprintf("%%t%d", tok.name)), append(nodes, tok.last)
		}
	}
	return names, nodes
}

// task makes a task that depends on some of the earlier tasks.
func (o *oracle) task(t *control) {
	names, nodes := o.some(t)
	o.n++
	name := o.n
	o.printf(t, "%%t%d = async.execute [%s] {", name, strings.Join(names, ", "))
	child := &control{last: o.step(append(nodes, t.last)...), depth: t.depth + 1, tokens: t.tokens}
	o.body(child, 1+o.rng.IntN(4))
	o.printf(child, "async.yield")
	o.printf(t, "}")
	t.tokens = append(t.tokens[:len(t.tokens):len(t.tokens)], token{name, child.last})
}

// group makes an awaited group of some tasks.
func (o *oracle) group(t *control) {
	names, nodes := o.some(t)
	o.n++
	g := o.n
	o.printf(t, "%%n%d = arith.constant %d : index", g, len(names))
	o.printf(t, "%%g%d = async.create_group %%n%d : !async.group", g, g)
	for i, name := range names {
		o.printf(t, "%%r%d_%d = async.add_to_group %s, %%g%d : !async.token", g, i, name, g)
	}
	o.printf(t, "async.await_all %%g%d", g)
	t.last = o.step(append(nodes, t.last)...)
}

func (o *oracle) wait(t *control, q, n int) {
	o.printf(t, "pipeline.async_wait_stage %d, %d", q, n)
	after := []int{t.last}
	forced := max(len(t.queues[q])-n, 0)
	for _, g := range t.queues[q][:forced] {
		after = append(after, g...)
	}
	t.queues[q] = t.queues[q][forced:]
	t.last = o.step(after...)
}

// parallel makes a loop of two iterations, which have the same body.
func (o *oracle) parallel(t *control) {
	o.n++
	o.printf(t, "scf.parallel (%%p%d) = (%%i0) to (%%two) step (%%i1) {", o.n)
	seed, text, n := o.rng.Uint64(), o.b.Len(), o.n
	fork, after := t.last, []int{t.last}
	for range 2 { // the second iteration makes the same text again
		head := o.b.String()[:text]
		o.b.Reset()
		o.b.WriteString(head)
		o.n = n
		rng := o.rng
		o.rng = rand.New(rand.NewPCG(seed, 9))
		child := &control{last: o.step(fork), depth: t.depth + 1, tokens: t.tokens}
		o.body(child, 1+o.rng.IntN(4))
		after = append(after, child.last)
		o.rng = rng
	}
	o.printf(t, "  scf.reduce")
	o.printf(t, "}")
	t.last = o.step(after...)
}

func (o *oracle) memory(t *control) {
	t.last = o.step(t.last)
	a := memoryAccess{t.last, o.rng.IntN(3), o.rng.IntN(2) == 0}
	o.access = append(o.access, a)
	o.n++
	if a.write {
		// A value whose equality is not known, because writes of equal values do not race.
		o.printf(t, "%%v%d = scf.if %%true -> i32 { scf.yield %%x : i32 } else { scf.yield %%x : i32 }", o.n)
		o.printf(t, "memref.store %%v%d, %%b[%%i%d] : memref<3xi32>", o.n, a.elem)
		return
	}
	o.printf(t, "%%v%d = memref.load %%b[%%i%d] : memref<3xi32>", o.n, a.elem)
}

// races reports whether two conflicting accesses are unordered.
func (o *oracle) races() bool {
	for i, x := range o.access {
		for _, y := range o.access[i+1:] {
			if x.elem == y.elem && (x.write || y.write) && !o.ordered(x.node, y.node) {
				return true
			}
		}
	}
	return false
}

func (o *oracle) program() string {
	o.b.WriteString(`func.func @main(%b: memref<3xi32>) {
  %x = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %two = arith.constant 2 : index
  %true = arith.constant true
`)
	o.body(&control{last: o.step()}, 4+o.rng.IntN(5))
	o.b.WriteString("  return\n}\n")
	return o.b.String()
}

// Races are reported exactly where the graph of happens-before has no path, in every mode, with nested
// operations, tasks and parallel loops.
func TestRacesAreExact(t *testing.T) {
	with := 0
	for seed := range uint64(1000) {
		o := &oracle{rng: rand.New(rand.NewPCG(seed, 5))}
		source := o.program()
		want := o.races()
		if want {
			with++
		}
		p := compile(t, source, "main")
		for _, cfg := range everyMode(2) {
			if got := racesIn(t, p, cfg); got != want {
				t.Fatalf("seed %d, %v: race %v, want %v\n%s", seed, cfg.Mode, got, want, source)
			}
		}
	}
	if with < 200 || with > 800 {
		t.Errorf("%d of 1000 programs have a race: too few on one side", with)
	}
}

// racesIn runs a program of one buffer and reports whether it has a race.
func racesIn(t *testing.T, p *sim.Program, cfg sim.Config) bool {
	t.Helper()
	res, err := p.Run(t.Context(), cfg, makeArgs(t, p, []string{"iota"}))
	if err != nil {
		t.Fatalf("%v: %v", cfg.Mode, err)
	}
	for _, h := range res.Hazards {
		if strings.HasPrefix(string(h.Code), "sim-race-") {
			return true
		}
	}
	return false
}

package assignqueues_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/queues"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

func TestGolden(t *testing.T) { passtest.Golden(t, "assign-queues") }

func TestNoSuchQueue(t *testing.T) {
	m := passtest.Parse(t, `func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  %0 = gpu.memcpy async %b, %a : memref<8xf32>, memref<8xf32> {pipeline.affinity = 2}
  return
}`)
	p, err := pass.Parse("builtin.module(assign-queues{queues=2})")
	if err != nil {
		t.Fatal(err)
	}
	err = (&pass.Manager{Pipeline: p}).Run(t.Context(), m).Err()
	if d, ok := errors.AsType[*diag.Diagnostic](err); !ok || d.Code != "assign-queues-affinity" {
		t.Errorf("got %v", err)
	}
}

// tokens makes random programs of copies whose tokens go through loops and conditions. Each has a number, id.
type tokens struct {
	r     *rand.Rand
	b     strings.Builder
	n     int
	known []string
}

func (p *tokens) name() string { p.n++; return fmt.Sprintf("%%t%d", p.n) }

func (p *tokens) some() string { return p.known[p.r.IntN(len(p.known))] }

// within writes a region, and returns the token that it ends with.
func (p *tokens) within(arg string, depth int) string {
	outer := len(p.known)
	if arg != "" {
		p.known = append(p.known, arg)
	}
	for range 1 + p.r.IntN(3) {
		p.step(depth)
	}
	end := p.some()
	p.known = p.known[:outer]
	return end
}

func (p *tokens) step(depth int) {
	kind := p.r.IntN(5)
	if depth == 0 {
		kind = 0
	}
	var t string
	switch kind {
	case 1:
		init, arg := p.some(), p.name()
		t = p.name()
		fmt.Fprintf(&p.b,
			"%s = scf.for %%i%d = %%c0 to %%c2 step %%c1 iter_args(%s = %s) -> (!gpu.async.token) {\n", t,
			p.n, arg, init)
		fmt.Fprintf(&p.b, "scf.yield %s : !gpu.async.token\n}\n", p.within(arg, depth-1))
	case 2:
		t = p.name()
		fmt.Fprintf(&p.b, "%s = scf.if %%which -> (!gpu.async.token) {\n", t)
		fmt.Fprintf(&p.b, "scf.yield %s : !gpu.async.token\n} else {\n", p.within("", depth-1))
		fmt.Fprintf(&p.b, "scf.yield %s : !gpu.async.token\n}\n", p.within("", depth-1))
	case 3:
		t = p.name()
		fmt.Fprintf(&p.b, "%s = gpu.wait async [%s, %s]\n", t, p.some(), p.some())
	default:
		t = p.name()
		fmt.Fprintf(&p.b, "%s = gpu.memcpy async [%s] %%a, %%b : memref<8xf32>, memref<8xf32> {id = %d}\n", t,
			p.some(), p.n)
	}
	p.known = append(p.known, t)
}

func randomTokens(r *rand.Rand) string {
	p := &tokens{r: r, known: []string{"%start"}}
	p.b.WriteString("func.func @f(%a: memref<8xf32>, %b: memref<8xf32>, %which: i1) {\n")
	for i := range 3 {
		fmt.Fprintf(&p.b, "%%c%d = arith.constant %d : index\n", i, i)
	}
	p.b.WriteString("%start = gpu.memcpy async %a, %b : memref<8xf32>, memref<8xf32> {id = 0}\n")
	for range 3 {
		p.step(3)
	}
	p.b.WriteString("return\n}\n")
	return p.b.String()
}

// run executes a program: each token is the set of operations that it is of. A condition goes either way at
// random. It calls f with each operation and each of its dependencies.
type run struct {
	r      *rand.Rand
	values map[*ir.Value][]*ir.Op
	f      func(op *ir.Op, token *ir.Value, of []*ir.Op)
}

func (x *run) block(b *ir.Block) []*ir.Value {
	for op := range b.Ops() {
		switch op.Name() {
		case "gpu.memcpy", "gpu.wait":
			var all []*ir.Op
			for _, token := range op.AsyncDependencies() {
				x.f(op, token, x.values[token])
				all = append(all, x.values[token]...)
			}
			if op.Name() == "gpu.memcpy" {
				all = []*ir.Op{op}
			}
			x.values[op.AsyncToken()] = all
		case "scf.for":
			now := x.values[op.Operand(3)]
			for range x.r.IntN(3) {
				x.values[op.Body().Arg(1)] = now
				now = x.values[x.block(op.Body())[0]]
			}
			x.values[op.Result(0)] = now
		case "scf.if":
			x.values[op.Result(0)] = x.values[x.block(op.Region(x.r.IntN(2)).Entry())[0]]
		case "scf.yield":
			return op.Operands()
		}
	}
	return nil
}

// Whatever way a token takes, it is of one of the operations that the flow says; and where queues are said to
// imply that it is complete, of one on the same queue.
func TestTokensOnEveryWay(t *testing.T) {
	implied, waits := 0, 0
	for seed := range uint64(passtest.Programs(60)) {
		r := rand.New(rand.NewPCG(seed, 11))
		m := passtest.Parse(t, randomTokens(r))
		m = passtest.Transform(t, m, fmt.Sprintf("builtin.module(assign-queues{queues=%d})", r.IntN(4)))
		flow := queues.NewFlow(m, "gpu")
		x := &run{r: r, values: map[*ir.Value][]*ir.Op{}, f: func(op *ir.Op, token *ir.Value, of []*ir.Op) {
			s := flow.Of(token)
			covered := op.Name() == "gpu.memcpy" && flow.Covered(op, token)
			if covered {
				implied++
			} else {
				waits++
			}
			for _, u := range of {
				if !s.Complete || !slices.Contains(s.Ops, u) {
					t.Fatalf("seed %d: the flow misses an operation that a token is of\n%s", seed,
						passtest.Print(m))
				}
				to, _ := pipeline.OnQueue(op)
				if from, _ := pipeline.OnQueue(u); covered && from != to {
					t.Fatalf("seed %d: a wait is missing\n%s", seed, passtest.Print(m))
				}
			}
		}}
		for range 5 {
			x.block(m.Body().First().Body())
		}
	}
	if implied == 0 || waits == 0 {
		t.Errorf("%d tokens implied, %d to wait for", implied, waits)
	}
}

// Branches between blocks hand tokens on as structured operations do.
func TestTokensOfBranches(t *testing.T) {
	for seed := range uint64(passtest.Programs(40)) {
		m := passtest.Parse(t, randomTokens(rand.New(rand.NewPCG(seed, 12))))
		want, got := sourcesByID(m),
			sourcesByID(passtest.Transform(t, m, "builtin.module(convert-scf-to-cf)"))
		if !maps.EqualFunc(want, got, slices.Equal) {
			t.Fatalf("seed %d: %v became %v\n%s", seed, want, got, passtest.Print(m))
		}
	}
}

// sourcesByID returns, for each copy, the numbers of those that its token may be of.
func sourcesByID(m *ir.Op) map[int64][]int64 {
	flow := queues.NewFlow(m, "gpu")
	out := map[int64][]int64{}
	for op := range m.Walk() {
		id, ok := op.IntAttr("id")
		if !ok {
			continue
		}
		for _, token := range op.AsyncDependencies() {
			for _, u := range flow.Of(token).Ops {
				n, _ := u.IntAttr("id")
				out[id] = append(out[id], n)
			}
		}
		slices.Sort(out[id])
	}
	return out
}

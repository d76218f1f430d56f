package injectsoftwarepipeline

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/value"
)

// mutation makes one random mistake in a pipelined loop, and reports whether the loop had a place for it.
type mutation struct {
	name string
	// plan changes the plan before its code is emitted, and program changes the result.
	plan    func(r *rand.Rand, m *model, buffers []*buffer) bool
	program func(r *rand.Rand, root *ir.Op) bool
	// always: the mistake shows in every program, whatever its data.
	always bool
}

var mutations = []mutation{
	{name: "drop a commit", program: dropCommit},
	{name: "weaken a wait", program: weakenWait, always: true},
	{name: "remove a wait", program: removeWait, always: true},
	{name: "remove a version", plan: removeVersion},
	{name: "move a statement", program: moveStatement},
}

// TestMutations shows that the checker and the simulator find mistakes in pipelined loops, and agree. The
// programs have constant extents and no conditions, for which the checker is exact.
func TestMutations(t *testing.T) {
	n := uint64(passtest.Programs(200))
	for _, mut := range mutations {
		t.Run(mut.name, func(t *testing.T) {
			made, objected := 0, 0
			for seed := range n {
				r := rand.New(rand.NewPCG(seed, 5))
				p := exactProgram(r)
				root := mutate(t, mut, r, p)
				if root == nil {
					continue
				}
				made++
				if judgeMutant(t, mut, seed, p, root) {
					objected++
				}
			}
			t.Logf("%d mutants, %d objected to", made, objected)
			if made < int(n)/10 || objected < made/3 {
				t.Errorf("%d mutants, %d objected to: too few to show anything", made, objected)
			}
		})
	}
}

// exactProgram returns a program of constant extent without conditions.
func exactProgram(r *rand.Rand) *randloop.Program {
	p := randloop.New(r)
	p.Dynamic = false
	for _, s := range p.Stmts {
		s.Guard = false
	}
	return p
}

// mutate pipelines a program with one mistake, nil if the program has no place for it.
func mutate(t *testing.T, mut mutation, r *rand.Rand, p *randloop.Program) *ir.Op {
	t.Helper()
	root, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(p.Text())), text.Options{})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	found := mut.program != nil
	hook := func(m *model, buffers []*buffer) {
		if mut.plan != nil && mut.plan(r, m, buffers) {
			found = true
		}
	}
	if err := apply(root, &program{planned: hook}); err != nil || !found {
		return nil
	}
	if mut.program != nil && !mut.program(r, root) {
		return nil
	}
	if errs := ir.Verify(root); errs.HasErrors() {
		return nil
	}
	return root
}

// judgeMutant compares the verdicts of the checker and the simulator, and reports whether they find the
// mistake.
func judgeMutant(t *testing.T, mut mutation, seed uint64, p *randloop.Program, root *ir.Op) bool {
	t.Helper()
	report, err := check.Module(t.Context(), root, check.Options{SkipWaits: true})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	program, err := sim.Compile(root, "f")
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	result, err := program.Run(context.Background(), sim.Config{Mode: sim.Late, Hazards: true},
		zeros(program))
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	static, dynamic := !report.OK(), len(races(result)) > 0
	if static != dynamic {
		t.Errorf("seed %d: the checker objects: %v, the simulator: %v\n%s\n%v\n%s", seed, static, dynamic,
			report.Text(), races(result), text.Append(nil, root, text.PrintOptions{}))
	}
	if mut.always && !static {
		t.Errorf("seed %d: nobody objects\n%s\n%s", seed, p.Text(),
			text.Append(nil, root, text.PrintOptions{}))
	}
	return static
}

// races returns the hazards of synchronization. A read of an unwritten element does not count, because the
// checker does not look for it.
func races(result *sim.Result) []sim.Hazard {
	var all []sim.Hazard
	for _, h := range result.Hazards {
		if h.Code != "sim-uninitialized-read" {
			all = append(all, h)
		}
	}
	return all
}

func zeros(program *sim.Program) []value.Value {
	var args []value.Value
	for _, t := range program.Inputs() {
		b, err := value.NewBuffer(t.(*ir.MemRefType), t.(*ir.MemRefType).Shape)
		if err != nil {
			panic(err)
		}
		args = append(args, value.Memory(b))
	}
	return args
}

func pick(r *rand.Rand, ops []*ir.Op) *ir.Op {
	if len(ops) == 0 {
		return nil
	}
	return ops[r.IntN(len(ops))]
}

func dropCommit(r *rand.Rand, root *ir.Op) bool {
	op := pick(r, root.Find(pipeline.CommitQueue))
	if op == nil {
		return false
	}
	dissolve(op)
	return true
}

// dissolve replaces a scope by the operations in it.
func dissolve(scope *ir.Op) {
	for op := range scope.Body().Ops() {
		op.MoveBefore(scope)
	}
	scope.Erase()
}

func weakenWait(r *rand.Rand, root *ir.Op) bool {
	op := pick(r, root.Find(pipeline.WaitQueue))
	if op == nil {
		return false
	}
	n, _ := pipeline.Count(op)
	pipeline.SetCount(op, n+1)
	return true
}

func removeWait(r *rand.Rand, root *ir.Op) bool {
	op := pick(r, root.Find(pipeline.WaitQueue))
	if op == nil {
		return false
	}
	dissolve(op)
	return true
}

func removeVersion(r *rand.Rand, _ *model, buffers []*buffer) bool {
	var several []*buffer
	for _, b := range buffers {
		if b.versions > 1 {
			several = append(several, b)
		}
	}
	if len(several) == 0 {
		return false
	}
	several[r.IntN(len(several))].versions--
	return true
}

// moveStatement moves a commit or a wait, with its body, in front of its predecessor.
func moveStatement(r *rand.Rand, root *ir.Op) bool {
	op := pick(r, append(root.Find(pipeline.CommitQueue), root.Find(pipeline.WaitQueue)...))
	if op == nil || op.Prev() == nil {
		return false
	}
	for i := range op.Prev().NumResults() {
		for u := range op.Prev().Result(i).Uses() {
			if op.IsAncestorOf(u.Owner()) {
				return false
			}
		}
	}
	op.MoveBefore(op.Prev())
	return true
}

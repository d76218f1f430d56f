package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"golang.org/x/tools/txtar"
)

// rightPrograms yields fresh copies of the programs in testdata that are right as they are.
func rightPrograms(t *testing.T, use func(t *testing.T, fresh func() *ir.Op)) {
	for _, name := range []string{"interleaved_correct", "three_stages_correct", "gemm", "calls", "carried",
		"affine", "complex"} {
		content, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		src := golden.Get(t, txtar.Parse(content), "in.mlir")
		t.Run(name, func(t *testing.T) { use(t, func() *ir.Op { return parse(t, "in.mlir", src) }) })
	}
}

func judge(t *testing.T, m *ir.Op) *check.Report {
	t.Helper()
	r, err := check.Module(t.Context(), m, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Complete {
		t.Fatal("not complete")
	}
	return r
}

func hazards(r *check.Report) int {
	n := 0
	for _, f := range r.Functions {
		n += len(f.Hazards)
	}
	return n
}

// numbered returns the operations of the given kinds in program order.
func numbered(m *ir.Op, defs ...*ir.OpDef) []*ir.Op {
	var ops []*ir.Op
	for op := range m.Walk() {
		for _, d := range defs {
			if op.Is(d) {
				ops = append(ops, op)
			}
		}
	}
	return ops
}

// The constant count of a needed wait cannot grow by one: the checker then reports that wait.
func TestWeakenedWait(t *testing.T) {
	rightPrograms(t, func(t *testing.T, fresh func() *ir.Op) {
		for i, w := range numbered(fresh(), pipeline.WaitQueue, pipeline.AsyncWaitStage) {
			n, dynamic := pipeline.Count(w)
			if dynamic != nil {
				continue
			}
			m := fresh()
			pipeline.SetCount(numbered(m, pipeline.WaitQueue, pipeline.AsyncWaitStage)[i], n+1)
			r := judge(t, m)
			if hazards(r) == 0 {
				t.Errorf("wait %d with %d instead of %d is accepted", i, n+1, n)
			}
			for _, f := range r.Functions {
				for _, v := range f.Waits {
					if weakened := v.Op == numbered(m, pipeline.WaitQueue,
						pipeline.AsyncWaitStage)[i]; weakened &&
						(v.Verdict != check.TooWeak || v.Exact != n) {
						t.Errorf("wait %d with %d is %v, exact %d; want too weak, exact %d", i, n+1,
							v.Verdict, v.Exact, n)
					}
				}
			}
		}
	})
}

// A wait that leaves one group fewer in flight than it may is stronger than necessary by one.
func TestStrengthenedWait(t *testing.T) {
	rightPrograms(t, func(t *testing.T, fresh func() *ir.Op) {
		for i, w := range numbered(fresh(), pipeline.WaitQueue, pipeline.AsyncWaitStage) {
			n, dynamic := pipeline.Count(w)
			if dynamic != nil || n == 0 {
				continue
			}
			m := fresh()
			changed := numbered(m, pipeline.WaitQueue, pipeline.AsyncWaitStage)[i]
			pipeline.SetCount(changed, n-1)
			r := judge(t, m)
			if hazards(r) > 0 {
				t.Errorf("wait %d with %d instead of %d has hazards", i, n-1, n)
			}
			for _, v := range r.Functions[0].Waits {
				if v.Op == changed && (v.Verdict != check.TooStrong || v.Exact != n) {
					t.Errorf("wait %d with %d is %v, exact %d; want stronger than necessary, exact %d", i,
						n-1, v.Verdict, v.Exact, n)
				}
			}
		}
	})
}

// Without one of its commits a program is wrong.
func TestDroppedCommit(t *testing.T) {
	rightPrograms(t, func(t *testing.T, fresh func() *ir.Op) {
		for i := range numbered(fresh(), pipeline.CommitQueue, pipeline.AsyncCommitStage) {
			m := fresh()
			c := numbered(m, pipeline.CommitQueue, pipeline.AsyncCommitStage)[i]
			if c.Is(pipeline.CommitQueue) {
				for op := range c.Body().Ops() {
					op.MoveBefore(c)
				}
			}
			c.Erase()
			if hazards(judge(t, m)) == 0 {
				t.Errorf("without commit %d the program is accepted", i)
			}
		}
	})
}

// With one slot fewer a program is wrong. The test changes the modulus of the slots.
func TestFewerVersions(t *testing.T) {
	for name, versions := range map[string]int64{"interleaved_correct": 4, "three_stages_correct": 3,
		"gemm": 4, "carried": 3} {
		content, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		m := parse(t, "in.mlir", golden.Get(t, txtar.Parse(content), "in.mlir"))
		want := false
		for _, op := range numbered(m, arith.RemSI) {
			if n, ok := ir.ConstInt(op.Operand(1)); ok && n == versions {
				op.SetOperand(1, arith.ConstIndex(ir.At(op), n-1))
				want = true
			}
		}
		if !want {
			t.Fatalf("%s has no remainder by %d", name, versions)
		}
		// carried has one version more than it needs.
		if got := hazards(judge(t, m)) > 0; got != (name != "carried") {
			t.Errorf("%s with %d versions: hazards %v", name, versions-1, got)
		}
	}
}

// The weaker programs in testdata say so in their reports; a counterexample names the iterations.
func TestRFCErrors(t *testing.T) {
	for name, want := range map[string]string{
		"interleaved": "then memref.load (in.mlir:33:14) at %i = 0; wait_queue 0 must allow at " +
			"most 3 (has 5)",
		"interleaved_intrinsic":  "wait_queue 0 must allow at most 3 (has 5)",
		"three_stages":           "%B needs 3 versions (has 2)",
		"three_stages_intrinsic": "%B needs 3 versions (has 2)",
	} {
		content, err := os.ReadFile(filepath.Join("testdata", name+".txtar"))
		if err != nil {
			t.Fatal(err)
		}
		r := judge(t, parse(t, "in.mlir", golden.Get(t, txtar.Parse(content), "in.mlir")))
		if !strings.Contains(r.Text(), want) {
			t.Errorf("%s: the report lacks %q:\n%s", name, want, r.Text())
		}
	}
}

package task_test

import (
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

func parse(t *testing.T, src []byte) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", src), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	if errs := ir.Verify(m); len(errs) > 0 {
		t.Fatal(errs)
	}
	return m
}

// Both forms are fixed points: what they print reads as the same program.
func TestSyntax(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := parse(t, golden.Get(t, ar, "input.mlir"))
		for name, opts := range map[string]text.PrintOptions{"custom.mlir": {},
			"generic.mlir": {Generic: true}} {
			printed := text.String(m, opts)
			golden.Set(ar, name, []byte(printed))
			if again := text.String(parse(t, []byte(printed)), opts); again != printed {
				t.Errorf("%s is not a fixed point:\n%s", name, again)
			}
		}
	})
}

// No operation but the terminator is pure, even where nothing uses its results: each changes when tasks run,
// or how they end.
func TestNothingIsPure(t *testing.T) {
	m := parse(t, []byte(`func.func @f() {
  %q = task.queue
  %t = task.execute on %q {
    task.yield
  }
  %e = task.import "e"
  %d = task.is_complete %e : !async.token
  return
}`))
	n := 0
	for op := range m.Walk() {
		if op.Def().DialectName() == task.Dialect.Name && !op.Is(task.Yield) {
			if n++; op.IsPure() || op.IsEffectFree() || op.WouldBeTriviallyDead() {
				t.Errorf("%s counts as pure", op.Name())
			}
		}
	}
	if n != 4 {
		t.Errorf("%d operations", n)
	}
}

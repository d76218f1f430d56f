package task_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/task"
)

// Both forms of every operation are fixed points, and read as the same program.
func TestSyntax(t *testing.T) {
	dialecttest.Syntax(t, all.NewContext, "testdata/*.txtar", task.Dialect)
}

func TestGenericFormIsMLIR(t *testing.T) { dialecttest.GenericIsMLIR(t, "testdata/*.txtar") }

// No operation but the terminator is pure, even where nothing uses its results: each changes when tasks run,
// or how they end.
func TestNothingIsPure(t *testing.T) {
	m := dialecttest.Parse(t, all.NewContext(), `func.func @f() {
  %q = task.queue
  %t = task.execute on %q {
    task.yield
  }
  %e = task.import "e"
  %d = task.is_complete %e : !async.token
  return
}`)
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

package asyncruntimerefcounting_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
)

// awaits is a program with a task that awaits n others one by one, of which one may fail.
func awaits(n, failing int) string {
	var b strings.Builder
	b.WriteString(
		"func.func @main(%out: memref<1xi32>) {\n  %no = arith.constant false\n  %t = async.execute {\n")
	for i := range n {
		fmt.Fprintf(&b, "    %%t%d = async.execute {\n", i)
		if i == failing {
			b.WriteString("      cf.assert %no, \"this one\"\n")
		}
		b.WriteString("      async.yield\n    }\n")
	}
	for i := range n {
		fmt.Fprintf(&b, "    async.await %%t%d : !async.token\n", i)
	}
	b.WriteString("    async.yield\n  }\n  return\n}\n")
	return b.String()
}

// Whichever of many tasks fails, all are dropped once.
func TestSharedCleanup(t *testing.T) {
	const n = 12
	for failing := range n + 1 {
		module := passtest.Transform(t, passtest.Parse(t, awaits(n, failing)), counted)
		if err := run(t, module); err != nil {
			t.Fatalf("task %d fails: %v\n%s", failing, err, passtest.Print(module))
		}
		for i := range references(module) {
			if changed(t, module, i, func(op *ir.Op) {
				op.SetAttr("count", op.Context().Int(op.Context().Integer(64), 1000))
			}) == nil {
				continue // it is not executed
			}
			if changed(t, module, i, (*ir.Op).Erase) == nil {
				t.Fatalf("task %d fails: without operation %d on references nothing is wrong\n%s", failing, i,
					passtest.Print(module))
			}
		}
	}
}

// The program is as long as the list of tasks, not as its square.
func TestCleanupIsLinear(t *testing.T) {
	drops := func(n int) int {
		return len(passtest.Transform(t, passtest.Parse(t, awaits(n, -1)),
			counted).Find(async.RuntimeDropRef))
	}
	if few, many := drops(50), drops(100); many-few > 3*50 {
		t.Errorf("%d drops for 50 tasks, %d for 100", few, many)
	}
}

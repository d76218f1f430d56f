package hoistcommits_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	_ "github.com/inflight-compiler/inflight/transform/sync/hoistcommits"
)

// What the pass makes of programs, its remarks, and what the analysis says of the waits before and after.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/golden/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		m := passtest.Parse(t, string(golden.Get(t, ar, "in.mlir")))
		options := ""
		if golden.Has(ar, "options") {
			options = strings.TrimSpace(string(golden.Get(t, ar, "options")))
		}
		before := waits(m)
		diags := apply(t, m, options)
		golden.Set(ar, "out.mlir", []byte(passtest.Print(m)))
		golden.Set(ar, "remarks", []byte(remarks(diags)))
		golden.Set(ar, "waits", []byte("before\n"+before+"after\n"+waits(m)))
	})
}

// apply runs the pass through the manager, which verifies what it made.
func apply(t testing.TB, m *ir.Op, options string) diag.List {
	t.Helper()
	before := passtest.Print(m)
	p, err := pass.Parse("builtin.module(hoist-commits{" + options + "})")
	if err != nil {
		t.Fatal(err)
	}
	diags := (&pass.Manager{Pipeline: p}).Run(t.Context(), m)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s\n%s", diags.Err(), before, passtest.Print(m))
	}
	if diags := ir.Verify(m); diags.HasErrors() {
		t.Fatalf("%v\n%s\n%s", diags, before, passtest.Print(m))
	}
	return diags
}

func remarks(diags diag.List) string {
	var b strings.Builder
	for _, d := range diags {
		b.WriteString(d.Error() + "\n")
	}
	return b.String()
}

// waits lists, per wait, the groups in flight in front of it and the ages of what it waits for.
func waits(m *ir.Op) string {
	r := inflight.Analyze(m)
	var b strings.Builder
	for _, op := range r.Waits() {
		fmt.Fprintf(&b, "%s", op.Name())
		for _, q := range r.Queues() {
			fmt.Fprintf(&b, "  in flight %s%d: %s", q.Engine, q.Number, count(r.InFlight(op, q)))
		}
		for _, v := range op.AsyncDependencies() {
			tok := r.TokenAt(v, op)
			for _, a := range tok.Ages {
				fmt.Fprintf(&b, "  age on %s%d: %d to %s", a.Queue.Engine, a.Queue.Number, a.Min,
					count(a.Max))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func count(n int64) string {
	if n >= inflight.Unbounded {
		return "any"
	}
	return fmt.Sprint(n)
}

// A count that no wait can have is an error, at the module.
func TestMaxCount(t *testing.T) {
	for _, n := range []string{"-1", "64"} {
		p, err := pass.Parse("builtin.module(hoist-commits{max-count=" + n + "})")
		if err != nil {
			t.Fatal(err)
		}
		diags := (&pass.Manager{Pipeline: p}).Run(t.Context(),
			passtest.Parse(t, "func.func @f() {\n  return\n}\n"))
		if !diags.HasErrors() || diags[0].Code != "hoist-commits-max-count" {
			t.Errorf("max-count=%s: %v", n, diags)
		}
	}
}

package finddeadlocks_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/golden"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randturn"
	"github.com/inflight-compiler/inflight/sim"
	_ "github.com/inflight-compiler/inflight/transform/all"
)

// find runs the pass on a program, and returns what it says.
func find(t *testing.T, source string) diag.List {
	t.Helper()
	_, diags := passtest.Run(t, "builtin.module(func.func(find-deadlocks))", source)
	return diags
}

// Each program of testdata waits for what cannot come. Those with an error do not end in the simulator,
// either; those with a warning do not in some schedule.
func TestGolden(t *testing.T) {
	golden.Txtar(t, "testdata/*.txtar", func(t *testing.T, ar *txtar.Archive) {
		source := string(golden.Get(t, ar, "in.mlir"))
		diags := find(t, source)
		if len(diags) == 0 {
			t.Error("nothing found")
		}
		var b strings.Builder
		for _, d := range diags {
			fmt.Fprintf(&b, "%v: %v: %s [%s]\n", d.Span, d.Severity, d.Message, d.Code)
			for _, n := range d.Notes {
				fmt.Fprintf(&b, "  %v: %s\n", n.Span, n.Message)
			}
		}
		golden.Set(ar, "found", []byte(b.String()))
		p, err := sim.Compile(passtest.Parse(t, source), "main")
		if err != nil {
			t.Fatal(err)
		}
		stuck := false
		for seed := range uint64(20) {
			_, err := p.Run(context.Background(), sim.Config{Mode: sim.Random, Seed: seed}, nil)
			stuck = stuck || err != nil && strings.Contains(err.Error(), "cannot end")
			if diags.HasErrors() && err == nil {
				t.Errorf("seed %d ends", seed)
			}
		}
		if !stuck {
			t.Error("all schedules end")
		}
	})
}

// Programs that end have no deadlock.
func TestNoFalseAlarm(t *testing.T) {
	for seed := range uint64(passtest.Programs(40)) {
		if diags := find(t, randturn.Text(rand.New(rand.NewPCG(seed, 13)), 5+int(seed%50))); len(diags) > 0 {
			t.Fatalf("seed %d: %v", seed, diags)
		}
	}
}

// Groups are given as many members as they wait for, as far as that is known. The simulator agrees.
func TestGroups(t *testing.T) {
	const add = "%t = async.execute { async.yield }\n %r = async.add_to_group %t, %g : !async.token\n"
	for name, c := range map[string]struct{ body, found, stuck string }{
		"few":    {add + "async.await_all %g", "deadlock-group-short", "sim-stuck-wait"},
		"enough": {add + "scf.for %i = %c0 to %c2 step %c1 {" + add + "}\n async.await_all %g", "", ""},
		"many": {add + "scf.for %i = %c0 to %c3 step %c1 {" + add + "}\n async.await_all %g",
			"deadlock-group-full", "sim-group-full"},
		"no wait": {add, "", ""},
		// perhaps not in all executions
		"behind": {"scf.if %yes {" + add + "}\n async.await_all %g\n" + add + add, "", "sim-stuck-wait"},
		"at most": {"scf.if %yes {" + add + "} else {" + add + add + "}\n async.await_all %g", "",
			"sim-stuck-wait"},
		"at most 2": {"scf.if %yes {" + add + add + "}\n async.await_all %g", "deadlock-group-short",
			"sim-stuck-wait"},
		"in a task": {"%u = async.execute {" + add + add + "async.yield }\n" + add + "async.await_all %g", "",
			""},
		"unknown":   {"scf.for %i = %c0 to %n step %c1 {" + add + "}\n async.await_all %g", "", ""},
		"elsewhere": {"call @fills(%g) : (!async.group) -> ()\n async.await_all %g", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			source := distinct("func.func private @fills(%g: !async.group) {\n" + add + add + add +
				"return }\n" + `func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %yes = arith.constant true
  %m = memref.alloc(%c3) : memref<?xf32>
  %n = memref.dim %m, %c0 : memref<?xf32>
  memref.dealloc %m : memref<?xf32>
  %g = async.create_group %c3 : !async.group
` + c.body + "\n return }\n")
			var found []string
			for _, d := range find(t, source) {
				found = append(found, string(d.Code))
			}
			if got := strings.Join(found, " "); got != c.found {
				t.Errorf("found %q, want %q", got, c.found)
			}
			p, err := sim.Compile(passtest.Parse(t, source), "main")
			if err != nil {
				t.Fatal(err)
			}
			_, err = p.Run(context.Background(), sim.Config{}, nil)
			if (err != nil) != (c.stuck != "") || err != nil && !strings.Contains(err.Error(), c.stuck) {
				t.Errorf("the simulator says %v, want %q", err, c.stuck)
			}
		})
	}
}

// distinct numbers the values %t and %r of a text, each of which is defined by the line that begins with it,
// and used in the next at most.
func distinct(source string) string {
	lines := strings.Split(source, "\n")
	n := 0
	for i, line := range lines {
		if strings.Contains(line, "%t = ") {
			n++
		}
		lines[i] = strings.NewReplacer("%t ", fmt.Sprintf("%%t%d ", n), "%t,", fmt.Sprintf("%%t%d,", n),
			"%r ", fmt.Sprintf("%%r%d ", n)).Replace(line)
	}
	return strings.Join(lines, "\n")
}

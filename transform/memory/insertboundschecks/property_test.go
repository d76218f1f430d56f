package insertboundschecks_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randaccess"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/memory/insertboundschecks"
	"github.com/inflight-compiler/inflight/value"
)

// outcome is what a run says and leaves in memory.
type outcome struct {
	code    diag.Code
	message string
	memory  [][]byte
}

// checked are the errors that checks take the place of.
var checked = []diag.Code{"sim-out-of-bounds", "sim-negative-size", "sim-shape-mismatch",
	"sim-nonpositive-step"}

// unable are the errors that say that a run came to no end.
var unable = []diag.Code{"sim-limit-steps", "sim-limit-memory"}

// simulate runs @main with numbers for what is no memory.
func simulate(t *testing.T, module *ir.Op, numbers []int64) outcome {
	t.Helper()
	p, err := sim.Compile(module, "main")
	if err != nil {
		t.Fatalf("%v\n%s", err, passtest.Print(module))
	}
	var args []value.Value
	var out outcome
	for _, typ := range p.Inputs() {
		m, ok := typ.(*ir.MemRefType)
		if !ok {
			args, numbers = append(args, value.Int(typ, numbers[0])), numbers[1:]
			continue
		}
		shape := slices.Clone(m.Shape)
		for d := range shape {
			if shape[d] == ir.Dynamic {
				shape[d] = int64(5 - d)
			}
		}
		b, err := value.NewBuffer(m, shape)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(b.Data) / 4 {
			b.Data[4*i] = byte(i*3) % 7
		}
		args, out.memory = append(args, value.Memory(b)), append(out.memory, b.Data)
	}
	_, err = p.Run(context.Background(), sim.Config{Limits: sim.Limits{Steps: 30000, Memory: 1 << 24}}, args)
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok {
		out.code, out.message = d.Code, d.Message
	} else if err != nil {
		t.Fatal(err)
	}
	return out
}

// A program goes out of bounds if and only if the checked one fails, which never does so without an
// assertion; others leave the same in memory.
func TestPropertyChecksAreExact(t *testing.T) {
	failing, passing, kept, checks := 0, 0, 0, 0
	n := passtest.Programs(400)
	for i := range n {
		source, args := randaccess.Program(rand.New(rand.NewPCG(uint64(i), 21)))
		module := passtest.Parse(t, source)
		want := simulate(t, module, args)
		got := passtest.Transform(t, module, "builtin.module(insert-bounds-checks)")
		have := simulate(t, got, args)
		checks += len(got.Find(cf.Assert))
		if problem := compare(want, have); problem != "" {
			t.Fatalf("program %d: %s\nbefore: %v %s\nafter: %v %s\n%v\n%s\n%s", i, problem, want.code,
				want.message, have.code, have.message,
				args, source, passtest.Print(got))
		}
		switch {
		case slices.Contains(unable, want.code):
		case want.code != "":
			failing++
		default:
			passing++
			if len(got.Find(cf.Assert)) > 0 {
				kept++
			}
		}
	}
	t.Logf("%d programs: %d fail, %d do not, %d of these with checks; %d checks", n, failing, passing, kept,
		checks)
	if failing < n/5 || passing < n/5 || kept < n/8 {
		t.Errorf("of %d programs %d fail and %d do not, %d of these with checks", n, failing, passing, kept)
	}
}

// compare returns what is wrong with a run of the checked program.
func compare(want, have outcome) string {
	switch {
	case slices.Contains(checked, have.code):
		return "a check is missing"
	case slices.Contains(unable, want.code):
		return "" // it might fail later
	case slices.Contains(unable, have.code):
		return ""
	case slices.Contains(checked, want.code) && have.code == "":
		return "no check fails"
	case want.code == "" && have.code != "":
		return "a check fails that must not"
	case want.code == "" && !slices.EqualFunc(want.memory, have.memory, bytes.Equal):
		return "the memory differs"
	case want.code != "" && have.code == "":
		return "the program does not fail any more"
	case want.code == "sim-assert" && have.code == "sim-assert" && want.message != have.message:
		return "a check fails before an assertion of the program"
	case have.code == "sim-assert" && !classified(have.message) &&
		!strings.Contains(have.message, "a promise"):
		return "the assertion is not one of the pass"
	}
	return ""
}

func classified(message string) bool {
	_, message, _ = strings.Cut(message, ": ") // "assertion failed"
	_, _, ok := insertboundschecks.ClassOf(message)
	return ok
}

// Without one of its checks, a program that needs it is found out. Checks that are implied by later ones need
// not be missed.
func TestPropertyEveryCheckCounts(t *testing.T) {
	needed, missed := 0, 0
	n := passtest.Programs(60)
	for i := range n {
		source, args := randaccess.Program(rand.New(rand.NewPCG(uint64(i), 22)))
		module := passtest.Parse(t, source)
		want := simulate(t, module, args)
		if !slices.Contains(checked, want.code) {
			continue
		}
		got := passtest.Transform(t, module, "builtin.module(insert-bounds-checks)")
		if have := simulate(t, got, args); have.code != "sim-assert" {
			continue // a task has failed
		}
		needed++
		found := false
		for k := range got.Find(cf.Assert) {
			mutant := got.Clone(nil)
			mutant.Find(cf.Assert)[k].Erase()
			found = found || compare(want, simulate(t, mutant, args)) != ""
		}
		if !found {
			missed++
		}
	}
	t.Logf("%d programs need a check, of %d it is not missed", needed, missed)
	if needed < n/4 || missed > needed/3 {
		t.Errorf("of %d programs that need a check, it is not missed in %d", needed, missed)
	}
}

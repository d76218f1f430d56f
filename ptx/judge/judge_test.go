package judge_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/ptxfaults"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

func read(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/ptx/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// check judges a text on a launch.
func check(t testing.TB, text string, o judge.Options) *judge.Report {
	t.Helper()
	m, err := judge.Load(diag.NewFile("kernel.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := judge.NewPlan(m, o)
	if err != nil {
		t.Fatal(err)
	}
	report, err := judge.Check(context.Background(), plan)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// kernels are right kernels, with launches that show all that matters.
var kernels = map[string]judge.Options{
	"gemm.ptx":   {DynamicShared: -1, Args: map[string]machine.Arg{"n": {Bits: 64}, "k": {Bits: 192}}},
	"stream.ptx": {DynamicShared: 8192, Args: map[string]machine.Arg{"count": {Bits: 640}}},
	"copy.ptx":   {DynamicShared: -1},
}

// The kernels are right, and their waits are exact.
func TestRight(t *testing.T) {
	for name, o := range kernels {
		r := check(t, read(t, name), o)
		if list := r.Diagnostics(); len(list) > 0 || !r.OK() {
			t.Errorf("%s: %v", name, list)
		}
		if len(r.Waits) != 1 || r.Waits[0].Verdict != judge.Needed || r.Waits[0].Exact != r.Waits[0].N {
			t.Errorf("%s: waits %+v", name, r.Waits)
		}
	}
}

// Removing any one wait, commit or barrier, or raising the count of a wait, is found: all mutants, without
// exception.
func TestMutantsAreFound(t *testing.T) {
	mutants := 0
	for name, o := range kernels {
		faults, err := ptxfaults.All(diag.NewFile(name, []byte(read(t, name))), 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults {
			mutants++
			if check(t, fault.Text, o).OK() {
				t.Errorf("%s:%d: %s is not found", name, fault.Line, fault.What)
			}
		}
	}
	if mutants != 21 {
		t.Errorf("%d mutants", mutants)
	}
}

// The recount gives the exact count whatever the text says.
func TestRecount(t *testing.T) {
	for name, o := range kernels {
		text := read(t, name)
		right := regexp.MustCompile(`wait_group (\d+)`).FindStringSubmatch(text)[1]
		exact, _ := strconv.Atoi(right)
		for n := range 6 {
			r := check(t, strings.Replace(text, "wait_group "+right, fmt.Sprintf("wait_group %d", n), 1), o)
			want := map[bool]judge.Verdict{true: judge.TooWeak, false: judge.TooStrong}[n > exact]
			if n == exact {
				want = judge.Needed
			}
			if w := r.Waits[0]; w.Verdict != want || w.Exact != exact {
				t.Errorf("%s with %d: %v, exact %d; want %v, exact %d", name, n, w.Verdict, w.Exact, want,
					exact)
			}
		}
	}
}

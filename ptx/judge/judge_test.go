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

var synchronization = regexp.MustCompile(`\t(cp\.async\.wait_group (\d+)|cp\.async\.commit_group|bar\.sync 0);`)

// Removing any one wait, commit or barrier, or raising the count of a wait, is found: all mutants, without exception.
func TestMutantsAreFound(t *testing.T) {
	mutants := 0
	for name, o := range kernels {
		text := read(t, name)
		for _, at := range synchronization.FindAllStringSubmatchIndex(text, -1) {
			found := func(kind, with string) {
				mutants++
				mutant := text[:at[0]] + with + text[at[1]:]
				if r := check(t, mutant, o); r.OK() {
					line := strings.Count(text[:at[0]], "\n") + 1
					t.Errorf("%s:%d: %s of '%s' is not found", name, line, kind, text[at[2]:at[3]])
				}
			}
			found("removal", "")
			if at[4] >= 0 {
				n, _ := strconv.Atoi(text[at[4]:at[5]])
				for more := 1; more <= 3; more++ {
					found("weakening", fmt.Sprintf("\tcp.async.wait_group %d;", n+more))
				}
			}
		}
	}
	if mutants < 20 {
		t.Errorf("only %d mutants", mutants)
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
				t.Errorf("%s with %d: %v, exact %d; want %v, exact %d", name, n, w.Verdict, w.Exact, want, exact)
			}
		}
	}
}

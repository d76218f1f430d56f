package asyncrun

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
)

// Compare runs programs, joined and transformed by a textual pipeline, and compares the hashes that they print. It fails the
// test if references are left or were misused.
func Compare(t testing.TB, r *Runner, pipeline string, programs []string, want []int64, condition bool) {
	t.Helper()
	module := passtest.Transform(t, passtest.Parse(t, Join(t, programs, condition)), pipeline)
	report := r.Run(t, passtest.Print(module))
	if len(report.Hashes) != len(want) {
		t.Fatalf("%d programs printed %d hashes\n%.2000s", len(want), len(report.Hashes), report.Output)
	}
	for i := range want {
		if report.Hashes[i] != want[i] {
			t.Errorf("%d instead of %d:\n%s", report.Hashes[i], want[i], programs[i])
		}
	}
	if report.Live != 0 || report.Bad != 0 {
		t.Errorf("%d objects are left, %d mistakes\n%.2000s", report.Live, report.Bad, report.Output)
	}
}

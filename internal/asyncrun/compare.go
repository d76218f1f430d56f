package asyncrun

import (
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/value"
)

// Test is a comparison of random programs, as machine code, with what they leave in memory when they run in
// order.
type Test struct {
	Pipeline  string // textual, of what makes calls of the runtime
	Programs  int
	Batch     int // programs that are compiled together
	Condition bool
	// Next returns a program and its memory at the end.
	Next func() (program string, memory []value.Value)
}

// Run runs the programs. It fails if memory differs, or references are left or were misused.
func (c Test) Run(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("compiles programs")
	}
	r := NewRunner(t)
	for left := c.Programs; left > 0; left -= c.Batch {
		var programs []string
		var want []int64
		for range min(left, c.Batch) {
			program, memory := c.Next()
			programs, want = append(programs, program), append(want, Hash(memory))
		}
		c.compare(t, r, programs, want)
	}
}

func (c Test) compare(t *testing.T, r *Runner, programs []string, want []int64) {
	t.Helper()
	module := passtest.Transform(t, passtest.Parse(t, Join(t, programs, c.Condition)), c.Pipeline)
	for _, report := range r.Run(t, passtest.Print(module)) {
		report.check(t, programs, want)
	}
}

func (report Report) check(t *testing.T, programs []string, want []int64) {
	t.Helper()
	if len(report.Hashes) != len(want) {
		t.Fatalf("%s: %d programs printed %d hashes\n%.2000s", report.Runtime, len(want), len(report.Hashes),
			report.Output)
	}
	for i := range want {
		if report.Hashes[i] != want[i] {
			t.Errorf("%s: %d instead of %d:\n%s", report.Runtime, report.Hashes[i], want[i], programs[i])
		}
	}
	if report.Live != 0 || report.Bad != 0 {
		t.Errorf("%s: %d objects are left, %d mistakes\n%.2000s", report.Runtime, report.Live, report.Bad,
			report.Output)
	}
}

package inflight_test

import (
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/analysis/inflight"
	"github.com/inflight-compiler/inflight/internal/allpaths"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randasync"
	"github.com/inflight-compiler/inflight/ir"
)

// The analysis finds exactly the facts about every wait that hold on all paths.
func TestPropertyExact(t *testing.T) {
	configs := []randasync.Config{
		{Statements: 5, Depth: 2, Counts: true, Numbered: 2},
		{Statements: 5, Depth: 2, Tokens: true},
		{Statements: 6, Depth: 1, Tokens: true, Branches: true},
		{Statements: 5, Depth: 2, Counts: true, Branches: true, Numbered: 1},
	}
	complete, waits := 0, 0
	for i := range passtest.Programs(300) {
		r := rand.New(rand.NewPCG(uint64(i), 1))
		source := randasync.Program(r, configs[i%len(configs)])
		module := passtest.Parse(t, source)
		truth := allpaths.Run(module)
		if truth.States > allpaths.MaxStates {
			continue
		}
		complete++
		result := inflight.Analyze(module)
		for op, w := range truth.Waits {
			waits++
			compareWait(t, result, op, w, source, true)
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d programs, %d waits", complete, waits)
	if complete < passtest.Programs(300)*3/4 {
		t.Errorf("only %d programs were small enough for brute force", complete)
	}
}

func compareWait(t *testing.T, result *inflight.Result, op *ir.Op, w *allpaths.Wait, source string,
	exact bool) {
	t.Helper()
	e := op.QueueEffect()
	got := result.Wait(op)
	if got == nil {
		t.Errorf("%v: not reached by the analysis\n%s", op.Span(), source)
		return
	}
	if n := min(result.InFlight(op, e.Queue), allpaths.Limit); n < int64(w.InFlight) ||
		exact && e.Token == nil && n != int64(w.InFlight) {
		t.Errorf("%v: at most %d groups in flight, all paths say %d\n%s", op.Span(), n, w.InFlight, source)
	}
	if got.Redundant && !w.Implied || exact && e.Token == nil && !got.Redundant && w.Implied {
		t.Errorf("%v: redundant %v, all paths say %v\n%s", op.Span(), got.Redundant, w.Implied, source)
	}
	if e.Token == nil {
		return
	}
	tok := result.TokenAt(e.Token, op)
	_, n, ok := tok.Count()
	if n = min(n, allpaths.Limit); !ok || n > int64(w.MinAge) || exact && n != int64(w.MinAge) {
		t.Errorf("%v: the token has the age %d (%v), all paths say %d\n%s", op.Span(), n, tok, w.MinAge,
			source)
	}
}

// The analysis follows loops of constant extent and calls less exactly. For these it never claims more than
// what holds on all paths.
func TestPropertySound(t *testing.T) {
	exact, waits := 0, 0
	for i := range passtest.Programs(300) {
		r := rand.New(rand.NewPCG(uint64(i), 2))
		source := randasync.Program(r, randasync.Config{
			Statements: 5, Depth: 2, Tokens: true, Counts: i%2 == 0, Counted: true, Calls: true,
			Branches: i%3 == 0, Numbered: 1,
		})
		module := passtest.Parse(t, source)
		truth := allpaths.Run(module)
		if truth.States > allpaths.MaxStates {
			continue
		}
		result := inflight.Analyze(module)
		for op, w := range truth.Waits {
			compareWait(t, result, op, w, source, false)
			waits++
			if got := result.Wait(op); got != nil && got.Redundant == w.Implied {
				exact++
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d verdicts on redundancy are exact", exact, waits)
}

package hoistcommits_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randcommit"
)

// What the judge has proven it proves after the pass, too, unless a choice among waits is beyond it.
func TestPropertyProven(t *testing.T) {
	proven, stay := 0, 0
	for i := range passtest.Programs(300) {
		source := randcommit.Program(rand.New(rand.NewPCG(uint64(i), 9)))
		if strings.Contains(source, "to %n") || strings.Contains(source, "scf.while") {
			continue // the judge would try many numbers of iterations
		}
		m := passtest.Parse(t, source)
		made := m.Clone(nil)
		apply(t, made, "dynamic-waits=false")
		if passtest.Print(m) == passtest.Print(made) {
			continue
		}
		report, err := check.Module(t.Context(), m, check.Options{SkipWaits: true})
		if err != nil || !report.OK() {
			continue
		}
		proven++
		report, err = check.Module(t.Context(), made, check.Options{SkipWaits: true})
		if err != nil {
			continue
		}
		stay++
		if !report.OK() {
			t.Fatalf("program %d:\n%s\n%s\n%s", i, report.Text(), passtest.Print(m), passtest.Print(made))
		}
	}
	t.Logf("%d proven programs changed, of which %d are judged again", proven, stay)
	if n := passtest.Programs(300); stay < n/50 || stay < proven*3/4 {
		t.Errorf("only %d of %d programs are judged", stay, proven)
	}
}

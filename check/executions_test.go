package check_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
)

// tally counts what the judge and the machine say of programs.
type tally struct {
	right, wrong int // for the machine
	open         int // right ones that the judge does not follow to the end
	missed       int // wrong ones in which the judge finds nothing, as far as it follows them
	alarms       int
	failed       int
	lost         int // programs that could not be made right
	kinds        map[string]int
}

// hazardsIn counts those of @main.
func hazardsIn(r *check.Report) int {
	for _, f := range r.Functions {
		if f.Name == "main" {
			return len(f.Hazards)
		}
	}
	return 0
}

func (c *tally) compare(t *testing.T, what string, m *ir.Op) {
	t.Helper()
	found, err := trial.Hazards(m, trial.Extents)
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
	}
	r, err := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
	if err != nil {
		t.Fatalf("%s: %v\n%s", what, err, passtest.Print(m))
	}
	alarm := hazardsIn(r) > 0
	switch {
	case len(found) > 0:
		c.wrong++
		if !alarm && r.Complete {
			c.missed++
			m = trial.Reduce(m, func(m *ir.Op) bool {
				found, err := trial.Hazards(m, trial.Extents)
				r, err2 := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
				return err == nil && err2 == nil && len(found) > 0 && hazardsIn(r) == 0 && r.Complete
			})
			t.Errorf("%s: MISSED %v\n%s%s", what, found[0].Diagnostic(), r.Text(), passtest.Print(m))
		} else if !alarm {
			c.open++
		}
	case alarm:
		c.right++
		c.alarms++
		m = trial.Reduce(m, func(m *ir.Op) bool {
			found, err := trial.Hazards(m, trial.Extents)
			r, err2 := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
			return err == nil && err2 == nil && len(found) == 0 && hazardsIn(r) > 0
		})
		r, _ := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
		t.Errorf("%s: FALSE ALARM\n%s%s", what, r.Text(), passtest.Print(m))
	default:
		c.right++
		if !r.Complete {
			c.open++
			if os.Getenv("SHOW_OPEN") != "" {
				m = trial.Reduce(m, func(m *ir.Op) bool {
					found, err := trial.Hazards(m, trial.Extents)
					if err != nil || len(found) > 0 {
						return false
					}
					r, err := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
					return err == nil && hazardsIn(r) == 0 && !r.Complete
				})
				r, _ := check.Module(m, check.Options{SkipWaits: true, MaxSteps: 60_000})
				t.Errorf("%s: OPEN\n%s%s", what, r.Text(), passtest.Print(m))
			}
		}
	}
}

func TestX(t *testing.T) {
	var c, f tally
	n := passtest.Programs(100)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 21))
		src := randsync.Program(r, randsync.Any(r))
		m := passtest.Parse(t, src)
		ok, err := trial.Right(r, m)
		if err != nil {
			t.Fatalf("%d %v\n%s", seed, err, passtest.Print(m))
		}
		if !ok {
			c.lost++
			continue
		}
		c.compare(t, fmt.Sprint("seed ", seed), m)
		for _, x := range trial.Faults(r, m, 2) {
			f.compare(t, fmt.Sprint("seed ", seed, " ", x.Kind), x.Module)
		}
	}
	t.Logf("%+v\n%+v", c, f)
}

func TestK(t *testing.T) {
	var c, f tally
	n := passtest.Programs(100)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 22))
		src := randsync.Kernel(r)
		m := passtest.Parse(t, src)
		f.compare(t, fmt.Sprint("wild ", seed), m.Clone(nil))
		ok, err := trial.Right(r, m)
		if err != nil {
			t.Fatalf("%d %v\n%s", seed, err, passtest.Print(m))
		}
		if !ok {
			c.lost++
			continue
		}
		c.compare(t, fmt.Sprint("seed ", seed), m)
		for _, x := range trial.Faults(r, m, 4) {
			f.compare(t, fmt.Sprint("seed ", seed, " ", x.Kind), x.Module)
		}
	}
	t.Logf("%+v\n%+v", c, f)
}

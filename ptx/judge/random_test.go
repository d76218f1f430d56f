package judge_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
)

// randomPlan is the launch of a random kernel's text.
func randomPlan(t *testing.T, k *randptx.Kernel, text string) *judge.Plan {
	t.Helper()
	plan, err := k.Plan(diag.NewFile("random.ptx", []byte(text)))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return plan
}

// judged judges a text on the launch of a random kernel.
func judged(t *testing.T, k *randptx.Kernel, text string) *judge.Report {
	t.Helper()
	report, err := judge.Check(context.Background(), randomPlan(t, k, text))
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// mayBeAnother are faults that may leave a program without a race, which computes something else: a consumer
// whose phases start again with each tile can read a slot's old value, where the producer of the new one
// waits for that very consumer.
var mayBeAnother = map[string]bool{"a phase that starts again with each tile": true}

// isAnother reports whether a kernel computes the same in the order of its text, with copies early and late,
// and in 20 random orders: no schedule that was tried can tell that it is wrong.
func isAnother(t *testing.T, k *randptx.Kernel, text string) bool {
	t.Helper()
	want := results(t, k, text, machine.Late, 0)
	if !bytes.Equal(want, results(t, k, text, machine.Early, 0)) {
		return false
	}
	for seed := range uint64(20) {
		if !bytes.Equal(want, results(t, k, text, machine.Random, seed)) {
			return false
		}
	}
	return true
}

// results is what a kernel leaves in all of its buffers, where those that it reads have numbers.
func results(t *testing.T, k *randptx.Kernel, text string, mode machine.Mode, seed uint64) []byte {
	t.Helper()
	plan := randomPlan(t, k, text)
	config := plan.Config
	config.Mode, config.Seed = mode, seed
	if _, err := machine.Launch(t.Context(), plan.Kernel, config); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var all []byte
	for _, arg := range config.Args {
		all = append(all, arg.Buffer.Data...)
	}
	return all
}

// warns reports whether a report has a warning.
func warns(r *judge.Report) bool {
	return slices.ContainsFunc(r.Findings, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Warning
	})
}

// costly are the families whose kernels take so many times as long as others.
var costly = map[string]int{"tiles": 3}

// tryRandom judges random kernels of a family, and all of their faults.
func tryRandom(t *testing.T, family string, n int) {
	t.Helper()
	seed := uint64(1)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
	}
	wrong := 0
	for i := range n {
		k := randptx.New(rand.New(rand.NewPCG(seed, uint64(i))), family)
		where := fmt.Sprintf("kernel %d of seed %d: %s", i, seed, k.Shape)
		if r := judged(t, k, k.Text); !r.OK() || warns(r) {
			t.Fatalf("%s: %v\n%s", where, r.Findings, k.Text)
		}
		for _, f := range k.Faults {
			r := judged(t, k, f.Text)
			switch {
			case r.OK() != f.Wrong && (!f.Warned || warns(r)):
				wrong += map[bool]int{true: 1}[f.Wrong]
			case f.Wrong && mayBeAnother[f.What] && isAnother(t, k, f.Text):
			default:
				t.Fatalf("%s, %s: wrong is %v, the judge says %v\n%s", where, f.What, f.Wrong, r.Findings,
					f.Text)
			}
		}
	}
	if wrong < n {
		t.Errorf("%d kernels with %d faults that show", n, wrong)
	}
}

// Random kernels are without a hazard, each of their faults that some schedule can show is found, and what no
// schedule can show is no error.
func TestPropertyRandomKernels(t *testing.T) {
	families := append(randptx.Families(), randptx.Apart()...)
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			n := (passtest.Programs(300) + len(families) - 1) / len(families)
			tryRandom(t, family, (n+max(costly[family], 1)-1)/max(costly[family], 1))
		})
	}
}

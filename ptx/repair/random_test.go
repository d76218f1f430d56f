package repair_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/ptx/repair"
)

// randomResult is what a random kernel leaves in its buffer of results.
func randomResult(t *testing.T, k *randptx.Kernel, text string, mode machine.Mode) []byte {
	t.Helper()
	p, err := k.Plan(diag.NewFile("k.ptx", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	config := p.Config
	config.Mode, config.Seed = mode, 3
	if _, err := machine.Launch(t.Context(), p.Kernel, config); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, param := range p.Kernel.Params {
		if param.Name == "out" {
			return config.Args[i].Buffer.Data
		}
	}
	t.Fatal("no buffer for results")
	return nil
}

// A random kernel with a fault that some schedule can show is right again after a repair, if there is one,
// and computes what it did without the fault.
func TestFaultsOfRandomKernelsAreRepaired(t *testing.T) {
	seed := uint64(5)
	if os.Getenv("INFLIGHT_RANDOM") != "" {
		seed = rand.Uint64()
	}
	r := rand.New(rand.NewPCG(seed, 0))
	n, wrong, right := passtest.Programs(20), 0, 0
	left := map[string]int{}
	for i := range n {
		families := randptx.Families()
		k := randptx.New(rand.New(rand.NewPCG(seed, uint64(i))), families[r.IntN(len(families))])
		faults := slices.DeleteFunc(slices.Clone(k.Faults), func(f randptx.Fault) bool { return !f.Wrong })
		if len(faults) == 0 {
			continue
		}
		f := faults[r.IntN(len(faults))]
		fixed, err := repair.Text(t.Context(), diag.NewFile("k.ptx", []byte(f.Text)),
			func(ctx context.Context, file *diag.File) ([]*judge.Report, error) {
				p, err := k.Plan(file)
				if err != nil {
					return nil, err
				}
				report, err := judge.Check(ctx, p)
				return []*judge.Report{report}, err
			})
		if err != nil {
			t.Fatal(err)
		}
		if string(fixed.Source) == f.Text {
			left[f.What]++
			wrong++
			continue
		}
		right++
		where := fmt.Sprintf("kernel %d of seed %d: %s, %s, by %v", i, seed, k.Shape, f.What, fixed.Changes)
		if !fixed.Reports[0].OK() {
			t.Fatalf("%s: %v", where, fixed.Reports[0].Findings)
		}
		for _, mode := range []machine.Mode{machine.Late, machine.Early, machine.Random} {
			if !bytes.Equal(randomResult(t, k, k.Text, mode),
				randomResult(t, k, string(fixed.Source), mode)) {
				t.Fatalf("%s: the results differ\n%s\nrepaired\n%s", where, k.Text, fixed.Source)
			}
		}
	}
	for _, what := range slices.Sorted(maps.Keys(left)) {
		t.Logf("not repaired %d times: %s", left[what], what)
	}
	t.Logf("seed %d: %d repaired, %d not", seed, right, wrong)
	if right < wrong {
		t.Errorf("of %d faults %d are repaired", right+wrong, right)
	}
}

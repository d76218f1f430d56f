package check_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randsync"
	"github.com/inflight-compiler/inflight/internal/trial"
	"github.com/inflight-compiler/inflight/ir"
)

// waitsOf returns the waits of a program that give nothing out, in program order.
func waitsOf(m *ir.Op) []*ir.Op {
	list := numbered(m, async.Await, async.AwaitAll, nvgpu.DeviceAsyncWait, nvvm.CpAsyncWaitGroup, pipeline.AsyncWaitStage)
	return slices.DeleteFunc(list, func(op *ir.Op) bool { return op.NumResults() > 0 })
}

// A wait in a right program is redundant for the judge exactly if the program is right without it.
func TestVerdictsOfWaits(t *testing.T) {
	redundant, needed, n := 0, 0, share(400, 25)
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 13))
		m := passtest.Parse(t, randsync.Program(r, randsync.Any(r)))
		if ok, err := trial.Right(r, m); !ok || err != nil {
			continue
		}
		report, err := check.Module(m, check.Options{MaxSteps: 200_000})
		if err != nil {
			t.Fatal(err)
		}
		if hazards(report) > 0 || !report.Complete {
			continue
		}
		for _, w := range report.Functions[0].Waits {
			at := slices.Index(waitsOf(m), w.Op)
			if at < 0 || w.Verdict == check.Unjudged {
				continue
			}
			without := m.Clone(nil)
			waitsOf(without)[at].Erase()
			after, err := judged(without)
			if err != nil || !after.Complete {
				continue
			}
			if (hazards(after) == 0) != (w.Verdict == check.Redundant) {
				t.Fatalf("seed %d: the wait at %s is %v, without it\n%s%s", seed, w.Place, w.Verdict, after.Text(), passtest.Print(m))
			}
			if w.Verdict == check.Redundant {
				redundant++
			} else {
				needed++
			}
		}
	}
	if t.Logf("%d redundant and %d needed waits", redundant, needed); redundant < n/4 || needed < n/4 {
		t.Errorf("%d redundant and %d needed waits: the test says little", redundant, needed)
	}
}

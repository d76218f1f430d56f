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

// waitsOf returns the waits of a program that have no results, in program order.
func waitsOf(m *ir.Op) []*ir.Op {
	list := numbered(m, async.Await, async.AwaitAll, nvgpu.DeviceAsyncWait, nvvm.CpAsyncWaitGroup,
		pipeline.AsyncWaitStage)
	return slices.DeleteFunc(list, func(op *ir.Op) bool { return op.NumResults() > 0 })
}

// A wait in a right program is redundant for the judge if and only if the program is right without it.
func TestVerdictsOfWaits(t *testing.T) {
	verdicts(t, share(400, 25), 0, func(r *rand.Rand) string { return randsync.Program(r, randsync.Any(r)) })
}

// In a kernel a wait may be needed for accesses of other threads behind a barrier. A few waits count as
// needed that are not: they order accesses that conflict only for an index that no thread has.
func TestVerdictsInKernels(t *testing.T) { verdicts(t, share(400, 10), 20, randsync.Kernel) }

func verdicts(t *testing.T, n, inexact int, program func(*rand.Rand) string) {
	redundant, needed, cautious := 0, 0, 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 13))
		m := passtest.Parse(t, program(r))
		if ok, err := trial.Right(r, m); !ok || err != nil {
			continue
		}
		report, err := check.Module(t.Context(), m, check.Options{MaxSteps: 200_000})
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
			switch right := hazards(after) == 0; {
			case right && w.Verdict != check.Redundant && inexact > 0:
				cautious++
			case right != (w.Verdict == check.Redundant):
				t.Fatalf("seed %d: the wait at %s is %v, without it\n%s%s", seed, w.Place, w.Verdict,
					after.Text(), passtest.Print(m))
			}
			if w.Verdict == check.Redundant {
				redundant++
			} else {
				needed++
			}
		}
	}
	t.Logf("%d redundant and %d needed waits, of which %d are not", redundant, needed, cautious)
	if redundant < n/4 || needed < n/4 || inexact > 0 && cautious > needed/inexact+1 {
		t.Errorf("%d redundant and %d needed waits: the test says little", redundant, needed)
	}
}

package injectsoftwarepipeline_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randarith"
)

// TestPropertyArithmetic pipelines loops whose subscripts are computed with all integer operations at all
// widths. An accepted program computes the results of the sequential program under every schedule, without a
// hazard for the checker. A refused one has an error with a place in the text. The checker follows loops of
// constant extents to their end.
func TestPropertyArithmetic(t *testing.T) {
	accepted := 0
	n := uint64(passtest.Programs(150))
	for seed := range n {
		constant := seed%4 != 0
		src := randarith.Loop(rand.New(rand.NewPCG(seed, 7)), constant)
		if judgeArithmetic(t, seed, src, constant) {
			accepted++
		}
	}
	t.Logf("%d of %d annotations accepted", accepted, n)
	if accepted < int(n)/4 || accepted > int(n)*9/10 {
		t.Errorf("%d of %d annotations accepted: the generator shows little", accepted, n)
	}
}

// judgeArithmetic pipelines one program and judges the result. It reports whether the annotation was
// accepted.
func judgeArithmetic(t *testing.T, seed uint64, src string, constant bool) bool {
	t.Helper()
	if _, err := parseText(src); err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, src)
	}
	piped, err := transform(src)
	if err != nil {
		var d diag.List
		if !errors.As(err, &d) || d[0].Span.File == nil ||
			d[0].Code != "pipeline-dependence" && d[0].Code != "pipeline-statement" {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		return false
	}
	j := &judge{src: src, piped: piped, seed: seed, whole: constant, random: 8}
	if err := j.run([]int64{0, 1, 2, 3, 5, 8, 13}); err != nil {
		t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, src, printed(piped))
	}
	return true
}

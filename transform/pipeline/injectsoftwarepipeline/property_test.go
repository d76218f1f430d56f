package injectsoftwarepipeline_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// TestPropertyLegal pipelines random loops with random annotations. An accepted program must compute the
// results of the sequential program under every schedule, pass the checker, and have no wait that could be
// weaker.
func TestPropertyLegal(t *testing.T) {
	accepted := 0
	n := uint64(passtest.Programs(200))
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 1))
		if judgeProgram(t, seed, randloop.New(r)) {
			accepted++
		}
	}
	t.Logf("%d of %d annotations accepted", accepted, n)
	if accepted < int(n)/2 {
		t.Errorf("only %d of %d annotations were legal: the generator is too wild to show anything", accepted,
			n)
	}
}

// TestPropertyIllegal does the same with annotations that ignore dependences. Each program is rejected with a
// diagnostic, or its result is right.
func TestPropertyIllegal(t *testing.T) {
	rejected := 0
	n := uint64(passtest.Programs(200))
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 2))
		p := randloop.New(r)
		p.Annotation = p.AnyAnnotation(r)
		if !judgeProgram(t, seed, p) {
			rejected++
		}
	}
	t.Logf("%d of %d annotations rejected", rejected, n)
	if rejected < int(n)/4 {
		t.Errorf("only %d of %d annotations were illegal: the generator is too tame to show anything",
			rejected, n)
	}
}

// judgeProgram pipelines one program and judges the result. It reports whether the annotation was accepted.
func judgeProgram(t *testing.T, seed uint64, p *randloop.Program) bool {
	t.Helper()
	src := p.Text()
	piped, err := transform(src)
	if err != nil {
		var d diag.List
		if !errors.As(err, &d) || d[0].Code != "pipeline-dependence" && d[0].Code != "pipeline-statement" {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		return false
	}
	j := &judge{src: src, piped: piped, seed: seed, exact: true, whole: true, random: 20}
	if err := j.run(p.Extents()); err != nil {
		t.Fatalf("seed %d: %v\n%s\nbecame\n%s", seed, err, src, printed(piped))
	}
	return true
}

func parseText(src string) (*ir.Op, error) {
	m, diags := text.Parse(all.NewContext(), diag.NewFile("random.mlir", []byte(src)), text.Options{})
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		return nil, errs.Err()
	}
	return m, nil
}

func printed(m *ir.Op) string { return string(text.Append(nil, m, text.PrintOptions{})) }

func transform(src string) (*ir.Op, error) {
	m, err := parseText(src)
	if err != nil {
		return nil, err
	}
	if err := injectsoftwarepipeline.Apply(m); err != nil {
		return nil, err
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		return nil, fmt.Errorf("the result does not verify: %w\n%s", errs.Err(), printed(m))
	}
	return m, nil
}

// TestPropertyLegality compares acceptance with an enumeration of all pairs of accesses: a rejected
// annotation breaks a dependence, and an accepted one breaks none.
func TestPropertyLegality(t *testing.T) {
	for seed := range uint64(passtest.Programs(200)) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := randloop.New(r)
		if r.IntN(2) == 0 {
			p.Annotation = p.AnyAnnotation(r)
		}
		src := p.Text()
		_, err := transform(src)
		broken := p.Broken()
		if (err != nil) != (broken != "") {
			t.Fatalf("seed %d: by enumeration: %q; the pass: %v\n%s", seed, broken, err, src)
		}
		if err != nil && !strings.Contains(err.Error(), "pipeline-dependence") {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
	}
}

package softpipe_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/softpipe"
)

// programs returns how many random programs to try: INFLIGHT_PROPERTY, or n.
func programs(t *testing.T, n uint64) uint64 {
	if s := os.Getenv("INFLIGHT_PROPERTY"); s != "" {
		var err error
		if n, err = strconv.ParseUint(s, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return n
}

// TestPropertyLegal pipelines random loops with random annotations. What is
// accepted must compute what the sequential program does under every schedule,
// pass the checker, and have no wait that could be weaker.
func TestPropertyLegal(t *testing.T) {
	accepted := 0
	n := programs(t, 500)
	for seed := range n {
		r := rand.New(rand.NewPCG(seed, 1))
		if judgeProgram(t, seed, randloop.New(r)) {
			accepted++
		}
	}
	t.Logf("%d of %d annotations accepted", accepted, n)
	if accepted < int(n)/2 {
		t.Errorf("only %d of %d annotations were legal: the generator is too wild to show anything", accepted, n)
	}
}

// TestPropertyIllegal does the same with annotations that ignore dependences:
// they are rejected with a diagnostic, or right.
func TestPropertyIllegal(t *testing.T) {
	rejected := 0
	n := programs(t, 500)
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
		t.Errorf("only %d of %d annotations were illegal: the generator is too tame to show anything", rejected, n)
	}
}

// judgeProgram pipelines one program and judges the result. It reports whether
// the annotation was accepted.
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
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("seed %d: %s\n%s\nbecame\n%s", seed, fmt.Sprintf(format, args...), src, printed(piped))
	}
	written := parse(t, src)
	for _, trips := range p.Extents() {
		compareRuns(p, trips, seed, written, piped, fail)
	}
	checkVerdicts(piped, fail)
	return true
}

func parse(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, err := parseText(src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return m
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
	if err := softpipe.Apply(m); err != nil {
		return nil, err
	}
	if errs := ir.Verify(m); errs.HasErrors() {
		return nil, fmt.Errorf("the result does not verify: %w\n%s", errs.Err(), printed(m))
	}
	return m, nil
}

// compareRuns runs the pipelined program in late and early mode and in 20
// random schedules, and compares with the sequential program.
func compareRuns(p *randloop.Program, trips int64, seed uint64, written, piped *ir.Op, fail func(string, ...any)) {
	want := simulate(p, trips, seed, written, sim.Config{Mode: sim.Sequential, Hazards: true}, fail)
	configs := []sim.Config{{Mode: sim.Late, Hazards: true}, {Mode: sim.Early, Hazards: true}}
	for i := range uint64(20) {
		configs = append(configs, sim.Config{Mode: sim.Random, Seed: i, Hazards: i == 0})
	}
	for _, c := range configs {
		got := simulate(p, trips, seed, piped, c, fail)
		for i := range want {
			if !want[i].Equal(got[i]) {
				fail("%d iterations, %v mode: argument %d differs", trips, c.Mode, i)
			}
		}
	}
}

// simulate runs a program on data that depends on the seed alone and returns
// its arguments after the run.
func simulate(p *randloop.Program, trips int64, seed uint64, m *ir.Op, c sim.Config, fail func(string, ...any)) []sim.Value {
	program, err := sim.Compile(m, "f")
	if err != nil {
		fail("%v", err)
	}
	args := arguments(p, trips, seed, program)
	result, err := program.Run(context.Background(), c, args)
	if err != nil {
		fail("%d iterations, %v mode: %v", trips, c.Mode, err)
	}
	for _, h := range result.Hazards {
		fail("%d iterations, %v mode: %v", trips, c.Mode, h.Diagnostic())
	}
	return args
}

func arguments(p *randloop.Program, trips int64, seed uint64, program *sim.Program) []sim.Value {
	r := rand.New(rand.NewPCG(seed, 3))
	var args []sim.Value
	for _, t := range program.Inputs() {
		mt, ok := t.(*ir.MemRefType)
		if !ok {
			args = append(args, sim.Int(t, trips))
			continue
		}
		b, err := sim.NewBuffer(mt, mt.Shape)
		if err != nil {
			panic(err)
		}
		size := int(sim.ElementSize(mt.Elem))
		for i := range b.Data {
			if i%size == 0 {
				b.Data[i] = byte(r.IntN(2 + 98*(size-1)))
			}
		}
		args = append(args, sim.Memory(b))
	}
	return args
}

// checkVerdicts wants no hazard, and every wait needed with its exact count.
func checkVerdicts(piped *ir.Op, fail func(string, ...any)) {
	report, err := check.Module(piped, check.Options{})
	if err != nil {
		fail("%v", err)
	}
	if !report.Complete {
		fail("the check is not complete\n%s", report.Text())
	}
	for _, f := range report.Functions {
		for _, h := range f.Hazards {
			fail("%v", h.Diagnostic())
		}
		for _, w := range f.Waits {
			if w.Verdict != check.Needed {
				fail("wait %s on queue %d is %v (%d)\n%s", w.N, w.Queue, w.Verdict, w.Exact, report.Text())
			}
		}
		for _, b := range f.Buffers {
			if b.VersionsNeeded > b.Versions {
				fail("buffer %s has %d versions and needs %d", b.Name, b.Versions, b.VersionsNeeded)
			}
		}
	}
}

// TestPropertyLegality compares acceptance with the enumeration of all pairs of
// accesses: what is rejected breaks a dependence, what is accepted breaks none.
func TestPropertyLegality(t *testing.T) {
	for seed := range programs(t, 500) {
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

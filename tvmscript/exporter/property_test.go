package exporter_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/internal/randloop"
	"github.com/inflight-compiler/inflight/internal/sameprogram"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
	"github.com/inflight-compiler/inflight/value"
)

// TestRandomLoops prints random annotated loops and reads them again: they are the same programs, and compute
// the same. So are what the pipeline pass makes of them.
func TestRandomLoops(t *testing.T) {
	pipelined, tried := 0, uint64(passtest.Programs(60))
	for seed := range tried {
		p := randloop.New(rand.New(rand.NewPCG(seed, 31)))
		if judge(t, p.Text(), p.Extents()) {
			pipelined++
		}
	}
	if pipelined < int(tried/3) {
		t.Errorf("only %d of %d programs were pipelined", pipelined, tried)
	}
}

// TestWildLoops does the same with loops of more kinds: affine ones, strides, views, copies, loops in loops.
func TestWildLoops(t *testing.T) {
	pipelined, tried := 0, uint64(passtest.Programs(60))
	for seed := range tried {
		w := randloop.NewWild(rand.New(rand.NewPCG(seed, 32)))
		if judge(t, w.Text, []int64{0, 1, 5}) {
			pipelined++
		}
	}
	if pipelined < int(tried/4) {
		t.Errorf("only %d of %d programs were pipelined", pipelined, tried)
	}
}

// judge compares a program with itself printed and read, as it is and pipelined. It reports whether it could
// be pipelined.
func judge(t *testing.T, src string, extents []int64) bool {
	t.Helper()
	m := parse(t, "f.mlir", []byte(src))
	compare(t, m, extents)
	piped := parse(t, "f.mlir", []byte(src))
	if injectsoftwarepipeline.Apply(piped) != nil {
		return false
	}
	compare(t, piped, extents)
	return true
}

func compare(t *testing.T, m *ir.Op, extents []int64) {
	t.Helper()
	py := export(t, m)
	back := importText(t, py)
	if d := sameprogram.Diff(m, back); d != "" {
		t.Fatalf("%s\n%s\n%s\n%s", d, py, mlir(m), mlir(back))
	}
	if again := importText(t, export(t, back)); mlir(again) != mlir(back) {
		t.Fatalf("the second time it is different: %s\n%s\n%s", differing(mlir(again), mlir(back)), py,
			export(t, back))
	}
	extents = slices.Clone(extents)
	for _, n := range extents[:min(3, len(extents))] {
		for _, mode := range []sim.Mode{sim.Sequential, sim.Late} {
			if !slices.EqualFunc(run(t, m, n, mode), run(t, back, n, mode), value.Value.Equal) {
				t.Fatalf("for %d, %v, the results differ\n%s\n%s\n%s", n, mode, py, mlir(m), mlir(back))
			}
		}
	}
}

// differing returns the first lines in which two texts differ.
func differing(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return x[i] + "\n" + y[i]
		}
	}
	return "one is longer"
}

// run executes the function @f and returns its arguments afterwards.
func run(t *testing.T, m *ir.Op, n int64, mode sim.Mode) []value.Value {
	t.Helper()
	program, err := sim.Compile(m, "f")
	if err != nil {
		t.Fatalf("%v\n%s", err, mlir(m))
	}
	var args []value.Value
	for i, typ := range program.Inputs() {
		mt, ok := typ.(*ir.MemRefType)
		if !ok {
			args = append(args, value.Int(typ, n))
			continue
		}
		b, err := value.NewBuffer(mt, mt.Shape)
		if err != nil {
			t.Fatal(err)
		}
		for j := range b.Data {
			b.Data[j] = byte(j*7 + i)
		}
		args = append(args, value.Memory(b))
	}
	if _, err := program.Run(context.Background(), sim.Config{Mode: mode}, args); err != nil {
		t.Fatalf("%v\n%s", err, mlir(m))
	}
	return args
}

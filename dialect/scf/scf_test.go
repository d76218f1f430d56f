package scf_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// A loop with constant bounds runs as often as counting says.
func TestTripCount(t *testing.T) {
	c := all.NewContext()
	b := ir.NewBuilder(c)
	for _, e := range []struct {
		typ                 ir.Type
		lower, upper, step  int64
		isUnsigned, unknown bool
		want                int64
	}{
		{typ: c.Index, lower: 0, upper: 16, step: 1, want: 16},
		{typ: c.Index, lower: 3, upper: 16, step: 5, want: 3},
		{typ: c.Index, lower: 3, upper: 18, step: 5, want: 3},
		{typ: c.Index, lower: 16, upper: 0, step: 1, want: 0},
		{typ: c.Index, lower: 0, upper: 16, step: 0, unknown: true},
		{typ: c.Index, lower: 0, upper: 16, step: -1, unknown: true},
		{typ: c.I8, lower: 127, upper: -128, step: 1, want: 0},
		{typ: c.I8, lower: 127, upper: -128, step: 1, isUnsigned: true, want: 1},
		{typ: c.I8, lower: 0, upper: -1, step: 100, isUnsigned: true, want: 3},
		{typ: c.Index, lower: math.MinInt64, upper: math.MaxInt64, step: 1, unknown: true},
		{typ: c.Index, lower: math.MinInt64, upper: math.MaxInt64, step: math.MaxInt64, want: 3},
	} {
		lo, hi, st := arith.ConstInt(b, e.typ, e.lower), arith.ConstInt(b, e.typ, e.upper),
			arith.ConstInt(b, e.typ, e.step)
		got, ok := scf.TripCount(lo, hi, st, e.isUnsigned)
		if ok == e.unknown || ok && got != e.want {
			t.Errorf("%+v: %d, %v", e, got, ok)
		}
	}
}

// The builders make valid loops and conditions, and the interface describes them.
func TestBuild(t *testing.T) {
	c := all.NewContext()
	b := ir.NewBuilder(c)
	f := function.New(b, "f", c.Function([]ir.Type{c.I1, c.Index}, []ir.Type{c.Index}))
	b.SetEnd(f.Body())
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	cond, n := f.Body().Arg(0), f.Body().Arg(1)
	scf.NewFor(b, zero, n, one, func(b *ir.Builder, iv *ir.Value) {
		scf.NewIf(b, cond, func(b *ir.Builder) { arith.Binary(b, arith.AddI, iv, iv) }, nil)
	})
	loop := scf.NewForCarrying(b, zero, n, one, []*ir.Value{zero},
		func(b *ir.Builder, iv *ir.Value, carried []*ir.Value) []*ir.Value {
			choice := scf.NewIfYielding(b, cond, []ir.Type{c.Index},
				func(b *ir.Builder) []*ir.Value {
					return []*ir.Value{arith.Binary(b, arith.AddI, carried[0], iv)}
				},
				func(*ir.Builder) []*ir.Value { return carried })
			return choice.Results()
		})
	b.Op(function.Return, loop.Results())
	if errs := ir.Verify(f); len(errs) > 0 {
		t.Fatal(errs)
	}
	describe := loop.Def().Loop
	bounds := describe.Bounds(loop, 0)
	if describe.Dims(loop) != 1 || describe.InductionVar(loop, 0) != loop.Body().Arg(0) ||
		bounds.UpperOperands[0] != n ||
		bounds.Step != (ir.OpFoldResult{Const: 1}) {
		t.Errorf("wrong description: %+v", bounds)
	}
	inits, args := describe.Inits(loop)
	if !slices.Equal(inits, []*ir.Value{zero}) || !slices.Equal(args, loop.Body().Args()[1:]) {
		t.Error("wrong carried values")
	}
	want := `func.func @f(%arg0: i1, %arg1: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %arg2 = %c0 to %arg1 step %c1 {
    scf.if %arg0 {
      %1 = arith.addi %arg2, %arg2 : index
    }
  }
  %0 = scf.for %arg2 = %c0 to %arg1 step %c1 iter_args(%arg3 = %c0) -> (index) {
    %1 = scf.if %arg0 -> (index) {
      %2 = arith.addi %arg3, %arg2 : index
      scf.yield %2 : index
    } else {
      scf.yield %arg3 : index
    }
    scf.yield %1 : index
  }
  return %0 : index
}
`
	if got := text.String(f, text.PrintOptions{}); strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got\n%s", got)
	}
}

// The parallel loops describe their dimensions.
func TestParallelLoops(t *testing.T) {
	src := `func.func @f(%n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c0, %n) to (%n, %n) step (%c2, %n) {
    scf.reduce
  }
  scf.forall (%i, %j) = (0, %n) to (%n, 9) step (2, %n) {
  }
  return
}`
	m, errs := text.Parse(all.NewContext(), diag.NewFile("input.mlir", []byte(src)), text.Options{})
	if m == nil {
		t.Fatal(errs)
	}
	n := m.Find(function.Func)[0].Body().Arg(0)
	for _, def := range []*ir.OpDef{scf.Parallel, scf.Forall} {
		op := m.Find(def)[0]
		if got := def.Loop.Dims(op); got != 2 || !def.Loop.Parallel {
			t.Fatalf("%s has %d dimensions", def.Name, got)
		}
		first, second := def.Loop.Bounds(op, 0), def.Loop.Bounds(op, 1)
		if first.UpperOperands[0] != n || first.Step != (ir.OpFoldResult{Const: 2}) ||
			second.LowerOperands[0] != n ||
			second.Step != (ir.OpFoldResult{Value: n}) {
			t.Errorf("%s: %+v, %+v", def.Name, first, second)
		}
		if def.Loop.InductionVar(op, 1) != op.Body().Arg(1) {
			t.Errorf("%s: wrong induction variable", def.Name)
		}
	}
}

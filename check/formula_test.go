package check

import (
	"slices"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"pgregory.net/rapid"
)

// Putting numbers in a formula gives what an evaluation of the operation gives.
func TestFormulaIsEvaluation(t *testing.T) {
	made := 0
	rapid.Check(t, func(t *rapid.T) {
		_, fn, _ := specModule((&specGen{t: t}).program(false))
		p := newChecker(t.Context(), Options{}, newCalls()).build(fn, map[*ir.Value]int64{})
		m := newMachine(p)
		p.lookup = m.value
		for _, n := range p.nodes {
			if n.kind != accessNode {
				continue
			}
			f := p.formula(n)
			if f == nil {
				continue
			}
			made++
			for loop := n.around; loop != nil; loop = loop.around {
				m.bound[loop.iv] = analysis.Const(rapid.Int64Range(0, max(loop.trip.Trips-1, 0)).Draw(t, "iteration"))
			}
			k, ok := m.numbers(f)
			if !ok {
				t.Fatal("the numbers of the loops are not known")
			}
			want := slices.DeleteFunc(m.evaluate(n), func(x touch) bool { return !p.matters(n, x.of, x.Writes()) })
			if got := f.at(k[:]); !slices.EqualFunc(got, want, sameTouch) {
				t.Fatalf("%s: %+v, want %+v", n.op.Name(), got, want)
			}
		}
	})
	if made == 0 {
		t.Fatal("no operation has a formula")
	}
}

func sameTouch(a, b touch) bool {
	return a.Op == b.Op && a.Kind == b.Kind && a.Buffer == b.Buffer && a.Must == b.Must && a.form == b.form &&
		slices.EqualFunc(a.Dims, b.Dims, func(x, y analysis.Range) bool {
			return x.Base.Equal(y.Base) && x.Lo == y.Lo && x.Hi == y.Hi && x.Full == y.Full
		})
}

// Values without names are numbered in the order of the functions, however many are checked at a time.
func TestNumbersFollowTheOrder(t *testing.T) {
	var first string
	for range 20 {
		m := parseText(t, twoFunctions)
		for op := range m.Walk() {
			for _, v := range op.Results() {
				v.SetName("")
			}
		}
		r, err := Module(t.Context(), m, Options{})
		if err != nil {
			t.Fatal(err)
		}
		report := r.Text()
		if first == "" {
			first = report
		}
		if report != first || r.Functions[0].Hazards[0].Name == r.Functions[1].Hazards[0].Name {
			t.Fatalf("%s\nfirst:\n%s", report, first)
		}
	}
}

const twoFunctions = `
func.func @f() {
  %0 = memref.alloc() : memref<4xf32>
  %c = arith.constant 0 : index
  pipeline.async_scope {
    %1 = memref.load %0[%c] : memref<4xf32>
    memref.store %1, %0[%c] : memref<4xf32>
  }
  %2 = memref.load %0[%c] : memref<4xf32>
  return
}
func.func @g() {
  %0 = memref.alloc() : memref<4xf32>
  %c = arith.constant 0 : index
  pipeline.async_scope {
    %1 = memref.load %0[%c] : memref<4xf32>
    memref.store %1, %0[%c] : memref<4xf32>
  }
  %2 = memref.load %0[%c] : memref<4xf32>
  return
}
`

func parseText(t *testing.T, src string) *ir.Op {
	t.Helper()
	m, errs := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(src)), text.Options{})
	if err := errs.Err(); err != nil {
		t.Fatal(err)
	}
	return m
}

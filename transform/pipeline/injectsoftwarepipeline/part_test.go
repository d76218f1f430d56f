package injectsoftwarepipeline_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/transform/pipeline/injectsoftwarepipeline"
)

// Each wait says in which part of its loop it stands: before the loop that is left, in it, or behind it. A
// wait that the program has itself says so in each of its copies.
func TestPartsOfWaits(t *testing.T) {
	for name, src := range map[string]string{
		"made": (&loopOf{statements: []string{"B=X", "C=B", "Y=C"}, stage: []int{0, 1, 2},
			order: []int{0, 1, 2},
			async: []int{0, 1}}).text(),
		"written": writtenWait,
	} {
		for _, mode := range []injectsoftwarepipeline.Mode{injectsoftwarepipeline.Exact,
			injectsoftwarepipeline.TVM} {
			m, diags := text.Parse(all.NewContext(), diag.NewFile("loop.mlir", []byte(src)), text.Options{})
			if diags.HasErrors() {
				t.Fatal(diags)
			}
			o := injectsoftwarepipeline.Options{Mode: mode}
			if err := o.Apply(m); err != nil {
				t.Fatal(err)
			}
			checkParts(t, name, m)
		}
	}
}

func checkParts(t *testing.T, name string, m *ir.Op) {
	seen := map[string]int{}
	for op := range m.Walk() {
		if !op.Blocks() {
			continue
		}
		top := op
		for top.Parent().Body() != nil && top.Parent().Def().Callee == nil && !top.Parent().Has(ir.IsSymbol) {
			top = top.Parent()
		}
		part := pipeline.PartOf(op)
		seen[part]++
		if want := partAround(top); part != want {
			t.Errorf("%s: a wait at %v is in part %q, want %q", name, op.Span(), part, want)
		}
	}
	if len(seen) < 2 {
		t.Errorf("%s: the waits are in %v", name, seen)
	}
}

// partAround returns the part that an operation of a function's body belongs to, by where the only loop is.
func partAround(top *ir.Op) string {
	if top.Def().Loop != nil {
		return pipeline.Body
	}
	for op := top.Next(); op != nil; op = op.Next() {
		if op.Def().Loop != nil {
			return pipeline.Prologue
		}
	}
	return pipeline.Epilogue
}

const writtenWait = `
func.func @f(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %B = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    pipeline.block {
      %a = memref.load %A[%i] : memref<16xf32>
      memref.store %a, %B[%c0] : memref<1xf32>
    }
    pipeline.block {
      pipeline.wait_queue 7, 0 {
      }
      %b = memref.load %B[%c0] : memref<1xf32>
      memref.store %b, %C[%i] : memref<16xf32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [1, 0]}
  return
}
`

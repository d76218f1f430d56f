package check_test

import (
	"fmt"
	"testing"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/internal/passtest"
)

// noBarriers is a kernel whose threads exchange tiles without barriers. Its loop is pipelined.
const noBarriers = `
gpu.module @m {
  gpu.func @k(%A: memref<128xf32>, %B: memref<128xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %back = arith.subi %c31, %t : index
    scf.for %i = %c0 to %c4 step %c1 {
      %S = memref.alloc() : memref<32xf32, #gpu.address_space<workgroup>>
      %tile = arith.muli %i, %c32 : index
      %at = arith.addi %tile, %t : index
      pipeline.block {
        %x = memref.load %A[%at] : memref<128xf32>
        memref.store %x, %S[%t] : memref<32xf32, #gpu.address_space<workgroup>>
      }
      pipeline.block {
        %x = memref.load %S[%back] : memref<32xf32, #gpu.address_space<workgroup>>
        memref.store %x, %B[%at] : memref<128xf32>
      }
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
    gpu.return
  }
}
`

// Hazards between threads in the copies of a statement are reported once, with the passes that place
// barriers. With these passes the program has no hazard.
func TestMissingBarriers(t *testing.T) {
	for _, c := range []struct {
		pipeline        string
		errors, remarks int
	}{
		{"builtin.module(inject-software-pipeline)", 2, 1},
		{"builtin.module(inject-software-pipeline,inject-ptx-async-copy,place-gpu-barriers)", 0, 0},
	} {
		m := passtest.Transform(t, passtest.Parse(t, noBarriers), c.pipeline)
		r, err := check.Module(t.Context(), m, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		found := map[diag.Severity]int{}
		places := map[string]bool{}
		for _, d := range r.Diagnostics() {
			found[d.Severity]++
			if d.Severity != diag.Error {
				continue
			}
			key := fmt.Sprint(d.Span, d.Notes[0].Span, d.Code)
			if places[key] {
				t.Errorf("twice: %v", d)
			}
			places[key] = true
		}
		if found[diag.Error] != c.errors || found[diag.Remark] != c.remarks {
			t.Errorf("after %s: %v", c.pipeline, r.Diagnostics())
		}
	}
}

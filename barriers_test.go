package inflight_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
)

// reversal is a kernel that reverses tiles in memory of the block, without the barriers that this needs.
const reversal = `module attributes {gpu.container_module} {
  func.func @main(%A: memref<128xf32>, %B: memref<128xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%A : memref<128xf32>, %B : memref<128xf32>)
    return
  }
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
      }ANNOTATIONS
      gpu.return
    }
  }
}
`

const stages = ` {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}`

// A kernel that leaves its barriers to the compiler runs with them, as written and pipelined, and one remark
// says so. A kernel that has its barriers runs as it is.
func TestRunPlacesBarriers(t *testing.T) {
	for name, annotations := range map[string]string{"as written": "", "pipelined": stages} {
		t.Run(name, func(t *testing.T) {
			r, err := parse(t, strings.Replace(reversal, "ANNOTATIONS", annotations, 1)).
				Run(context.Background(), inflight.RunConfig{Engine: "sim"})
			if err != nil {
				t.Fatal(err)
			}
			wantReversed(t, r)
			if r.Equality != inflight.EqualBits || placements(r.Warnings) != 1 {
				t.Errorf("equality %v, remarks %v", r.Equality, r.Warnings)
			}
		})
	}
	t.Run("barriers of its own", func(t *testing.T) {
		source := strings.ReplaceAll(strings.Replace(reversal, "ANNOTATIONS", "", 1),
			"        pipeline.block {", "        gpu.barrier\n        pipeline.block {")
		r, err := parse(t, source).Run(context.Background(), inflight.RunConfig{Engine: "sim"})
		if err != nil {
			t.Fatal(err)
		}
		wantReversed(t, r)
		if placements(r.Warnings) != 0 {
			t.Errorf("remarks %v", r.Warnings)
		}
	})
}

// launched is a kernel that stands inside the function that launches it. It lacks a barrier.
const launched = `func.func @main(%A: memref<32xf32>, %B: memref<32xf32>) {
  %c1 = arith.constant 1 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%t, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1)
      workgroup(%S: memref<32xf32, #gpu.address_space<workgroup>>) {
    %back = arith.subi %c31, %t : index
    %x = memref.load %A[%t] : memref<32xf32>
    memref.store %x, %S[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    %y = memref.load %S[%back] : memref<32xf32, #gpu.address_space<workgroup>>
    memref.store %y, %B[%t] : memref<32xf32>
    gpu.terminator
  }
  return
}
`

// A kernel that is still a region of its launch gets its barriers as well.
func TestRunPlacesBarriersInLaunch(t *testing.T) {
	r, err := parse(t, launched).Run(context.Background(), inflight.RunConfig{Engine: "sim"})
	if err != nil {
		t.Fatal(err)
	}
	wantReversed(t, r)
	if placements(r.Warnings) != 1 {
		t.Errorf("remarks %v", r.Warnings)
	}
}

// A kernel in which not all threads reach the place of a needed barrier is refused, with that place.
func TestRunWithoutPlaceForBarriers(t *testing.T) {
	source := strings.Replace(reversal, "ANNOTATIONS", "", 1)
	source = strings.Replace(source, "      scf.for ",
		"      %few = arith.cmpi ult, %t, %c31 : index\n      scf.if %few { scf.for ", 1)
	source = strings.Replace(source, "      gpu.return", "      }\n      gpu.return", 1)
	_, err := parse(t, source).Run(context.Background(), inflight.RunConfig{Engine: "sim"})
	wantCode(t, err, "barrier-condition")
}

func placements(l diag.List) int {
	return len(slices.DeleteFunc(slices.Clone(l), func(d *diag.Diagnostic) bool {
		return d.Code != "run-barriers-placed"
	}))
}

func wantReversed(t *testing.T, r *inflight.RunReport) {
	t.Helper()
	a, b := r.Arguments[0].Value.Buffer.Data, r.Arguments[1].Value.Buffer.Data
	for tile := 0; tile < len(a); tile += 4 * 32 {
		for i := range 32 {
			if x, y := a[tile+4*i:][:4], b[tile+4*(31-i):][:4]; !slices.Equal(x, y) {
				t.Fatalf("tile at byte %d, element %d: %v became %v", tile, i, x, y)
			}
		}
	}
}

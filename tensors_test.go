package inflight_test

import (
	"context"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/exec"
)

// parallelTensors has scf.forall with results: in generic form, with several outputs, nested, and with
// iterations that read elements which other iterations change.
const parallelTensors = `
func.func @main(%a: tensor<4x4xi32>, %n: index) -> (tensor<4x4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %transposed = scf.forall (%i) in (4) shared_outs(%o = %a) -> (tensor<4x4xi32>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<4x4xi32> to tensor<4xi32>
    %made = scf.forall (%j) in (4) shared_outs(%p = %row) -> (tensor<4xi32>) {
      %e = tensor.extract_slice %o[%j, %i] [1, 1] [1, 1] : tensor<4x4xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %e into %p[%j] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %made into %o[%i, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<4x4xi32>
    }
  }
  %c3 = arith.constant 3 : index
  %first = tensor.extract_slice %a[0, 0] [1, 4] [1, 1] : tensor<4x4xi32> to tensor<4xi32>
  %second = tensor.extract_slice %a[1, 0] [1, 4] [1, 1] : tensor<4x4xi32> to tensor<4xi32>
  %r:2 = "scf.forall"(%n, %first, %second) <{operandSegmentSizes = array<i32: 0, 1, 0, 2>, staticLowerBound = array<i64: 0>,
      staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({
  ^bb0(%i: index, %x: tensor<4xi32>, %y: tensor<4xi32>):
    %k = arith.subi %c3, %i : index
    %v = tensor.extract_slice %x[%k] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %w = tensor.extract_slice %y[%k] [1] [1] : tensor<4xi32> to tensor<1xi32>
    "scf.forall.in_parallel"() ({
      "tensor.parallel_insert_slice"(%v, %x, %i) <{operandSegmentSizes = array<i32: 1, 1, 1, 0, 0>,
          static_offsets = array<i64: -9223372036854775808>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>}>
          : (tensor<1xi32>, tensor<4xi32>, index) -> ()
      tensor.parallel_insert_slice %w into %y[%i] [1] [1] : tensor<1xi32> into tensor<4xi32>
    }) : () -> ()
  }) : (index, tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %transposed, %r#0, %r#1 : tensor<4x4xi32>, tensor<4xi32>, tensor<4xi32>
}`

// Parallel loops with results compute the same on every engine: each iteration reads the outputs as they were
// in front of the loop.
func TestParallelLoopsWithResults(t *testing.T) {
	for _, engine := range append(engines(t), "wasm") {
		report, err := parse(t, parallelTensors).Run(context.Background(), inflight.RunConfig{
			Engine: engine, Inputs: exec.Inputs{Args: map[string]string{"n": "3"}},
		})
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		a := integers(report.Arguments[0].Value.Buffer.All())
		want := [][]int32{nil, {a[3], a[2], a[1], a[3]}, {a[7], a[6], a[5], a[7]}}
		for i := range a {
			want[0] = append(want[0], a[i%4*4+i/4])
		}
		for i, v := range report.Returns {
			if got := integers(v.Buffer.All()); !slices.Equal(got, want[i]) {
				t.Errorf("%s: result %d is %v, want %v", engine, i, got, want[i])
			}
		}
		if len(report.Returns) != len(want) {
			t.Errorf("%s: %d results", engine, len(report.Returns))
		}
	}
}

// The judge finds a race of iterations that insert different parts of a tensor at the same offset.
func TestParallelLoopsThatOverlap(t *testing.T) {
	source := strings.Replace(parallelTensors, "%w into %y[%i]", "%w into %y[0]", 1)
	_, err := parse(t, source).Run(context.Background(),
		inflight.RunConfig{Engine: "sim", Inputs: exec.Inputs{Args: map[string]string{"n": "3"}}})
	if err == nil || !strings.Contains(err.Error(), "race") && !strings.Contains(err.Error(), "WAW") {
		t.Errorf("got %v", err)
	}
}

// integers returns the integers of 32 bits in memory.
func integers(data []byte) []int32 {
	list := make([]int32, len(data)/4)
	for i := range list {
		list[i] = int32(binary.LittleEndian.Uint32(data[4*i:]))
	}
	return list
}

// After a store to a global tensor, later loads have the new value, and tensors that were loaded before do
// not change. Globals may be numbers as well.
func TestGlobalTensors(t *testing.T) {
	const program = `
ml_program.global private mutable @state(dense<[1, 2, 3, 4]> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @steps(3 : i32) : i32
ml_program.global private @weights(dense<10> : tensor<4xi32>) : tensor<4xi32>
func.func @main() -> (tensor<4xi32>, tensor<4xi32>, i32) {
  %before = ml_program.global_load @state : tensor<4xi32>
  %w = ml_program.global_load_const @weights : tensor<4xi32>
  %sum = arith.addi %before, %w : tensor<4xi32>
  ml_program.global_store @state = %sum : tensor<4xi32>
  %n = ml_program.global_load @steps : i32
  %m = arith.addi %n, %n : i32
  ml_program.global_store @steps = %m : i32
  %k = ml_program.global_load @steps : i32
  %after = ml_program.global_load @state : tensor<4xi32>
  return %before, %after, %k : tensor<4xi32>, tensor<4xi32>, i32
}`
	for _, engine := range append(engines(t), "wasm") {
		report, err := parse(t, program).Run(context.Background(), inflight.RunConfig{Engine: engine})
		if err != nil {
			t.Fatalf("%s: %v", engine, err)
		}
		before, after := integers(report.Returns[0].Buffer.All()), integers(report.Returns[1].Buffer.All())
		if !slices.Equal(before, []int32{1, 2, 3, 4}) || !slices.Equal(after, []int32{11, 12, 13, 14}) ||
			report.Returns[2].Int() != 6 {
			t.Errorf("%s: %v, %v, %v", engine, before, after, report.Returns[2])
		}
	}
}

// deallocations frees one buffer that is named twice, and keeps another, which somebody retains twice.
const deallocations = `
func.func @main(%kept: i1) -> (i1, i1, i32, i1) {
  %true = arith.constant true
  %seven = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<8xi32>
  memref.store %seven, %b[%c0] : memref<8xi32>
  %again = memref.cast %a : memref<4xi32> to memref<?xi32>
  %r = memref.cast %b : memref<8xi32> to memref<?xi32>
  %other = memref.alloc() : memref<1xi32>
  %owned:3 = bufferization.dealloc (%a, %b, %again : memref<4xi32>, memref<8xi32>, memref<?xi32>)
    if (%true, %kept, %true) retain (%r, %other, %r : memref<?xi32>, memref<1xi32>, memref<?xi32>)
  %x = memref.load %b[%c0] : memref<8xi32>
  %mine = bufferization.dealloc (%b : memref<8xi32>) if (%owned#2) retain (%other : memref<1xi32>)
  bufferization.dealloc (%other : memref<1xi32>) if (%true)
  return %owned#0, %owned#1, %x, %mine : i1, i1, i32, i1
}`

// Whoever retains a buffer owns it if its condition holds, and no buffer is freed twice.
func TestDeallocationsOfSeveralBuffers(t *testing.T) {
	for _, engine := range append(engines(t), "wasm") {
		if engine == "sim" {
			continue // it knows no addresses
		}
		for kept, want := range map[string]string{"1": "true", "0": "false"} {
			report, err := parse(t, deallocations).Run(t.Context(), inflight.RunConfig{
				Engine: engine, Inputs: exec.Inputs{Args: map[string]string{"kept": kept}},
			})
			if err != nil {
				t.Fatalf("%s: %v", engine, err)
			}
			var got []string
			for _, v := range report.Returns {
				got = append(got, v.String())
			}
			if want := []string{want, "false", "7", "false"}; !slices.Equal(got, want) {
				t.Errorf("%s: results are %v, want %v", engine, got, want)
			}
		}
	}
}

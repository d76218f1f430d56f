package exec_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/internal/tools"
)

// vectorPrograms are functions on memory that move and combine vectors of one and several dimensions.
var vectorPrograms = map[string]string{
	"transfers that leave the memory": `func.func @f(%m: memref<5x6xf32>, %o: memref<9x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %p = arith.constant 7.5 : f32
  scf.for %i = %c0 to %c5 step %c1 {
    %v = vector.transfer_read %m[%i, %i], %p : memref<5x6xf32>, vector<4xf32>
    vector.transfer_write %v, %o[%i, %c1] : vector<4xf32>, memref<9x4xf32>
  }
  return
}`,
	"transfers with masks": `func.func @f(%m: memref<8xi32>, %o: memref<8xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %p = arith.constant -1 : i32
  %c3 = arith.constant 3 : index
  %k = vector.create_mask %c3 : vector<4xi1>
  %v = vector.transfer_read %m[%c2], %p, %k : memref<8xi32>, vector<4xi32>
  %b = vector.transfer_read %m[%c2], %p {in_bounds = [true], permutation_map = affine_map<(d0) -> (0)>} : memref<8xi32>, vector<4xi32>
  %s = arith.addi %v, %b : vector<4xi32>
  vector.transfer_write %s, %o[%c0], %k : vector<4xi32>, memref<8xi32>
  return
}`,
	"gather and scatter": `func.func @f(%m: memref<4x8xf32>, %o: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %at = arith.constant dense<[3, 0, 9, 1]> : vector<4xi32>
  %k = vector.constant_mask [3] : vector<4xi1>
  %p = arith.constant dense<2.0> : vector<4xf32>
  %v = vector.gather %m[%c1, %c0] [%at], %k, %p : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %o[%c0, %c1] [%at], %k, %v : memref<4x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  vector.store %v, %o[%c1, %c0] : memref<4x8xf32>, vector<4xf32>
  return
}`,
	"rearranged": `func.func @f(%m: memref<6xi32>, %o: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %v = vector.load %m[%c0] : memref<6xi32>, vector<6xi32>
  %s = vector.shape_cast %v : vector<6xi32> to vector<2x3xi32>
  %t = vector.transpose %s, [1, 0] : vector<2x3xi32> to vector<3x2xi32>
  %u = vector.shape_cast %t : vector<3x2xi32> to vector<6xi32>
  vector.store %u, %o[%c0] : memref<64xi32>, vector<6xi32>
  %x = vector.extract_strided_slice %t {offsets = [1, 0], sizes = [2, 1], strides = [1, 1]} : vector<3x2xi32> to vector<2x1xi32>
  %y = vector.insert_strided_slice %x, %t {offsets = [0, 1], strides = [1, 1]} : vector<2x1xi32> into vector<3x2xi32>
  %z = vector.shape_cast %y : vector<3x2xi32> to vector<6xi32>
  vector.store %z, %o[%c8] : memref<64xi32>, vector<6xi32>
  %e:6 = vector.to_elements %s : vector<2x3xi32>
  %f = vector.from_elements %e#5, %e#0, %e#3, %e#1 : vector<2x2xi32>
  %g = vector.shape_cast %f : vector<2x2xi32> to vector<4xi32>
  vector.store %g, %o[%c16] : memref<64xi32>, vector<4xi32>
  %h = vector.shape_cast %x : vector<2x1xi32> to vector<2xi32>
  %i = vector.shuffle %h, %g [5, 0, 3] : vector<2xi32>, vector<4xi32>
  vector.store %i, %o[%c24] : memref<64xi32>, vector<3xi32>
  %j = vector.broadcast %x : vector<2x1xi32> to vector<2x4xi32>
  %k = vector.shape_cast %j : vector<2x4xi32> to vector<8xi32>
  vector.store %k, %o[%c32] : memref<64xi32>, vector<8xi32>
  return
}`,
	"contracted": `func.func @f(%a: memref<6xf32>, %b: memref<12xf32>, %o: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %x = vector.load %a[%c0] : memref<6xf32>, vector<6xf32>
  %y = vector.load %b[%c0] : memref<12xf32>, vector<12xf32>
  %z = vector.load %o[%c0] : memref<8xf32>, vector<8xf32>
  %l = vector.shape_cast %x : vector<6xf32> to vector<2x3xf32>
  %r = vector.shape_cast %y : vector<12xf32> to vector<3x4xf32>
  %c = vector.shape_cast %z : vector<8xf32> to vector<2x4xf32>
  %p = vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
    iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %l, %r, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %q = vector.shape_cast %p : vector<2x4xf32> to vector<8xf32>
  vector.store %q, %o[%c0] : memref<8xf32>, vector<8xf32>
  return
}`,
}

// Vectors of several dimensions, and accesses that leave elements out, compute on the engine native the same
// results as on the simulator.
func TestNativeVectors(t *testing.T) {
	tools.Require(t, "clang")
	for name, source := range vectorPrograms {
		t.Run(name, func(t *testing.T) {
			m := parseModule(t, source)
			want, got := inputsOf(t, m, exec.Inputs{Seed: 5}), inputsOf(t, m, exec.Inputs{Seed: 5})
			if _, err := runOn(t, "sim", m, want, exec.Options{}); err != nil {
				t.Fatal(err)
			}
			if _, err := runOn(t, "native", m, got, exec.Options{}); err != nil {
				t.Fatal(err)
			}
			compare(t, want, got, nil, nil)
		})
	}
}

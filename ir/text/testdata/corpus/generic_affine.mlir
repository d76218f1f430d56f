// Covers the generic form of affine: maps and sets as properties, segments, groups of bounds, reductions as integers.

#id = affine_map<(d0) -> (d0)>

func.func @loops(%n: index, %x: f32) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (8)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  %0 = "affine.for"(%n, %n, %x) <{lowerBoundMap = affine_map<()[s0] -> (s0, 4)>, operandSegmentSizes = array<i32: 1, 1, 1>, step = 2 : index, upperBoundMap = affine_map<()[s0] -> (s0 * 2)>}> ({
  ^bb0(%i: index, %s: f32):
    %1 = "affine.if"(%i, %n) <{condition = affine_set<(d0)[s0] : (s0 - d0 >= 0)>}> ({
      "affine.yield"(%s) : (f32) -> ()
    }, {
      "affine.yield"(%x) : (f32) -> ()
    }) : (index, index) -> f32
    "affine.if"(%i) <{condition = affine_set<(d0) : (d0 == 0)>}> ({
      "affine.yield"() : () -> ()
    }, {
    }) : (index) -> ()
    "affine.yield"(%1) : (f32) -> ()
  }) {doc.note} : (index, index, f32) -> f32
  %2:2 = "affine.parallel"(%n) <{lowerBoundsGroups = dense<1> : tensor<2xi32>, lowerBoundsMap = affine_map<() -> (0, 1)>, reductions = [0, 4], steps = [1, 2], upperBoundsGroups = dense<[1, 2]> : tensor<2xi32>, upperBoundsMap = affine_map<()[s0] -> (8, s0, 16)>}> ({
  ^bb0(%i: index, %j: index):
    "affine.yield"(%x, %x) : (f32, f32) -> ()
  }) : (index) -> (f32, f32)
  "affine.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "affine.yield"() : () -> ()
  }) : () -> ()
  return
}

func.func @access(%n: index, %m: memref<8xf32>, %d: memref<8xf32, 1>, %t: memref<1xi32>) {
  %0 = "affine.load"(%m, %n) <{map = affine_map<()[s0] -> (s0 + 1)>}> : (memref<8xf32>, index) -> f32
  "affine.store"(%0, %m) <{map = affine_map<() -> (3)>}> : (f32, memref<8xf32>) -> ()
  %1 = "affine.vector_load"(%m, %n) <{map = affine_map<()[s0] -> (s0)>}> : (memref<8xf32>, index) -> vector<4xf32>
  "affine.vector_store"(%1, %m, %n) <{map = affine_map<()[s0] -> (s0)>}> : (vector<4xf32>, memref<8xf32>, index) -> ()
  // The operands of a map that is over dimensions must be dimensions; arguments of the function may be both.
  %2 = "affine.load"(%m, %n) {map = #id, doc.note} : (memref<8xf32>, index) -> f32
  "affine.prefetch"(%m, %n) <{isDataCache = true, isWrite = true, localityHint = 2 : i32, map = #id}> : (memref<8xf32>, index) -> ()
  "affine.dma_start"(%m, %n, %d, %n, %t, %n, %n) {dst_map = #id, src_map = #id, tag_map = #id} : (memref<8xf32>, index, memref<8xf32, 1>, index, memref<1xi32>, index, index) -> ()
  "affine.dma_start"(%m, %n, %d, %n, %t, %n, %n, %n) {dst_map = #id, src_map = #id, tag_map = affine_map<() -> (0)>} : (memref<8xf32>, index, memref<8xf32, 1>, index, memref<1xi32>, index, index, index) -> ()
  "affine.dma_wait"(%t, %n, %n) {tag_map = #id} : (memref<1xi32>, index, index) -> ()
  return
}

func.func @index(%n: index, %m: index) {
  %0 = "affine.apply"(%n, %m) <{map = affine_map<(d0)[s0] -> (d0 + s0)>}> : (index, index) -> index
  %1 = "affine.min"(%n) <{map = affine_map<(d0) -> (d0, 7)>}> : (index) -> index
  %2 = "affine.max"(%n) {map = affine_map<()[s0] -> (s0, 7)>} : (index) -> index
  %3:2 = "affine.delinearize_index"(%n, %m) <{static_basis = array<i64: -9223372036854775808, 8>}> : (index, index) -> (index, index)
  %4 = "affine.linearize_index"(%n, %m, %m) <{disjoint, operandSegmentSizes = array<i32: 2, 1>, static_basis = array<i64: 4, -9223372036854775808>}> : (index, index, index) -> index
  %5 = "affine.linearize_index"(%n, %m) <{operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 4>}> : (index, index) -> index
  return
}

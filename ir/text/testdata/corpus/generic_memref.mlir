// Covers the generic form of memref: operand segments, static offsets with the dynamic marker, defaults, types as attributes.

"memref.global"() <{sym_name = "a", sym_visibility = "private", type = memref<4xi32>}> : () -> ()
"memref.global"() <{initial_value, sym_name = "b", type = memref<4xi32>}> : () -> ()
"memref.global"() <{alignment = 16 : i64, constant, initial_value = dense<[1, 2]> : tensor<2xi32>, sym_name = "c", sym_visibility = "nested", type = memref<2xi32, 1>}> {doc.note} : () -> ()
"memref.global"() {initial_value = dense<0.0> : tensor<f32>, sym_name = "d", type = memref<f32>} : () -> ()

func.func @allocation(%n: index, %x: f32) {
  %0 = "memref.alloc"() <{operandSegmentSizes = array<i32: 0, 0>}> : () -> memref<4xf32>
  %1 = "memref.alloc"(%n, %n) <{alignment = 8 : i64, operandSegmentSizes = array<i32: 1, 1>}> : (index, index) -> memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %2 = "memref.alloca"(%n) <{operandSegmentSizes = array<i32: 1, 0>}> {doc.note} : (index) -> memref<?x4xi8>
  %3 = "memref.alloca_scope"() ({
    "memref.alloca_scope.return"(%x) : (f32) -> ()
  }) : () -> f32
  %4 = "memref.realloc"(%0, %n) <{alignment = 4 : i64}> : (memref<4xf32>, index) -> memref<?xf32>
  %5 = "memref.realloc"(%4) : (memref<?xf32>) -> memref<8xf32>
  %6 = "memref.assume_alignment"(%5) <{alignment = 64 : i32}> : (memref<8xf32>) -> memref<8xf32>
  %7:2 = "memref.distinct_objects"(%6, %2) : (memref<8xf32>, memref<?x4xi8>) -> (memref<8xf32>, memref<?x4xi8>)
  "memref.dealloc"(%7#0) : (memref<8xf32>) -> ()
  return
}

func.func @access(%i: index, %m: memref<8xf32>, %d: memref<8xf32, 1>, %t: memref<1xi32, 2>) {
  // The flag is optional: absent and false differ in the generic form and look the same in the custom one.
  %0 = "memref.load"(%m, %i) : (memref<8xf32>, index) -> f32
  %1 = "memref.load"(%m, %i) <{nontemporal = false}> : (memref<8xf32>, index) -> f32
  %2 = "memref.load"(%m, %i) <{alignment = 4 : i64, nontemporal = true}> : (memref<8xf32>, index) -> f32
  "memref.store"(%0, %m, %i) : (f32, memref<8xf32>, index) -> ()
  "memref.store"(%1, %m, %i) {nontemporal = true, doc.note} : (f32, memref<8xf32>, index) -> ()
  "memref.copy"(%m, %d) : (memref<8xf32>, memref<8xf32, 1>) -> ()
  "memref.prefetch"(%m, %i) <{isDataCache = true, isWrite = false, localityHint = 3 : i32}> : (memref<8xf32>, index) -> ()
  %3 = "memref.atomic_rmw"(%2, %m, %i) <{kind = 0 : i64}> : (f32, memref<8xf32>, index) -> f32
  %4 = "memref.generic_atomic_rmw"(%m, %i) ({
  ^bb0(%old: f32):
    "memref.atomic_yield"(%old) : (f32) -> ()
  }) : (memref<8xf32>, index) -> f32
  "memref.dma_start"(%m, %i, %d, %i, %i, %t, %i) : (memref<8xf32>, index, memref<8xf32, 1>, index, index, memref<1xi32, 2>, index) -> ()
  "memref.dma_start"(%m, %i, %d, %i, %i, %t, %i, %i, %i) : (memref<8xf32>, index, memref<8xf32, 1>, index, index, memref<1xi32, 2>, index, index, index) -> ()
  "memref.dma_wait"(%t, %i, %i) : (memref<1xi32, 2>, index, index) -> ()
  return
}

func.func @views(%o: index, %m: memref<8x8xf32>, %b: memref<128xi8>, %s: memref<2xindex>) {
  %0 = "memref.subview"(%m, %o) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 4, 8>, static_strides = array<i64: 1, 1>}> : (memref<8x8xf32>, index) -> memref<4x8xf32, strided<[8, 1], offset: ?>>
  %1 = "memref.reinterpret_cast"(%m, %o, %o) <{operandSegmentSizes = array<i32: 1, 0, 1, 1>, static_offsets = array<i64: 2>, static_sizes = array<i64: -9223372036854775808>, static_strides = array<i64: -9223372036854775808>}> : (memref<8x8xf32>, index, index) -> memref<?xf32, strided<[?], offset: 2>>
  %2 = "memref.view"(%b, %o, %o) : (memref<128xi8>, index, index) -> memref<?x4xf32>
  %3 = "memref.cast"(%m) : (memref<8x8xf32>) -> memref<*xf32>
  %4 = "memref.memory_space_cast"(%m) : (memref<8x8xf32>) -> memref<8x8xf32, 3>
  %5 = "memref.transpose"(%m) <{permutation = affine_map<(d0, d1) -> (d1, d0)>}> : (memref<8x8xf32>) -> memref<8x8xf32, strided<[1, 8]>>
  %6 = "memref.reshape"(%m, %s) : (memref<8x8xf32>, memref<2xindex>) -> memref<?x?xf32>
  %7 = "memref.expand_shape"(%m) <{reassociation = [[0, 1], [2]], static_output_shape = array<i64: 2, 4, 8>}> : (memref<8x8xf32>) -> memref<2x4x8xf32>
  %8 = "memref.collapse_shape"(%7) <{reassociation = [[0, 1, 2]]}> : (memref<2x4x8xf32>) -> memref<64xf32>
  %9 = "memref.dim"(%6, %o) : (memref<?x?xf32>, index) -> index
  %10 = "memref.rank"(%3) : (memref<*xf32>) -> index
  %11:6 = "memref.extract_strided_metadata"(%6) : (memref<?x?xf32>) -> (memref<f32>, index, index, index, index, index)
  %12 = "memref.extract_aligned_pointer_as_index"(%3) : (memref<*xf32>) -> index
  %13 = "memref.get_global"() <{name = @c}> : () -> memref<2xi32, 1>
  return
}

// Groups of operands without sizes are empty.
func.func @no_sizes() {
  %0 = "memref.alloc"() : () -> memref<4xf32>
  %1 = "memref.alloca"() <{alignment = 16 : i64}> : () -> memref<4xf32>
  %2 = "gpu.alloc"() {doc.note} : () -> memref<4xf32>
  return
}

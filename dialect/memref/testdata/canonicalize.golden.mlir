#map = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  func.func @constant_extent(%arg0: memref<4xf32>, %arg1: index) -> f32 {
    %alloc = memref.alloc() : memref<4xf32>
    %0 = memref.load %alloc[%arg1] : memref<4xf32>
    memref.dealloc %alloc : memref<4xf32>
    return %0 : f32
  }
  func.func @store_only_alloc(%arg0: f32, %arg1: index) {
    return
  }
  func.func @copied_into(%arg0: memref<4xf32>, %arg1: index) {
    %alloc = memref.alloc() : memref<4xf32>
    memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
    memref.dealloc %alloc : memref<4xf32>
    return
  }
  func.func @self_copy(%arg0: memref<4xf32>, %arg1: index) {
    return
  }
  func.func @empty_copy(%arg0: memref<0xf32>, %arg1: memref<0xf32>) {
    return
  }
  func.func @copy_of_cast(%arg0: memref<4xf32>, %arg1: memref<?xf32>) {
    memref.copy %arg0, %arg1 : memref<4xf32> to memref<?xf32>
    memref.copy %arg1, %arg0 : memref<?xf32> to memref<4xf32>
    return
  }
  func.func @dim_of_cast(%arg0: memref<4xf32>, %arg1: index) -> index {
    %c4 = arith.constant 4 : index
    return %c4 : index
  }
  func.func @dim_of_subview(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index) {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x?xf32>
    return %arg1, %dim : index, index
  }
  func.func @static_subview(%arg0: memref<8x8xf32>, %arg1: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
    %subview = memref.subview %arg0[0, %arg1] [4, %arg1] [1, 1] : memref<8x8xf32> to memref<4x?xf32, strided<[8, 1], offset: ?>>
    %cast = memref.cast %subview : memref<4x?xf32, strided<[8, 1], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    return %cast : memref<?x?xf32, strided<[?, ?], offset: ?>>
  }
  func.func @subview_of_cast(%arg0: memref<8x8xf32>, %arg1: index) -> memref<2x2xf32, strided<[8, 1], offset: 3>> {
    %subview = memref.subview %arg0[0, 3] [2, 2] [1, 1] : memref<8x8xf32> to memref<2x2xf32, strided<[8, 1], offset: 3>>
    return %subview : memref<2x2xf32, strided<[8, 1], offset: 3>>
  }
  func.func @whole_subview_as_strided(%arg0: memref<8x8xf32>, %arg1: index) -> memref<8x8xf32, strided<[8, 1]>> {
    %cast = memref.cast %arg0 : memref<8x8xf32> to memref<8x8xf32, strided<[8, 1]>>
    return %cast : memref<8x8xf32, strided<[8, 1]>>
  }
  func.func @whole_subview(%arg0: memref<8x8xf32>, %arg1: index) -> memref<8x8xf32> {
    return %arg0 : memref<8x8xf32>
  }
  func.func @rank(%arg0: memref<8x?xf32>, %arg1: index) -> index {
    %c2 = arith.constant 2 : index
    return %c2 : index
  }
  func.func @cast_back(%arg0: memref<8xf32>, %arg1: index) -> memref<8xf32> {
    return %arg0 : memref<8xf32>
  }
  func.func @load_store_of_cast(%arg0: memref<8xf32>, %arg1: index) -> f32 {
    %0 = memref.load %arg0[%arg1] : memref<8xf32>
    memref.store %0, %arg0[%arg1] : memref<8xf32>
    return %0 : f32
  }
  func.func @cast_through_unranked(%arg0: memref<8xf32>, %arg1: index) -> f32 {
    %0 = memref.load %arg0[%arg1] : memref<8xf32>
    return %0 : f32
  }
  func.func @dma_and_prefetch_stay(%arg0: memref<8xf32>, %arg1: memref<4xi32>, %arg2: index) {
    memref.dma_start %arg0[%arg2], %arg0[%arg2], %arg2, %arg1[%arg2] : memref<8xf32>, memref<8xf32>, memref<4xi32>
    memref.dma_wait %arg1[%arg2], %arg2 : memref<4xi32>
    memref.prefetch %arg0[%arg2], read, locality<3>, data : memref<8xf32>
    return
  }
  func.func @same_alignment_twice(%arg0: memref<8xf32>) -> memref<8xf32> {
    %assume_align = memref.assume_alignment %arg0, 8 : memref<8xf32>
    return %assume_align : memref<8xf32>
  }
  func.func @dead_realloc(%arg0: memref<8xf32>) -> memref<8xf32> {
    return %arg0 : memref<8xf32>
  }
  func.func @expand_of_collapse(%arg0: memref<4x2xf32>) -> memref<4x2xf32> {
    return %arg0 : memref<4x2xf32>
  }
  func.func @collapse_of_collapse(%arg0: memref<4x2x3xf32>) -> memref<24xf32> {
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1, 2]] : memref<4x2x3xf32> into memref<24xf32>
    return %collapse_shape : memref<24xf32>
  }
  func.func @expand_of_expand(%arg0: memref<24xf32>) -> memref<4x2x3xf32> {
    %expand_shape = memref.expand_shape %arg0 [[0, 1, 2]] output_shape [4, 2, 3] : memref<24xf32> into memref<4x2x3xf32>
    return %expand_shape : memref<4x2x3xf32>
  }
  func.func @identity_transpose(%arg0: memref<4x2xf32>) -> memref<4x2xf32> {
    return %arg0 : memref<4x2xf32>
  }
  func.func @transpose_twice(%arg0: memref<4x2xf32>) -> memref<4x2xf32, strided<[2, 1]>> {
    %transpose = memref.transpose %arg0 (d0, d1) -> (d0, d1) : memref<4x2xf32> to memref<4x2xf32, strided<[2, 1]>>
    return %transpose : memref<4x2xf32, strided<[2, 1]>>
  }
  func.func @static_view(%arg0: memref<64xi8>, %arg1: index) -> memref<?xi8> {
    %c0 = arith.constant 0 : index
    %view = memref.view %arg0[%c0][] : memref<64xi8> to memref<8xi8>
    %cast = memref.cast %view : memref<8xi8> to memref<?xi8>
    return %cast : memref<?xi8>
  }
  func.func @whole_view(%arg0: memref<64xi8>, %arg1: index) -> memref<64xi8> {
    return %arg0 : memref<64xi8>
  }
  func.func @static_metadata(%arg0: memref<4x?xf32>, %arg1: index) -> (index, index, index, index, index) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c1 = arith.constant 1 : index
    %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %arg0 : memref<4x?xf32> -> memref<f32>, index, index, index, index, index
    return %c0, %c4, %sizes#1, %strides#0, %c1 : index, index, index, index, index
  }
  func.func @cast_of_metadata(%arg0: memref<4x4xf32>, %arg1: index) -> memref<4x4xf32> {
    return %arg0 : memref<4x4xf32>
  }
  func.func @reinterpret_twice(%arg0: memref<?xf32>, %arg1: index) -> memref<4xf32> {
    %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32>
    return %reinterpret_cast : memref<4xf32>
  }
  func.func @static_reinterpret_cast(%arg0: memref<?xf32>, %arg1: index) -> memref<?xf32, strided<[?], offset: ?>> {
    %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [4], sizes: [4], strides: [4] : memref<?xf32> to memref<4xf32, strided<[4], offset: 4>>
    %cast = memref.cast %reinterpret_cast : memref<4xf32, strided<[4], offset: 4>> to memref<?xf32, strided<[?], offset: ?>>
    return %cast : memref<?xf32, strided<[?], offset: ?>>
  }
  memref.global "private" constant @g : memref<2xi32> = dense<7>
  func.func @load_of_constant_global(%arg0: index) -> i32 {
    %0 = memref.get_global @g : memref<2xi32>
    %1 = memref.load %0[%arg0] : memref<2xi32>
    return %1 : i32
  }
  func.func @scope_of_nothing(%arg0: f32) -> f32 {
    return %arg0 : f32
  }
  func.func @scope_at_the_end(%arg0: f32) -> f32 {
    %c0 = arith.constant 0 : index
    %alloca = memref.alloca() : memref<4xf32>
    memref.store %arg0, %alloca[%c0] : memref<4xf32>
    %0 = memref.load %alloca[%c0] : memref<4xf32>
    return %0 : f32
  }
  func.func @space_cast_twice(%arg0: memref<f32, 1>) -> memref<f32, 2> {
    %memspacecast = memref.memory_space_cast %arg0 : memref<f32, 1> to memref<f32, 2>
    return %memspacecast : memref<f32, 2>
  }
  func.func @noop_subview_of_subview(%arg0: memref<?x?xf32>, %arg1: index, %arg2: index) -> memref<?x?xf32, strided<[?, 1], offset: ?>> {
    %subview = memref.subview %arg0[%arg1, %arg2] [%arg1, %arg2] [1, 1] : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    return %subview : memref<?x?xf32, strided<[?, 1], offset: ?>>
  }
  func.func @dim_of_alloc(%arg0: index) -> index {
    return %arg0 : index
  }
  func.func @store_through_cast(%arg0: f32, %arg1: index) {
    return
  }
  func.func @store_only_alloca(%arg0: f32, %arg1: index) {
    return
  }
  func.func @realloc_by_constant(%arg0: memref<?xf32>) -> memref<?xf32> {
    %c4 = arith.constant 4 : index
    %0 = memref.realloc %arg0(%c4) : memref<?xf32> to memref<?xf32>
    return %0 : memref<?xf32>
  }
  func.func @dim_of_reshape(%arg0: memref<1xindex>, %arg1: memref<4xf32>) -> index {
    %c0 = arith.constant 0 : index
    %0 = memref.load %arg0[%c0] : memref<1xindex>
    return %0 : index
  }
  func.func @accesses_of_cast(%arg0: memref<1xindex>, %arg1: memref<4xf32>, %arg2: f32, %arg3: index) {
    %0 = memref.atomic_rmw addf %arg2, %arg1[%arg3] : (f32, memref<4xf32>) -> f32
    memref.prefetch %arg1[%arg3], read, locality<3>, data : memref<4xf32>
    return
  }
  func.func @static_offset(%arg0: memref<4x4xf32>) -> memref<1x4xf32, strided<[4, 1], offset: ?>> {
    %subview = memref.subview %arg0[1, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<1x4xf32, strided<[4, 1], offset: 4>>
    %cast = memref.cast %subview : memref<1x4xf32, strided<[4, 1], offset: 4>> to memref<1x4xf32, strided<[4, 1], offset: ?>>
    return %cast : memref<1x4xf32, strided<[4, 1], offset: ?>>
  }
  func.func @rank_reduced_static_offset(%arg0: memref<4x4xf32>) -> memref<4xf32, strided<[1], offset: ?>> {
    %subview = memref.subview %arg0[1, 0] [1, 4] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[1], offset: 4>>
    %cast = memref.cast %subview : memref<4xf32, strided<[1], offset: 4>> to memref<4xf32, strided<[1], offset: ?>>
    return %cast : memref<4xf32, strided<[1], offset: ?>>
  }
  func.func @dealloc_of_cast(%arg0: memref<4xf32>) {
    memref.dealloc %arg0 : memref<4xf32>
    return
  }
  func.func @loaded_alloc(%arg0: f32) -> f32 {
    %alloc = memref.alloc() : memref<f32>
    memref.store %arg0, %alloc[] : memref<f32>
    %0 = memref.load %alloc[] : memref<f32>
    memref.dealloc %alloc : memref<f32>
    return %0 : f32
  }
  func.func @distinct_objects(%arg0: memref<?xf32>) -> memref<?xf32> {
    %0 = memref.distinct_objects %arg0 : memref<?xf32>
    return %0 : memref<?xf32>
  }
  func.func @unused_distinct_objects(%arg0: memref<?xf32>) {
    return
  }
  func.func @alloc_with_symbol(%arg0: index) -> memref<?xf32, #map> {
    %alloc = memref.alloc()[%arg0] : memref<4xf32, #map>
    %cast = memref.cast %alloc : memref<4xf32, #map> to memref<?xf32, #map>
    return %cast : memref<?xf32, #map>
  }
  func.func @negative_extent(%arg0: index) -> memref<?xf32> {
    %c-4 = arith.constant -4 : index
    %alloc = memref.alloc(%c-4) : memref<?xf32>
    return %alloc : memref<?xf32>
  }
  func.func @collapse_of_cast(%arg0: memref<?x4x2xf32>) -> memref<?xf32> {
    %collapse_shape = memref.collapse_shape %arg0 [[0, 1, 2]] : memref<?x4x2xf32> into memref<?xf32>
    return %collapse_shape : memref<?xf32>
  }
}

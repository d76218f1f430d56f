// PASSES: --finalize-memref-to-llvm
memref.global "nested" @nested : memref<2xf32>
memref.global "private" constant @g : memref<2x3xf32> = dense<1.0>
memref.global @u : memref<4xi32> = uninitialized
memref.global "private" @ext : memref<4xindex>
func.func @f(%m: memref<?x4xf32>, %s: memref<4x4xf32, strided<[?, 1], offset: ?>>, %i: index, %j: index, %x: f32, %z: memref<f32>, %n: memref<4xindex>) {
  %0 = memref.load %m[%i, %j] : memref<?x4xf32>
  %1 = memref.load %s[%i, %j] : memref<4x4xf32, strided<[?, 1], offset: ?>>
  memref.store %x, %m[%i, %j] : memref<?x4xf32>
  %2 = memref.load %z[] : memref<f32>
  %3 = memref.load %n[%i] : memref<4xindex>
  %a = memref.alloc(%i) : memref<?x4xf32>
  %b = memref.alloc() {alignment = 64} : memref<16xf32>
  %c = memref.alloca(%i) : memref<?xi8>
  memref.dealloc %a : memref<?x4xf32>
  %d = memref.dim %m, %i : memref<?x4xf32>
  %c0 = arith.constant 0 : index
  %d2 = memref.dim %m, %c0 : memref<?x4xf32>
  %e = memref.cast %m : memref<?x4xf32> to memref<4x4xf32>
  %g = memref.get_global @g : memref<2x3xf32>
  memref.copy %m, %e : memref<?x4xf32> to memref<4x4xf32>
  memref.copy %m, %s : memref<?x4xf32> to memref<4x4xf32, strided<[?, 1], offset: ?>>
  %r = memref.reinterpret_cast %m to offset: [%i], sizes: [4, %j], strides: [%i, 1] : memref<?x4xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %p = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %s : memref<4x4xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %rank = memref.rank %m : memref<?x4xf32>
  %at = memref.atomic_rmw addf %x, %m[%i, %j] : (f32, memref<?x4xf32>) -> f32
  memref.prefetch %m[%i, %j], read, locality<3>, data : memref<?x4xf32>
  memref.assume_alignment %m, 16 : memref<?x4xf32>
  %v = memref.alloc() : memref<64xi8>
  %vw = memref.view %v[%i][%j] : memref<64xi8> to memref<?x4xf32>
  %mc = memref.memory_space_cast %z : memref<f32> to memref<f32, 1>
  memref.alloca_scope {
    %q = memref.alloca() : memref<4xf32>
    memref.store %x, %q[%i] : memref<4xf32>
  }
  %sh = memref.alloc() : memref<2xindex>
  %tr = memref.transpose %m (d0, d1) -> (d1, d0) : memref<?x4xf32> to memref<4x?xf32, strided<[1, 4]>>
  return
}
module @inner {
  func.func @allocates(%i: index, %x: f32) {
    %m = memref.alloc() : memref<4xf32>
    memref.store %x, %m[%i] : memref<4xf32>
    memref.dealloc %m : memref<4xf32>
    return
  }
}

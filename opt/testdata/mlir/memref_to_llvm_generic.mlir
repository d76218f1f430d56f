// PASSES: --finalize-memref-to-llvm=use-generic-functions
func.func @f(%i: index) {
  %0 = memref.alloc(%i) : memref<?x4xf32>
  %1 = memref.alloc() {alignment = 64} : memref<16xf32>
  %2 = memref.alloc() : memref<3xvector<4xf32>>
  %3 = memref.alloc() : memref<3xi8, 1>
  memref.dealloc %0 : memref<?x4xf32>
  %4 = memref.alloc() : memref<f32>
  %5 = memref.alloca() : memref<f32, 5>
  %6 = memref.alloca() : memref<vector<4xf32>>
  return
}
memref.global "private" @s : memref<i32> = dense<3>
memref.global "private" @sc : memref<4xf32, 3> {alignment = 16}
memref.global "private" @i : memref<2xindex> = dense<[1, 2]>
func.func @g() {
  %0 = memref.get_global @s : memref<i32>
  %1 = memref.get_global @sc : memref<4xf32, 3>
  return
}

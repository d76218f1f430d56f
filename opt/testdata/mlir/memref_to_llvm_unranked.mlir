// PASSES: --finalize-memref-to-llvm
func.func @f(%u: memref<*xf32>, %i: index, %j: index, %x: f32, %k: i32, %m: memref<?x4xi32>, %mf: memref<4xf32, 3>, %al: memref<?xf32>, %mi: memref<4xi1>, %mv: memref<4xvector<4xf32>>, %off: memref<4x4xf32, strided<[8, 2], offset: 3>>, %mx: memref<2x3x4xf32>, %mx2: memref<2x3x4xf32>, %u2: memref<*xf32>, %mmm: memref<4xmemref<?xf32>>) {
  %0 = memref.cast %al : memref<?xf32> to memref<*xf32>
  %1 = memref.cast %u : memref<*xf32> to memref<?xf32>
  %2 = memref.rank %u : memref<*xf32>
  %3 = memref.dim %u, %i : memref<*xf32>
  %c1 = arith.constant 1 : index
  %4 = memref.dim %m, %c1 : memref<?x4xi32>
  %5 = memref.alloc(%i, %j) : memref<?x?xf32, 3>
  %6 = memref.alloca() {alignment = 32} : memref<4x4xf32>
  %7 = memref.alloc() : memref<4xindex>
  %8 = memref.alloc() : memref<4xmemref<?xf32>>
  %9 = memref.load %off[%i, %j] : memref<4x4xf32, strided<[8, 2], offset: 3>>
  %10 = memref.load %mx[%i, %j, %i] : memref<2x3x4xf32>
  %11 = memref.load %mv[%i] : memref<4xvector<4xf32>>
  %12 = memref.load %mi[%i] : memref<4xi1>
  %13 = memref.load %al[%i] {nontemporal = true} : memref<?xf32>
  memref.store %x, %al[%i] {nontemporal = true, alignment = 16 : i64} : memref<?xf32>
  %14 = memref.atomic_rmw addi %k, %m[%i, %j] : (i32, memref<?x4xi32>) -> i32
  %15 = memref.atomic_rmw assign %k, %m[%i, %j] : (i32, memref<?x4xi32>) -> i32
  %16 = memref.atomic_rmw maxs %k, %m[%i, %j] : (i32, memref<?x4xi32>) -> i32
  %17 = memref.atomic_rmw minimumf %x, %al[%i] : (f32, memref<?xf32>) -> f32
  %18 = memref.atomic_rmw maxnumf %x, %al[%i] : (f32, memref<?xf32>) -> f32
  %19 = memref.atomic_rmw ori %k, %m[%i, %j] : (i32, memref<?x4xi32>) -> i32
  %20 = memref.generic_atomic_rmw %m[%i, %j] : memref<?x4xi32> {
  ^bb0(%cur: i32):
    %r = arith.addi %cur, %k : i32
    memref.atomic_yield %r : i32
  }
  %21 = memref.assume_alignment %mx, 16 : memref<2x3x4xf32>
  memref.copy %mx, %mx2 : memref<2x3x4xf32> to memref<2x3x4xf32>
  memref.copy %u, %u2 : memref<*xf32> to memref<*xf32>
  %22 = memref.extract_aligned_pointer_as_index %u : memref<*xf32> -> index
  %23 = memref.reinterpret_cast %u to offset: [0], sizes: [%i], strides: [1] : memref<*xf32> to memref<?xf32, strided<[1]>>
  %24 = memref.memory_space_cast %u : memref<*xf32> to memref<*xf32, 1>
  %26 = memref.load %mx[%i, %j, %i] {alignment = 16} : memref<2x3x4xf32>
  memref.dealloc %u : memref<*xf32>
  %27 = memref.atomic_rmw mulf %x, %al[%i] : (f32, memref<?xf32>) -> f32
  %28 = memref.load %mmm[%i] : memref<4xmemref<?xf32>>
  %29 = memref.alloca_scope -> f32 {
    %q = memref.load %al[%i] : memref<?xf32>
    memref.alloca_scope.return %q : f32
  }
  return
}

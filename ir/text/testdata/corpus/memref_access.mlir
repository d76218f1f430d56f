// Covers memref.load, store, copy, prefetch, atomic_rmw, generic_atomic_rmw, atomic_yield, dma_start and dma_wait.

func.func @load_store(%i: index, %j: index, %s: memref<f32>, %a: memref<?xf32>, %b: memref<4x?xi8, 3>, %v: memref<2xvector<4xf32>>) {
  %0 = memref.load %s[] : memref<f32>
  %1 = memref.load %a[%i] : memref<?xf32>
  %2 = memref.load %b[%i, %j] : memref<4x?xi8, 3>
  %3 = memref.load %v[%i] : memref<2xvector<4xf32>>
  %4 = memref.load %a[%i] {nontemporal = true} : memref<?xf32>
  // The default is not printed in the custom form.
  %5 = memref.load %a[%i] {nontemporal = false} : memref<?xf32>
  %6 = memref.load %a[%i] {alignment = 16} : memref<?xf32>
  %7 = memref.load %a[%i] {alignment = 8, nontemporal = true, doc.note} : memref<?xf32>
  memref.store %0, %s[] : memref<f32>
  memref.store %1, %a[%i] : memref<?xf32>
  memref.store %2, %b[%i, %j] : memref<4x?xi8, 3>
  memref.store %3, %v[%i] : memref<2xvector<4xf32>>
  memref.store %4, %a[%i] {nontemporal = true} : memref<?xf32>
  memref.store %4, %a[%i] {alignment = 32, doc.note = 1.0 : f32} : memref<?xf32>
  return
}

func.func @copy(%a: memref<?xf32>, %b: memref<?xf32, strided<[?], offset: ?>>, %u: memref<*xf32>) {
  memref.copy %a, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %b {doc.note} : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
  memref.copy %u, %u : memref<*xf32> to memref<*xf32>
  return
}

func.func @prefetch(%i: index, %a: memref<400x400xi32>) {
  memref.prefetch %a[%i, %i], read, locality<0>, data : memref<400x400xi32>
  memref.prefetch %a[%i, %i], read, locality<1>, instr : memref<400x400xi32>
  memref.prefetch %a[%i, %i], write, locality<2>, data : memref<400x400xi32>
  memref.prefetch %a[%i, %i], write, locality<3>, instr : memref<400x400xi32>
  return
}

func.func @atomics(%i: index, %f: f32, %n: i32, %a: memref<8xf32>, %b: memref<8x8xi32>) {
  %0 = memref.atomic_rmw addf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %1 = memref.atomic_rmw addi %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %2 = memref.atomic_rmw andi %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %3 = memref.atomic_rmw assign %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %4 = memref.atomic_rmw assign %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %5 = memref.atomic_rmw maximumf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %6 = memref.atomic_rmw maxnumf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %7 = memref.atomic_rmw maxs %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %8 = memref.atomic_rmw maxu %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %9 = memref.atomic_rmw minimumf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %10 = memref.atomic_rmw minnumf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %11 = memref.atomic_rmw mins %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %12 = memref.atomic_rmw minu %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %13 = memref.atomic_rmw mulf %f, %a[%i] : (f32, memref<8xf32>) -> f32
  %14 = memref.atomic_rmw muli %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %15 = memref.atomic_rmw ori %n, %b[%i, %i] : (i32, memref<8x8xi32>) -> i32
  %16 = memref.atomic_rmw xori %n, %b[%i, %i] {doc.note} : (i32, memref<8x8xi32>) -> i32
  %17 = memref.atomic_rmw "addf" %f, %a[%i] : (f32, memref<8xf32>) -> f32
  return
}

func.func @generic_atomic(%i: index, %a: memref<8xf32>, %s: memref<i64>) -> f32 {
  %r = memref.generic_atomic_rmw %a[%i] : memref<8xf32> {
  ^bb0(%old: f32):
    %one = arith.constant 1.0 : f32
    %new = arith.addf %old, %one : f32
    memref.atomic_yield %new : f32
  }
  %t = memref.generic_atomic_rmw %s[] : memref<i64> {
  ^bb0(%old: i64):
    memref.atomic_yield %old {doc.inner} : i64
  } {doc.outer}
  return %r : f32
}

func.func @dma(%i: index, %n: index, %src: memref<40x128xf32>, %dst: memref<256xf32, 1>, %tag: memref<1xi32, 2>, %tags: memref<i32>) {
  memref.dma_start %src[%i, %i], %dst[%i], %n, %tag[%i] : memref<40x128xf32>, memref<256xf32, 1>, memref<1xi32, 2>
  memref.dma_wait %tag[%i], %n : memref<1xi32, 2>
  // With a stride and the number of elements per stride.
  memref.dma_start %src[%i, %i], %dst[%i], %n, %tags[], %n, %n : memref<40x128xf32>, memref<256xf32, 1>, memref<i32>
  memref.dma_wait %tags[], %n {doc.note} : memref<i32>
  return
}

// PASSES: --lower-affine
func.func @f(%m: memref<100xf32>, %i: index, %n: index) {
  %a = affine.apply affine_map<(d0)[s0] -> (d0 mod 5 + s0 floordiv 3 + d0 ceildiv 7 + d0 * 4 - 1)>(%i)[%n]
  %v = affine.load %m[%i + 3 * symbol(%n)] : memref<100xf32>
  affine.for %k = max affine_map<()[s0] -> (0, s0)>()[%n] to min affine_map<(d0)[s0] -> (s0, d0+ 3)>(%i)[%n] step 2 {
    affine.store %v, %m[%k] : memref<100xf32>
    affine.if affine_set<(d0)[s0] : (d0 - 1 >= 0, s0 - d0 == 0)>(%k)[%n] {
      affine.store %v, %m[%k] : memref<100xf32>
    } else {
      affine.store %v, %m[%k + 1] : memref<100xf32>
    }
  }
  %s = affine.for %k = 0 to 10 iter_args(%acc = %v) -> f32 {
    %x = affine.load %m[%k] : memref<100xf32>
    %y = arith.addf %acc, %x : f32
    affine.yield %y : f32
  }
  affine.parallel (%p, %q) = (0, %i) to (10, min(%n, 7)) step (2, 1) {
    affine.store %s, %m[%p + %q] : memref<100xf32>
  }
  %r = affine.parallel (%p) = (0) to (10) reduce ("addf") -> f32 {
    %x = affine.load %m[%p] : memref<100xf32>
    affine.yield %x : f32
  }
  affine.store %r, %m[0] : memref<100xf32>
  %mi = affine.min affine_map<(d0)[s0] -> (d0, s0, 100)>(%i)[%n]
  %ma = affine.max affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
  memref.store %s, %m[%mi] : memref<100xf32>
  memref.store %s, %m[%ma] : memref<100xf32>
  memref.store %s, %m[%a] : memref<100xf32>
  affine.prefetch %m[%i + 5], read, locality<3>, data : memref<100xf32>
  %d:2 = affine.delinearize_index %i into (10, 20) : index, index
  %l = affine.linearize_index [%d#0, %d#1] by (10, 20) : index
  memref.store %s, %m[%l] : memref<100xf32>
  return
}

// PASSES: --lower-affine
func.func @f(%m: memref<100xf32>, %i: index, %n: index) {
  %c3 = arith.constant 3 : index
  %a = affine.apply affine_map<(d0) -> (d0 * 2)>(%c3)
  %b = affine.min affine_map<(d0) -> (d0 * 2, 4)>(%c3)
  %v = memref.load %m[%a] : memref<100xf32>
  memref.store %v, %m[%b] : memref<100xf32>
  %d = affine.min affine_map<(d0) -> (d0)>(%n)
  memref.store %v, %m[%d] : memref<100xf32>
  affine.if affine_set<() : (1 >= 0)>() {
    affine.store %v, %m[%c3] : memref<100xf32>
  }
  affine.for %k = 0 to 10 {
    affine.for %l = affine_map<(d0) -> (d0)>(%k) to %n {
      %e = affine.apply affine_map<(d0, d1) -> (d0 * 2 + d1 * 3)>(%k, %l)
      affine.store %v, %m[%e] : memref<100xf32>
    }
  }
  %r:2 = affine.parallel (%p, %q) = (0, max(%i, 1)) to (10, 20) reduce ("mulf", "maximumf") -> (f32, f32) {
    %x = affine.load %m[%p] : memref<100xf32>
    affine.yield %x, %x : f32, f32
  }
  %rr = affine.parallel (%p) = (0) to (10) reduce ("addi") -> i32 {
    %x = arith.constant 1 : i32
    affine.yield %x : i32
  }
  %y = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> f32 {
    affine.yield %v : f32
  } else {
    affine.yield %v : f32
  }
  return
}

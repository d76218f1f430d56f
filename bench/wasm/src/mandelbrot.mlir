// Each element of a is how many steps its point takes to leave the circle, at most 100, as a float.
func.func @kernel(%a: memref<{n}x{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant {n} : index
  %zero = arith.constant 0.0 : f32
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %most = arith.constant 100 : i32
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %step = arith.constant {3/n} : f32
  %left = arith.constant -2.0 : f32
  %top = arith.constant -1.5 : f32
  scf.for %i = %c0 to %n step %c1 {
    %ii = arith.index_cast %i : index to i32
    %fi = arith.sitofp %ii : i32 to f32
    %yi = arith.mulf %fi, %step : f32
    %cy = arith.addf %yi, %top : f32
    scf.for %j = %c0 to %n step %c1 {
      %jj = arith.index_cast %j : index to i32
      %fj = arith.sitofp %jj : i32 to f32
      %xj = arith.mulf %fj, %step : f32
      %cx = arith.addf %xj, %left : f32
      %steps:3 = scf.while (%k = %i0, %x = %zero, %y = %zero) : (i32, f32, f32) -> (i32, f32, f32) {
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %size = arith.addf %xx, %yy : f32
        %inside = arith.cmpf ole, %size, %four : f32
        %few = arith.cmpi slt, %k, %most : i32
        %go = arith.andi %inside, %few : i1
        scf.condition(%go) %k, %x, %y : i32, f32, f32
      } do {
      ^bb0(%k: i32, %x: f32, %y: f32):
        %xx = arith.mulf %x, %x : f32
        %yy = arith.mulf %y, %y : f32
        %xy = arith.mulf %x, %y : f32
        %d = arith.subf %xx, %yy : f32
        %x1 = arith.addf %d, %cx : f32
        %p = arith.mulf %xy, %two : f32
        %y1 = arith.addf %p, %cy : f32
        %k1 = arith.addi %k, %i1 : i32
        scf.yield %k1, %x1, %y1 : i32, f32, f32
      }
      %count = arith.sitofp %steps#0 : i32 to f32
      memref.store %count, %a[%i, %j] : memref<{n}x{n}xf32>
    }
  }
  return
}

func.func @run(%rounds: index, %a: memref<{n}x{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a) : (memref<{n}x{n}xf32>) -> ()
  }
  return
}

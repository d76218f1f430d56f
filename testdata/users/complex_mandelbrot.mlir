// How many steps points of the plane take to leave the circle of radius 2 under z = z² + c, row by row.
func.func private @steps(%c: complex<f32>) -> i32 {
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %two = arith.constant 2.0 : f32
  %n0 = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 40 : i32
  %z, %n = scf.while (%z = %zero, %n = %n0) : (complex<f32>, i32) -> (complex<f32>, i32) {
    %abs = complex.abs %z : complex<f32>
    %inside = arith.cmpf ole, %abs, %two : f32
    %more = arith.cmpi slt, %n, %most : i32
    %go = arith.andi %inside, %more : i1
    scf.condition(%go) %z, %n : complex<f32>, i32
  } do {
  ^bb0(%z: complex<f32>, %n: i32):
    %square = complex.mul %z, %z : complex<f32>
    %next = complex.add %square, %c : complex<f32>
    %n1 = arith.addi %n, %one : i32
    scf.yield %next, %n1 : complex<f32>, i32
  }
  return %n : i32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  %left = arith.constant -2.0 : f32
  %top = arith.constant -1.125 : f32
  %step = arith.constant 0.25 : f32
  %row = arith.constant 0.375 : f32
  scf.for %y = %c0 to %c7 step %c1 {
    scf.for %x = %c0 to %c12 step %c1 {
      %xi = arith.index_cast %x : index to i32
      %yi = arith.index_cast %y : index to i32
      %xf = arith.sitofp %xi : i32 to f32
      %yf = arith.sitofp %yi : i32 to f32
      %xs = arith.mulf %xf, %step : f32
      %ys = arith.mulf %yf, %row : f32
      %re = arith.addf %left, %xs : f32
      %im = arith.addf %top, %ys : f32
      %c = complex.create %re, %im : complex<f32>
      %n = func.call @steps(%c) : (complex<f32>) -> i32
      vector.print %n : i32 punctuation <no_punctuation>
      vector.print str " "
    }
    vector.print punctuation <newline>
  }
  return
}

// Covers locations where regions nest: loops, branches, while loops, regions with blocks; some arguments have none to print.

func.func @nest(%n: index loc("n"), %buf: memref<?xf32> loc(unknown)) -> f32 {
  %c0 = arith.constant 0 : index loc("k.c":1:1)
  %c1 = arith.constant 1 : index loc("k.c":1:2)
  %zero = arith.constant 0.0 : f32 loc("k.c":1:3)
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %buf[%i] : memref<?xf32> loc("k.c":3:5)
    %go = arith.cmpf ogt, %x, %zero : f32 loc("k.c":4:5)
    %y = scf.if %go -> (f32) {
      %t = arith.addf %s, %x : f32 loc("k.c":5:7)
      scf.yield %t : f32 loc("k.c":6:7)
    } else {
      scf.yield %s : f32 loc("k.c":7:7)
    } loc("k.c":4:3)
    scf.yield %y : f32 loc("k.c":8:5)
  } loc("k.c":2:1)
  %w = scf.while (%a = %sum) : (f32) -> f32 {
    %go = arith.cmpf olt, %a, %zero : f32 loc("k.c":10:5)
    scf.condition(%go) %a : f32 loc("k.c":11:5)
  } do {
  ^bb0(%b: f32 loc("k.c":12:1)):
    scf.yield %b : f32 loc("k.c":13:5)
  } loc("k.c":9:1)
  affine.for %i = 0 to 4 {
    affine.store %w, %buf[%i] : memref<?xf32> loc("k.c":15:5)
  } loc("k.c":14:1)
  scf.execute_region {
    cf.br ^exit loc("k.c":17:5)
  ^exit:
    scf.yield loc("k.c":18:5)
  } loc("k.c":16:1)
  return %w : f32 loc("k.c":20:3)
} loc("k.c":0:1)

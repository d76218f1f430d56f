// y = a x + y, and the sum of y; for other hosts: see run.mjs.
func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = memref.dim %x, %c0 : memref<?xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f32 {
    %xi = memref.load %x[%i] : memref<?xf32>
    %yi = memref.load %y[%i] : memref<?xf32>
    %p = arith.mulf %a, %xi : f32
    %r = arith.addf %p, %yi : f32
    memref.store %r, %y[%i] : memref<?xf32>
    %t = arith.addf %s, %r : f32
    scf.yield %t : f32
  }
  return %sum : f32
}

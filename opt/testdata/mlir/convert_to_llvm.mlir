// PASSES: --convert-scf-to-cf --convert-to-llvm --reconcile-unrealized-casts --cse
func.func @f(%m: memref<?xf32>, %i: index, %x: f32, %v: vector<4xf32>) -> f32 {
  %0 = memref.load %m[%i] : memref<?xf32>
  %1 = arith.addf %0, %x : f32
  %2 = math.exp %1 : f32
  %3 = math.erf %2 : f32
  %4 = vector.reduction <add>, %v : vector<4xf32> into f32
  %c = arith.cmpf olt, %3, %4 : f32
  cf.cond_br %c, ^a, ^b(%4 : f32)
^a:
  memref.store %2, %m[%i] : memref<?xf32>
  %5 = func.call @g(%m) : (memref<?xf32>) -> index
  %6 = arith.index_cast %5 : index to i32
  %7 = arith.sitofp %6 : i32 to f32
  cf.br ^b(%7 : f32)
^b(%r: f32):
  return %r : f32
}
func.func private @g(memref<?xf32>) -> index
func.func @s(%m: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %m[%i] : memref<?xf32>
    memref.store %0, %m[%c0] : memref<?xf32>
  }
  return
}

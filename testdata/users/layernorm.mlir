func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4.0 : f32
  %eps = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = arith.remui %i, %c4 : index
    %1 = arith.cmpi ult, %0, %c1 : index
    %2 = arith.andi %i, %c1 : index
    %3 = arith.index_cast %2 : index to i32
    %4 = arith.uitofp %3 : i32 to f32
    memref.store %4, %x[%i] : memref<4xf32>
  }
  %sum, %sq = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %zero, %b = %zero) -> (f32, f32) {
    %v = memref.load %x[%i] : memref<4xf32>
    %0 = arith.addf %a, %v : f32
    %1 = math.fma %v, %v, %b : f32
    scf.yield %0, %1 : f32, f32
  }
  %mean = arith.divf %sum, %n : f32
  %m2 = arith.mulf %mean, %mean : f32
  %sqn = arith.divf %sq, %n : f32
  %var = arith.subf %sqn, %m2 : f32
  %ve = arith.addf %var, %eps : f32
  %r = math.sqrt %ve : f32
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %v = memref.load %x[%i] : memref<4xf32>
    %0 = arith.subf %v, %mean : f32
    %1 = arith.divf %0, %r : f32
    memref.store %1, %x[%i] : memref<4xf32>
    scf.reduce
  }
  %u = memref.cast %x : memref<4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %x : memref<4xf32>
  return
}

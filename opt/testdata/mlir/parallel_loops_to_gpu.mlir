// PASSES: --gpu-map-parallel-loops --convert-parallel-loops-to-gpu
func.func @a(%A: memref<64x64xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c64 = arith.constant 64 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%c0, %c1) to (%c64, %n) step (%c1, %c2) {
    scf.parallel (%k) = (%c0) to (%c2) step (%c1) {
      memref.store %x, %A[%i, %j] : memref<64x64xf32>
    }
  }
  scf.parallel (%i, %j, %k, %l) = (%c0, %c1, %c0, %c0) to (%c64, %n, %c2, %c2) step (%c1, %c2, %c1, %c1) {
    memref.store %x, %A[%i, %j] : memref<64x64xf32>
  } {kept = 1}
  return
}
func.func @tiled(%A: memref<?x?xf32>, %n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c8, %c4) {
    %h = affine.min affine_map<(d0)[s0] -> (8, s0 - d0)>(%i)[%n]
    %rest = arith.subi %m, %j : index
    %w = arith.minsi %c4, %rest : index
    scf.parallel (%r, %c) = (%c0, %c0) to (%h, %w) step (%c1, %c1) {
      %y = arith.addi %i, %r : index
      %z = arith.addi %j, %c : index
      memref.store %x, %A[%y, %z] : memref<?x?xf32>
      scf.parallel (%k) = (%c0) to (%h) step (%c1) {
        memref.store %x, %A[%y, %k] : memref<?x?xf32>
      }
    }
  }
  return
}
func.func @others(%A: memref<?x?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %v = memref.load %A[%i, %c0] : memref<?x?xf32>
    %c5 = arith.constant 5 : index
    %own = memref.alloca() : memref<4xf32>
    memref.store %v, %own[%c0] : memref<4xf32>
    scf.parallel (%j, %k) = (%c0, %c1) to (%n, %c5) step (%c1, %c5) {
      memref.store %v, %A[%i, %j] : memref<?x?xf32>
    }
  }
  scf.for %s = %c0 to %n step %c1 {
    scf.parallel (%i) = (%c0) to (%s) step (%c1) {
      memref.store %x, %A[%s, %i] : memref<?x?xf32>
    }
  }
  return
}

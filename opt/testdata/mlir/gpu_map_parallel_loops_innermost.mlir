// PASSES: --gpu-map-parallel-loops=mapping-policy=innermost-first
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
  }
  return
}
func.func @deep(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %s = %c0 to %n step %c1 {
      scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      }
    }
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.parallel (%k) = (%c0) to (%n) step (%c1) {
        scf.parallel (%l) = (%c0) to (%n) step (%c1) {
        }
      }
    }
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
  } {mapping = [#gpu.loop_dim_map<processor = thread_y, map = (d0) -> (d0 * 2), bound = (d0) -> (d0 floordiv 2)>]}
  return
}

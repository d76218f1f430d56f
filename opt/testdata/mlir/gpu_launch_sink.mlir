// PASSES: --gpu-launch-sink-index-computations
func.func @f(%A: memref<?x?xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = memref.dim %A, %c0 : memref<?x?xf32>
  %d1 = memref.dim %A, %c1 : memref<?x?xf32>
  %less = arith.cmpi slt, %n, %d0 : index
  %size = arith.select %less, %n, %d0 : index
  %sum = arith.addi %n, %d1 : index
  %chosen = arith.select %p, %sum, %d1 : index
  %x = arith.constant 2.0 : f32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %d0, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %x, %A[%size, %sum] : memref<?x?xf32>
    scf.for %i = %c0 to %chosen step %c1 {
      memref.store %x, %A[%i, %n] : memref<?x?xf32>
      scf.if %p {
        memref.store %x, %A[%d1, %c0] : memref<?x?xf32>
      }
    }
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %d0, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    memref.store %x, %A[%size, %tx] : memref<?x?xf32>
    gpu.terminator
  }
  return
}

module {
  func.func @saxpy(%arg0: f32, %arg1: memref<?xf32>, %arg2: memref<?xf32>) -> f32 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %cst = arith.constant 0.000000e+00 : f32
    %dim = memref.dim %arg1, %c0 : memref<?xf32>
    %0 = scf.for %arg3 = %c0 to %dim step %c1 iter_args(%arg4 = %cst) -> (f32) {
      %1 = memref.load %arg1[%arg3] : memref<?xf32>
      %2 = memref.load %arg2[%arg3] : memref<?xf32>
      %3 = arith.mulf %arg0, %1 : f32
      %4 = arith.addf %3, %2 : f32
      memref.store %4, %arg2[%arg3] : memref<?xf32>
      %5 = arith.addf %arg4, %4 : f32
      scf.yield %5 : f32
    }
    return %0 : f32
  }
}


package convertlinalgtoloops

const before = `func.func @f(%a: memref<4x8xf32>, %b: memref<8x?xf32>, %c: memref<4x?xf32>) {
  linalg.matmul ins(%a, %b : memref<4x8xf32>, memref<8x?xf32>) outs(%c : memref<4x?xf32>)
  return
}
`

const afterLoops = `module {
  func.func @f(%arg0: memref<4x8xf32>, %arg1: memref<8x?xf32>, %arg2: memref<4x?xf32>) {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg1, %c1 : memref<8x?xf32>
    scf.for %arg3 = %c0 to %c4 step %c1 {
      scf.for %arg4 = %c0 to %dim step %c1 {
        scf.for %arg5 = %c0 to %c8 step %c1 {
          %0 = memref.load %arg0[%arg3, %arg5] : memref<4x8xf32>
          %1 = memref.load %arg1[%arg5, %arg4] : memref<8x?xf32>
          %2 = memref.load %arg2[%arg3, %arg4] : memref<4x?xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          memref.store %4, %arg2[%arg3, %arg4] : memref<4x?xf32>
        }
      }
    }
    return
  }
}
`

const afterParallel = `module {
  func.func @f(%arg0: memref<4x8xf32>, %arg1: memref<8x?xf32>, %arg2: memref<4x?xf32>) {
    %c8 = arith.constant 8 : index
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg1, %c1 : memref<8x?xf32>
    scf.parallel (%arg3, %arg4) = (%c0, %c0) to (%c4, %dim) step (%c1, %c1) {
      scf.for %arg5 = %c0 to %c8 step %c1 {
        %0 = memref.load %arg0[%arg3, %arg5] : memref<4x8xf32>
        %1 = memref.load %arg1[%arg5, %arg4] : memref<8x?xf32>
        %2 = memref.load %arg2[%arg3, %arg4] : memref<4x?xf32>
        %3 = arith.mulf %0, %1 : f32
        %4 = arith.addf %2, %3 : f32
        memref.store %4, %arg2[%arg3, %arg4] : memref<4x?xf32>
      }
      scf.reduce 
    }
    return
  }
}
`

const afterAffine = `module {
  func.func @f(%arg0: memref<4x8xf32>, %arg1: memref<8x?xf32>, %arg2: memref<4x?xf32>) {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg1, %c1 : memref<8x?xf32>
    affine.for %arg3 = 0 to 4 {
      affine.for %arg4 = 0 to %dim {
        affine.for %arg5 = 0 to 8 {
          %0 = affine.load %arg0[%arg3, %arg5] : memref<4x8xf32>
          %1 = affine.load %arg1[%arg5, %arg4] : memref<8x?xf32>
          %2 = affine.load %arg2[%arg3, %arg4] : memref<4x?xf32>
          %3 = arith.mulf %0, %1 : f32
          %4 = arith.addf %2, %3 : f32
          affine.store %4, %arg2[%arg3, %arg4] : memref<4x?xf32>
        }
      }
    }
    return
  }
}
`

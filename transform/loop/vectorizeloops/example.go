package vectorizeloops

const before = `func.func @f(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<?xf32>
    %1 = affine.load %y[%i] : memref<?xf32>
    %2 = arith.mulf %a, %0 : f32
    %3 = arith.addf %2, %1 : f32
    affine.store %3, %y[%i] : memref<?xf32>
  }
  return
}
`

const after = `#map = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
#map1 = affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>
module {
  func.func @f(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: f32, %arg3: index) {
    affine.for %arg4 = 0 to #map()[%arg3] step 4 {
      %0 = affine.vector_load %arg0[%arg4] : memref<?xf32>, vector<4xf32>
      %1 = affine.vector_load %arg1[%arg4] : memref<?xf32>, vector<4xf32>
      %2 = vector.broadcast %arg2 : f32 to vector<4xf32>
      %3 = arith.mulf %2, %0 : vector<4xf32>
      %4 = arith.addf %3, %1 : vector<4xf32>
      affine.vector_store %4, %arg1[%arg4] : memref<?xf32>, vector<4xf32>
    }
    affine.for %arg4 = max #map1()[%arg3] to %arg3 {
      %0 = affine.load %arg0[%arg4] : memref<?xf32>
      %1 = affine.load %arg1[%arg4] : memref<?xf32>
      %2 = arith.mulf %arg2, %0 : f32
      %3 = arith.addf %2, %1 : f32
      affine.store %3, %arg1[%arg4] : memref<?xf32>
    }
    return
  }
}
`

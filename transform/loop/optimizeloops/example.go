package optimizeloops

const before = `func.func @f(%x: memref<64xf32>, %y: memref<64xf32>, %n: index) {
  affine.for %i = 0 to %n {
    %0 = affine.load %x[%i] : memref<64xf32>
    %1 = affine.load %y[%i] : memref<64xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %y[%i] : memref<64xf32>
  }
  return
}
`

const after = `#map = affine_map<()[s0] -> (((s0 floordiv 4) floordiv 2) * 8)>
#map1 = affine_map<()[s0] -> (0, ((s0 floordiv 4) floordiv 2) * 8)>
#map2 = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
#map3 = affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>
module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32>, %arg2: index) {
    affine.for %arg3 = 0 to #map()[%arg2] step 8 {
      %0 = affine.vector_load %arg0[%arg3] : memref<64xf32>, vector<4xf32>
      %1 = affine.vector_load %arg1[%arg3] : memref<64xf32>, vector<4xf32>
      %2 = arith.addf %0, %1 : vector<4xf32>
      affine.vector_store %2, %arg1[%arg3] : memref<64xf32>, vector<4xf32>
      %3 = affine.vector_load %arg0[%arg3 + 4] : memref<64xf32>, vector<4xf32>
      %4 = affine.vector_load %arg1[%arg3 + 4] : memref<64xf32>, vector<4xf32>
      %5 = arith.addf %3, %4 : vector<4xf32>
      affine.vector_store %5, %arg1[%arg3 + 4] : memref<64xf32>, vector<4xf32>
    }
    affine.for %arg3 = max #map1()[%arg2] to #map2()[%arg2] step 4 {
      %0 = affine.vector_load %arg0[%arg3] : memref<64xf32>, vector<4xf32>
      %1 = affine.vector_load %arg1[%arg3] : memref<64xf32>, vector<4xf32>
      %2 = arith.addf %0, %1 : vector<4xf32>
      affine.vector_store %2, %arg1[%arg3] : memref<64xf32>, vector<4xf32>
    }
    affine.for %arg3 = max #map3()[%arg2] to %arg2 {
      %0 = affine.load %arg0[%arg3] : memref<64xf32>
      %1 = affine.load %arg1[%arg3] : memref<64xf32>
      %2 = arith.addf %0, %1 : f32
      affine.store %2, %arg1[%arg3] : memref<64xf32>
    }
    return
  }
}
`

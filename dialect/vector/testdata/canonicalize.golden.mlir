#map = affine_map<(d0, d1) -> (d0)>
module {
  func.func @broadcast(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<1x4xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x2xi32>, vector<2x4xi8>, vector<1x4xf32>, vector<2x4xf32>) {
    %cst = arith.constant dense<-7> : vector<2x2xi32>
    %cst_0 = arith.constant dense<2.500000e+00> : vector<4xf32>
    %cst_1 = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
    %0 = vector.broadcast %arg0 : f32 to vector<2x4xf32>
    %1 = vector.broadcast %cst_1 : vector<4xi8> to vector<2x4xi8>
    %2 = vector.broadcast %arg1 : vector<4xf32> to vector<1x4xf32>
    %3 = vector.broadcast %arg2 : vector<1x4xf32> to vector<2x4xf32>
    return %arg1, %0, %cst_0, %cst, %1, %2, %3 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x2xi32>, vector<2x4xi8>, vector<1x4xf32>, vector<2x4xf32>
  }
  func.func @extract(%arg0: f32, %arg1: f32, %arg2: vector<4xf32>, %arg3: vector<2x4xf32>, %arg4: index) -> (vector<4xf32>, f32, vector<4xf32>, f32, f32, f32, i32, vector<2xi32>, f32, f32, f32) {
    %cst = arith.constant dense<[3, 4]> : vector<2xi32>
    %c3_i32 = arith.constant 3 : i32
    %0 = vector.extract %arg2[2] : f32 from vector<4xf32>
    %1 = vector.extract %arg3[1, 3] : f32 from vector<2x4xf32>
    %2 = vector.extract %arg2[1] : f32 from vector<4xf32>
    %3 = vector.extract %arg2[1] : f32 from vector<4xf32>
    return %arg2, %arg0, %arg2, %0, %arg1, %1, %c3_i32, %cst, %arg0, %2, %3 : vector<4xf32>, f32, vector<4xf32>, f32, f32, f32, i32, vector<2xi32>, f32, f32, f32
  }
  func.func @extract_broadcast(%arg0: vector<4xf32>, %arg1: index) -> vector<4xf32> {
    return %arg0 : vector<4xf32>
  }
  func.func @insert(%arg0: f32, %arg1: vector<4xf32>, %arg2: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xi32>) {
    %cst = arith.constant dense<[1, 2, 9, 4]> : vector<4xi32>
    %0 = vector.insert %arg0, %arg1 [1] : f32 into vector<4xf32>
    return %arg1, %0, %cst : vector<4xf32>, vector<4xf32>, vector<4xi32>
  }
  func.func @shape_cast(%arg0: vector<4xf32>) -> (vector<4xf32>, vector<2x2xf32>, vector<2x2xi32>, vector<4x1xi32>, vector<4xf32>) {
    %cst = arith.constant dense<5> : vector<4x1xi32>
    %cst_0 = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
    %0 = vector.shape_cast %arg0 : vector<4xf32> to vector<2x2xf32>
    return %arg0, %0, %cst_0, %cst, %arg0 : vector<4xf32>, vector<2x2xf32>, vector<2x2xi32>, vector<4x1xi32>, vector<4xf32>
  }
  func.func @bitcast(%arg0: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<8xi16>) {
    %0 = vector.bitcast %arg0 : vector<4xf32> to vector<8xi16>
    return %arg0, %arg0, %0 : vector<4xf32>, vector<4xf32>, vector<8xi16>
  }
  func.func @elements(%arg0: f32, %arg1: f32, %arg2: vector<2xf32>) -> (f32, f32, vector<2xf32>, vector<2xf32>, vector<2xi32>, f32, f32) {
    %cst = arith.constant dense<[1, 2]> : vector<2xi32>
    %0 = vector.broadcast %arg0 : f32 to vector<2xf32>
    return %arg0, %arg1, %arg2, %0, %cst, %arg0, %arg0 : f32, f32, vector<2xf32>, vector<2xf32>, vector<2xi32>, f32, f32
  }
  func.func @masks() -> (vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>) {
    %cst = arith.constant dense<false> : vector<2x4xi1>
    %cst_0 = arith.constant dense<true> : vector<4xi1>
    %cst_1 = arith.constant dense<false> : vector<4xi1>
    %0 = vector.constant_mask [2, 3] : vector<2x4xi1>
    %1 = vector.constant_mask [1, 4] : vector<2x4xi1>
    return %cst_0, %cst_1, %0, %1, %cst : vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>
  }
  func.func @accesses(%arg0: memref<8xf32>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xindex>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %0 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
    vector.store %arg2, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
    %1 = vector.load %arg0[%arg1] : memref<8xf32>, vector<4xf32>
    vector.store %arg2, %arg0[%arg1] : memref<8xf32>, vector<4xf32>
    return %0, %arg2, %arg2, %1 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.func @reduce(%arg0: vector<1xf32>, %arg1: vector<f32>, %arg2: f32) -> (f32, f32, f32) {
    %0 = vector.extract %arg0[0] : f32 from vector<1xf32>
    %1 = vector.extract %arg0[0] : f32 from vector<1xf32>
    %2 = arith.mulf %1, %arg2 : f32
    %3 = vector.extract %arg1[] : f32 from vector<f32>
    %4 = arith.addf %3, %arg2 : f32
    return %0, %2, %4 : f32, f32, f32
  }
  func.func @shuffle(%arg0: vector<4xf32>, %arg1: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<3xi32>) {
    %cst = arith.constant dense<[4, 1, 3]> : vector<3xi32>
    return %arg0, %arg1, %cst : vector<4xf32>, vector<4xf32>, vector<3xi32>
  }
  func.func @transfers(%arg0: memref<8x4xf32>, %arg1: index, %arg2: f32, %arg3: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = vector.transfer_read %arg0[%arg1, %c0], %arg2 {in_bounds = [true]} : memref<8x4xf32>, vector<4xf32>
    %1 = vector.transfer_read %arg0[%arg1, %c1], %arg2 : memref<8x4xf32>, vector<4xf32>
    vector.transfer_write %arg3, %arg0[%arg1, %c0] {in_bounds = [true]} : vector<4xf32>, memref<8x4xf32>
    vector.transfer_write %arg3, %arg0[%arg1, %arg1] : vector<4xf32>, memref<8x4xf32>
    return %0, %1 : vector<4xf32>, vector<4xf32>
  }
  func.func @tensors(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: index, %arg3: index, %arg4: f32, %arg5: vector<4xi1>, %arg6: vector<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = vector.transfer_read %arg0[%arg2], %arg4, %arg5 : tensor<4xf32>, vector<4xf32>
    %1 = vector.transfer_write %0, %arg0[%arg2] : vector<4xf32>, tensor<4xf32>
    %2 = vector.transfer_read %arg0[%arg2], %arg4 : tensor<4xf32>, vector<4xf32>
    %3 = vector.transfer_write %2, %arg0[%arg3] : vector<4xf32>, tensor<4xf32>
    %4 = vector.transfer_read %arg0[%arg2], %arg4 : tensor<4xf32>, vector<4xf32>
    %5 = vector.transfer_write %4, %arg1[%arg2] : vector<4xf32>, tensor<4xf32>
    return %arg0, %1, %3, %5, %arg0 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func @part_of_tensor(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>, %arg2: f32) -> tensor<8xf32> {
    %c0 = arith.constant 0 : index
    %0 = vector.transfer_read %arg0[%c0], %arg2 {in_bounds = [true]} : tensor<8xf32>, vector<4xf32>
    %1 = vector.transfer_write %0, %arg1[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func @read_of_written(%arg0: tensor<8x8xf32>, %arg1: index, %arg2: index, %arg3: f32, %arg4: vector<4xi1>, %arg5: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
    %0 = vector.transfer_write %arg5, %arg0[%arg1, %arg2] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
    %1 = vector.transfer_read %0[%arg2, %arg2], %arg3 : tensor<8x8xf32>, vector<4xf32>
    %2 = vector.transfer_read %0[%arg1, %arg2], %arg3 {permutation_map = #map} : tensor<8x8xf32>, vector<4xf32>
    %3 = vector.transfer_write %arg5, %arg0[%arg1, %arg2] : vector<4xf32>, tensor<8x8xf32>
    %4 = vector.transfer_read %3[%arg1, %arg2], %arg3 : tensor<8x8xf32>, vector<4xf32>
    return %arg5, %1, %2, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
  }
  func.func @part_of_cast_a(%arg0: vector<1x1xf32>, %arg1: index) -> f32 {
    %0 = vector.shape_cast %arg0 : vector<1x1xf32> to vector<1xf32>
    %1 = vector.extract %0[%arg1] : f32 from vector<1xf32>
    return %1 : f32
  }
  func.func @part_of_cast_b(%arg0: vector<f32>, %arg1: index) -> f32 {
    %0 = vector.extract %arg0[] : f32 from vector<f32>
    return %0 : f32
  }
  func.func @part_of_cast_b2(%arg0: vector<f32>, %arg1: index) -> vector<1xf32> {
    %0 = vector.broadcast %arg0 : vector<f32> to vector<1xf32>
    return %0 : vector<1xf32>
  }
  func.func @part_of_cast_c(%arg0: vector<2x3xf32>, %arg1: index) -> f32 {
    %0 = vector.extract %arg0[1, 1] : f32 from vector<2x3xf32>
    return %0 : f32
  }
  func.func @part_of_cast_d(%arg0: vector<6xf32>, %arg1: index) -> vector<3xf32> {
    %0 = vector.shape_cast %arg0 : vector<6xf32> to vector<2x3xf32>
    %1 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
    return %1 : vector<3xf32>
  }
  func.func @part_of_cast_e(%arg0: vector<2x4x3xf32>, %arg1: index) -> vector<3xf32> {
    %0 = vector.extract %arg0[1, 1] : vector<3xf32> from vector<2x4x3xf32>
    return %0 : vector<3xf32>
  }
  func.func @part_of_cast_f(%arg0: vector<2x3xf32>, %arg1: index) -> vector<1x3xf32> {
    %0 = vector.shape_cast %arg0 : vector<2x3xf32> to vector<2x1x3xf32>
    %1 = vector.extract %0[1] : vector<1x3xf32> from vector<2x1x3xf32>
    return %1 : vector<1x3xf32>
  }
  func.func @part_of_cast_g(%arg0: vector<2x3xf32>, %arg1: index) -> vector<3xf32> {
    %0 = vector.extract %arg0[%arg1] : vector<3xf32> from vector<2x3xf32>
    return %0 : vector<3xf32>
  }
  func.func @part_of_transposition(%arg0: vector<2x3x4xf32>, %arg1: index) -> (f32, vector<4xf32>, vector<2xf32>, vector<4xf32>) {
    %0 = vector.extract %arg0[1, 2, 3] : f32 from vector<2x3x4xf32>
    %1 = vector.transpose %arg0, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
    %2 = vector.extract %arg0[1, 2] : vector<4xf32> from vector<2x3x4xf32>
    %3 = vector.transpose %arg0, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
    %4 = vector.extract %3[2, 1] : vector<2xf32> from vector<4x3x2xf32>
    %5 = vector.extract %1[2, %arg1] : vector<4xf32> from vector<3x2x4xf32>
    return %0, %2, %4, %5 : f32, vector<4xf32>, vector<2xf32>, vector<4xf32>
  }
  func.func @part_of_copies(%arg0: vector<4xf32>, %arg1: vector<1x4xf32>, %arg2: f32, %arg3: index) -> (vector<3x4xf32>, vector<4xf32>, vector<4xf32>, vector<3xf32>) {
    %0 = vector.broadcast %arg0 : vector<4xf32> to vector<3x4xf32>
    %1 = vector.extract %arg1[0] : vector<4xf32> from vector<1x4xf32>
    %2 = vector.broadcast %arg2 : f32 to vector<3xf32>
    return %0, %arg0, %1, %2 : vector<3x4xf32>, vector<4xf32>, vector<4xf32>, vector<3xf32>
  }
}

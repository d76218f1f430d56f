func.func @broadcast(%x: f32, %v: vector<4xf32>, %w: vector<1x4xf32>) -> (vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x2xi32>, vector<2x4xi8>, vector<1x4xf32>, vector<2x4xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.broadcast %x : f32 to vector<4xf32>
  %2 = vector.broadcast %1 : vector<4xf32> to vector<2x4xf32>
  %c = arith.constant 2.5 : f32
  %3 = vector.broadcast %c : f32 to vector<4xf32>
  %i = arith.constant dense<-7> : vector<2xi32>
  %4 = vector.broadcast %i : vector<2xi32> to vector<2x2xi32>
  %d = arith.constant dense<[1, 2, 3, 4]> : vector<4xi8>
  %5 = vector.broadcast %d : vector<4xi8> to vector<2x4xi8>
  %6 = vector.broadcast %v : vector<4xf32> to vector<1x4xf32>
  %7 = vector.broadcast %w : vector<1x4xf32> to vector<2x4xf32>
  return %0, %2, %3, %4, %5, %6, %7 : vector<4xf32>, vector<2x4xf32>, vector<4xf32>, vector<2x2xi32>, vector<2x4xi8>, vector<1x4xf32>, vector<2x4xf32>
}

func.func @extract(%x: f32, %y: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %i: index) -> (vector<4xf32>, f32, vector<4xf32>, f32, f32, f32, i32, vector<2xi32>, f32, f32, f32) {
  %0 = vector.extract %v[] : vector<4xf32> from vector<4xf32>
  %b = vector.broadcast %x : f32 to vector<2x4xf32>
  %1 = vector.extract %b[1, %i] : f32 from vector<2x4xf32>
  %bv = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.extract %bv[%i] : vector<4xf32> from vector<2x4xf32>
  %3 = vector.extract %bv[0, 2] : f32 from vector<2x4xf32>
  %fe = vector.from_elements %x, %y, %x, %y : vector<2x2xf32>
  %4 = vector.extract %fe[0, 1] : f32 from vector<2x2xf32>
  %r = vector.extract %m[1] : vector<4xf32> from vector<2x4xf32>
  %5 = vector.extract %r[3] : f32 from vector<4xf32>
  %c = arith.constant dense<[[1, 2], [3, 4]]> : vector<2x2xi32>
  %6 = vector.extract %c[1, 0] : i32 from vector<2x2xi32>
  %7 = vector.extract %c[1] : vector<2xi32> from vector<2x2xi32>
  %in = vector.insert %x, %v[2] : f32 into vector<4xf32>
  %8 = vector.extract %in[2] : f32 from vector<4xf32>
  %9 = vector.extract %in[1] : f32 from vector<4xf32>
  %c1 = arith.constant 1 : index
  %10 = vector.extract %v[%c1] : f32 from vector<4xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : vector<4xf32>, f32, vector<4xf32>, f32, f32, f32, i32, vector<2xi32>, f32, f32, f32
}

func.func @extract_broadcast(%v: vector<4xf32>, %i: index) -> vector<4xf32> {
  %b = vector.broadcast %v : vector<4xf32> to vector<3x2x4xf32>
  %0 = vector.extract %b[%i, 1] : vector<4xf32> from vector<3x2x4xf32>
  return %0 : vector<4xf32>
}

func.func @insert(%x: f32, %v: vector<4xf32>, %w: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xi32>) {
  %0 = vector.insert %v, %w[] : vector<4xf32> into vector<4xf32>
  %c1 = arith.constant 1 : index
  %1 = vector.insert %x, %v[%c1] : f32 into vector<4xf32>
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %n = arith.constant 9 : i32
  %2 = vector.insert %n, %c[2] : i32 into vector<4xi32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<4xi32>
}

func.func @shape_cast(%v: vector<4xf32>) -> (vector<4xf32>, vector<2x2xf32>, vector<2x2xi32>, vector<4x1xi32>, vector<4xf32>) {
  %0 = vector.shape_cast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.shape_cast %v : vector<4xf32> to vector<4x1xf32>
  %2 = vector.shape_cast %1 : vector<4x1xf32> to vector<2x2xf32>
  %c = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %3 = vector.shape_cast %c : vector<4xi32> to vector<2x2xi32>
  %s = arith.constant dense<5> : vector<4xi32>
  %4 = vector.shape_cast %s : vector<4xi32> to vector<4x1xi32>
  %5 = vector.shape_cast %1 : vector<4x1xf32> to vector<4xf32>
  return %0, %2, %3, %4, %5 : vector<4xf32>, vector<2x2xf32>, vector<2x2xi32>, vector<4x1xi32>, vector<4xf32>
}

func.func @bitcast(%v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<8xi16>) {
  %0 = vector.bitcast %v : vector<4xf32> to vector<4xf32>
  %1 = vector.bitcast %v : vector<4xf32> to vector<4xi32>
  %2 = vector.bitcast %1 : vector<4xi32> to vector<4xf32>
  %3 = vector.bitcast %1 : vector<4xi32> to vector<8xi16>
  return %0, %2, %3 : vector<4xf32>, vector<4xf32>, vector<8xi16>
}

func.func @elements(%x: f32, %y: f32, %v: vector<2xf32>) -> (f32, f32, vector<2xf32>, vector<2xf32>, vector<2xi32>, f32, f32) {
  %f = vector.from_elements %x, %y : vector<2xf32>
  %0:2 = vector.to_elements %f : vector<2xf32>
  %1:2 = vector.to_elements %v : vector<2xf32>
  %2 = vector.from_elements %1#0, %1#1 : vector<2xf32>
  %3 = vector.from_elements %x, %x : vector<2xf32>
  %c = arith.constant 1 : i32
  %d = arith.constant 2 : i32
  %4 = vector.from_elements %c, %d : vector<2xi32>
  %b = vector.broadcast %x : f32 to vector<2xf32>
  %5:2 = vector.to_elements %b : vector<2xf32>
  return %0#0, %0#1, %2, %3, %4, %5#0, %5#1 : f32, f32, vector<2xf32>, vector<2xf32>, vector<2xi32>, f32, f32
}

func.func @masks() -> (vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>) {
  %0 = vector.constant_mask [4] : vector<4xi1>
  %1 = vector.constant_mask [0] : vector<4xi1>
  %2 = vector.constant_mask [2, 3] : vector<2x4xi1>
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %m1 = arith.constant -1 : index
  %3 = vector.create_mask %c1, %c9 : vector<2x4xi1>
  %4 = vector.create_mask %c1, %m1 : vector<2x4xi1>
  return %0, %1, %2, %3, %4 : vector<4xi1>, vector<4xi1>, vector<2x4xi1>, vector<2x4xi1>, vector<2x4xi1>
}

func.func @accesses(%m: memref<8xf32>, %i: index, %v: vector<4xf32>, %at: vector<4xindex>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %all = vector.constant_mask [4] : vector<4xi1>
  %none = vector.constant_mask [0] : vector<4xi1>
  %0 = vector.maskedload %m[%i], %all, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %2 = vector.gather %m[%i] [%at], %none, %v : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i], %all, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.maskedstore %m[%i], %none, %v : memref<8xf32>, vector<4xi1>, vector<4xf32>
  vector.scatter %m[%i] [%at], %none, %v : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  %d = memref.cast %m : memref<8xf32> to memref<?xf32>
  %3 = vector.load %d[%i] : memref<?xf32>, vector<4xf32>
  vector.store %v, %d[%i] : memref<?xf32>, vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

func.func @reduce(%v: vector<1xf32>, %z: vector<f32>, %x: f32) -> (f32, f32, f32) {
  %0 = vector.reduction <add>, %v : vector<1xf32> into f32
  %1 = vector.reduction <mul>, %v, %x : vector<1xf32> into f32
  %2 = vector.reduction <add>, %z, %x : vector<f32> into f32
  return %0, %1, %2 : f32, f32, f32
}

func.func @shuffle(%v: vector<4xf32>, %w: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<3xi32>) {
  %0 = vector.shuffle %v, %w [0, 1, 2, 3] : vector<4xf32>, vector<4xf32>
  %1 = vector.shuffle %v, %w [4, 5, 6, 7] : vector<4xf32>, vector<4xf32>
  %c = arith.constant dense<[1, 2]> : vector<2xi32>
  %d = arith.constant dense<[3, 4]> : vector<2xi32>
  %2 = vector.shuffle %c, %d [3, 0, 2] : vector<2xi32>, vector<2xi32>
  return %0, %1, %2 : vector<4xf32>, vector<4xf32>, vector<3xi32>
}

func.func @transfers(%m: memref<8x4xf32>, %i: index, %x: f32, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_read %m[%i, %c0], %x : memref<8x4xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %c1], %x : memref<8x4xf32>, vector<4xf32>
  vector.transfer_write %v, %m[%i, %c0] : vector<4xf32>, memref<8x4xf32>
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, memref<8x4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}

func.func @tensors(%t: tensor<4xf32>, %u: tensor<4xf32>, %i: index, %j: index, %x: f32, %k: vector<4xi1>, %v: vector<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %same = vector.transfer_read %t[%i], %x : tensor<4xf32>, vector<4xf32>
  %0 = vector.transfer_write %same, %t[%i] : vector<4xf32>, tensor<4xf32>
  %masked = vector.transfer_read %t[%i], %x, %k : tensor<4xf32>, vector<4xf32>
  %1 = vector.transfer_write %masked, %t[%i] : vector<4xf32>, tensor<4xf32>
  %elsewhere = vector.transfer_read %t[%i], %x : tensor<4xf32>, vector<4xf32>
  %2 = vector.transfer_write %elsewhere, %t[%j] : vector<4xf32>, tensor<4xf32>
  %other = vector.transfer_read %t[%i], %x : tensor<4xf32>, vector<4xf32>
  %3 = vector.transfer_write %other, %u[%i] : vector<4xf32>, tensor<4xf32>
  %whole = vector.transfer_read %t[%c0], %x : tensor<4xf32>, vector<4xf32>
  %4 = vector.transfer_write %whole, %u[%c0] : vector<4xf32>, tensor<4xf32>
  return %0, %1, %2, %3, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @part_of_tensor(%t: tensor<8xf32>, %u: tensor<8xf32>, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %a = vector.transfer_read %t[%c0], %x : tensor<8xf32>, vector<4xf32>
  %0 = vector.transfer_write %a, %u[%c0] : vector<4xf32>, tensor<8xf32>
  return %0 : tensor<8xf32>
}

func.func @read_of_written(%t: tensor<8x8xf32>, %i: index, %j: index, %x: f32, %k: vector<4xi1>, %v: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %sure = vector.transfer_write %v, %t[%i, %j] {in_bounds = [true]} : vector<4xf32>, tensor<8x8xf32>
  %0 = vector.transfer_read %sure[%i, %j], %x : tensor<8x8xf32>, vector<4xf32>
  %1 = vector.transfer_read %sure[%j, %j], %x : tensor<8x8xf32>, vector<4xf32>
  %2 = vector.transfer_read %sure[%i, %j], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : tensor<8x8xf32>, vector<4xf32>
  %perhaps = vector.transfer_write %v, %t[%i, %j] : vector<4xf32>, tensor<8x8xf32>
  %3 = vector.transfer_read %perhaps[%i, %j], %x : tensor<8x8xf32>, vector<4xf32>
  return %0, %1, %2, %3 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

func.func @part_of_cast_a(%v: vector<1x1xf32>, %i: index) -> f32 {
  %0 = vector.shape_cast %v : vector<1x1xf32> to vector<1xf32>
  %1 = vector.extract %0[%i] : f32 from vector<1xf32>
  return %1 : f32
}
func.func @part_of_cast_b(%v: vector<f32>, %i: index) -> f32 {
  %0 = vector.shape_cast %v : vector<f32> to vector<1x1xf32>
  %1 = vector.extract %0[%i, %i] : f32 from vector<1x1xf32>
  return %1 : f32
}
func.func @part_of_cast_b2(%v: vector<f32>, %i: index) -> vector<1xf32> {
  %0 = vector.shape_cast %v : vector<f32> to vector<1x1xf32>
  %1 = vector.extract %0[%i] : vector<1xf32> from vector<1x1xf32>
  return %1 : vector<1xf32>
}
func.func @part_of_cast_c(%v: vector<2x3xf32>, %i: index) -> f32 {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<6xf32>
  %1 = vector.extract %0[4] : f32 from vector<6xf32>
  return %1 : f32
}
func.func @part_of_cast_d(%v: vector<6xf32>, %i: index) -> vector<3xf32> {
  %0 = vector.shape_cast %v : vector<6xf32> to vector<2x3xf32>
  %1 = vector.extract %0[1] : vector<3xf32> from vector<2x3xf32>
  return %1 : vector<3xf32>
}
func.func @part_of_cast_e(%v: vector<2x4x3xf32>, %i: index) -> vector<3xf32> {
  %0 = vector.shape_cast %v : vector<2x4x3xf32> to vector<8x3xf32>
  %1 = vector.extract %0[5] : vector<3xf32> from vector<8x3xf32>
  return %1 : vector<3xf32>
}
func.func @part_of_cast_f(%v: vector<2x3xf32>, %i: index) -> vector<1x3xf32> {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<2x1x3xf32>
  %1 = vector.extract %0[1] : vector<1x3xf32> from vector<2x1x3xf32>
  return %1 : vector<1x3xf32>
}
func.func @part_of_cast_g(%v: vector<2x3xf32>, %i: index) -> vector<3xf32> {
  %0 = vector.shape_cast %v : vector<2x3xf32> to vector<1x2x3xf32>
  %1 = vector.extract %0[0, %i] : vector<3xf32> from vector<1x2x3xf32>
  return %1 : vector<3xf32>
}

func.func @part_of_transposition(%v: vector<2x3x4xf32>, %i: index) -> (f32, vector<4xf32>, vector<2xf32>, vector<4xf32>) {
  %0 = vector.transpose %v, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.extract %0[3, 1, 2] : f32 from vector<4x2x3xf32>
  %2 = vector.transpose %v, [1, 0, 2] : vector<2x3x4xf32> to vector<3x2x4xf32>
  %3 = vector.extract %2[2, 1] : vector<4xf32> from vector<3x2x4xf32>
  %4 = vector.transpose %v, [2, 1, 0] : vector<2x3x4xf32> to vector<4x3x2xf32>
  %5 = vector.extract %4[2, 1] : vector<2xf32> from vector<4x3x2xf32>
  %6 = vector.extract %2[2, %i] : vector<4xf32> from vector<3x2x4xf32>
  return %1, %3, %5, %6 : f32, vector<4xf32>, vector<2xf32>, vector<4xf32>
}

func.func @part_of_copies(%v: vector<4xf32>, %w: vector<1x4xf32>, %x: f32, %i: index) -> (vector<3x4xf32>, vector<4xf32>, vector<4xf32>, vector<3xf32>) {
  %0 = vector.broadcast %v : vector<4xf32> to vector<2x3x4xf32>
  %1 = vector.extract %0[%i] : vector<3x4xf32> from vector<2x3x4xf32>
  %2 = vector.extract %0[%i, %i] : vector<4xf32> from vector<2x3x4xf32>
  %3 = vector.broadcast %w : vector<1x4xf32> to vector<3x4xf32>
  %4 = vector.extract %3[%i] : vector<4xf32> from vector<3x4xf32>
  %5 = vector.broadcast %x : f32 to vector<2x3xf32>
  %6 = vector.extract %5[%i] : vector<3xf32> from vector<2x3xf32>
  return %1, %2, %4, %6 : vector<3x4xf32>, vector<4xf32>, vector<4xf32>, vector<3xf32>
}

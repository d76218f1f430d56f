// Covers vector.load, store, maskedload, maskedstore, gather, scatter, transfer_read and transfer_write with every optional part.
func.func @plain(%m: memref<?x8xf32>, %e: memref<4xvector<4xf32>>, %z: memref<f32>, %i: index) {
  %0 = vector.load %m[%i, %i] : memref<?x8xf32>, vector<4xf32>
  %1 = vector.load %m[%i, %i] {nontemporal = true, alignment = 16 : i64} : memref<?x8xf32>, vector<2x4xf32>
  %2 = vector.load %e[%i] : memref<4xvector<4xf32>>, vector<4xf32>
  %3 = vector.load %z[] : memref<f32>, vector<f32>
  %4 = vector.load %m[%i, %i] : memref<?x8xf32>, vector<[4]xf32>
  %5 = vector.load %m[%i, %i] {nontemporal = false} : memref<?x8xf32>, vector<4xf32>
  vector.store %0, %m[%i, %i] {nontemporal = false} : memref<?x8xf32>, vector<4xf32>
  vector.store %1, %m[%i, %i] {alignment = 32 : i64, other} : memref<?x8xf32>, vector<2x4xf32>
  vector.store %2, %e[%i] {nontemporal = true} : memref<4xvector<4xf32>>, vector<4xf32>
  vector.store %3, %z[] : memref<f32>, vector<f32>
  return
}
func.func @masked(%m: memref<?x8xf32>, %i: index, %v: vector<4xf32>, %k: vector<4xi1>, %at: vector<4xi32>, %t: tensor<?xf32>) {
  %0 = vector.maskedload %m[%i, %i], %k, %v : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %1 = vector.maskedload %m[%i, %i], %k, %v {alignment = 8 : i64} : memref<?x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m[%i, %i], %k, %0 : memref<?x8xf32>, vector<4xi1>, vector<4xf32>
  %2 = vector.gather %m[%i, %i] [%at], %k, %v : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %3 = vector.gather %t[%i][%at], %k, %v {alignment = 8 : i64} : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m[%i, %i] [%at], %k, %1 : memref<?x8xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  return
}
func.func @transfers(%m: memref<?x8xf32>, %e: memref<4x4xvector<4xf32>>, %z: memref<f32>, %t: tensor<?x?xf32>, %i: index, %x: f32, %p: vector<4xf32>, %k: vector<4xi1>, %k2: vector<2x4xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<?x8xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true], a = 1 : i32} : memref<?x8xf32>, vector<4xf32>
  %2 = vector.transfer_read %m[%i, %i], %x, %k2 {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<?x8xf32>, vector<4x2xf32>
  %3 = vector.transfer_read %m[%i, %i], %x {in_bounds = [false, true], permutation_map = affine_map<(d0, d1) -> (d0, 0)>} : memref<?x8xf32>, vector<4x2xf32>
  %4 = vector.transfer_read %e[%i, %i], %p : memref<4x4xvector<4xf32>>, vector<2x4xf32>
  %5 = vector.transfer_read %z[], %x : memref<f32>, vector<f32>
  %6 = vector.transfer_read %z[], %x {in_bounds = [true], permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<1xf32>
  %7 = vector.transfer_read %t[%i, %i], %x {in_bounds = [false]} : tensor<?x?xf32>, vector<4xf32>
  vector.transfer_write %0, %m[%i, %i] : vector<4xf32>, memref<?x8xf32>
  vector.transfer_write %1, %m[%i, %i], %k {in_bounds = [true]} : vector<4xf32>, memref<?x8xf32>
  vector.transfer_write %2, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : vector<4x2xf32>, memref<?x8xf32>
  vector.transfer_write %5, %z[] : vector<f32>, memref<f32>
  %8 = vector.transfer_write %7, %t[%i, %i] : vector<4xf32>, tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}
func.func @casts(%m: memref<2x3x4xf32>, %v: memref<2xvector<3x4xf32>, 3>) -> (memref<2x3xvector<4xf32>>, memref<vector<2x3x4xf32>, 3>) {
  %0 = vector.type_cast %m : memref<2x3x4xf32> to memref<2x3xvector<4xf32>>
  %1 = vector.type_cast %v {a} : memref<2xvector<3x4xf32>, 3> to memref<vector<2x3x4xf32>, 3>
  return %0, %1 : memref<2x3xvector<4xf32>>, memref<vector<2x3x4xf32>, 3>
}

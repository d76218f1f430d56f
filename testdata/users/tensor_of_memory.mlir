// A tensor shares the memory of the program, which is written once all that reads the tensor has run.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0 : i32
  %m = memref.alloc() : memref<4xi32>
  scf.for %i = %c0 to %c4 step %c1 {
    %x = arith.index_cast %i : index to i32
    memref.store %x, %m[%i] : memref<4xi32>
  }
  %t = bufferization.to_tensor %m restrict writable : memref<4xi32> to tensor<4xi32>
  %ten = arith.constant 10 : i32
  %u = tensor.insert %ten into %t[%c1] : tensor<4xi32>
  %sum = linalg.add ins(%t, %u : tensor<4xi32>, tensor<4xi32>) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  %v = vector.transfer_read %sum[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v : vector<4xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %m = memref.alloca() : memref<4xi32>
  %z = arith.constant dense<0> : vector<4xi32>
  vector.store %z, %m[%c0] : memref<4xi32>, vector<4xi32>
  %v = arith.constant dense<[1, 2, 3, 4]> : vector<4xi32>
  %i = arith.constant dense<[3, 2, 1, 0]> : vector<4xi32>
  %k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  vector.scatter %m[%c0] [%i], %k, %v : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32>
  %r = vector.load %m[%c0] : memref<4xi32>, vector<4xi32>
  vector.print %r : vector<4xi32>
  return
}

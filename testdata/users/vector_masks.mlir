func.func @main() {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloc() : memref<4xi32>
  %v = arith.constant dense<[10, 20, 30, 40]> : vector<4xi32>
  %z = arith.constant dense<-1> : vector<4xi32>
  vector.store %v, %m[%c0] : memref<4xi32>, vector<4xi32>
  %k = vector.create_mask %c3 : vector<4xi1>
  %l = vector.maskedload %m[%c0], %k, %z : memref<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %l : vector<4xi32>
  %idx = arith.constant dense<[3, 0, 2, 1]> : vector<4xi32>
  %g = vector.gather %m[%c0] [%idx], %k, %z : memref<4xi32>, vector<4xi32>, vector<4xi1>, vector<4xi32> into vector<4xi32>
  vector.print %g : vector<4xi32>
  vector.maskedstore %m[%c0], %k, %z : memref<4xi32>, vector<4xi1>, vector<4xi32>
  %r = vector.load %m[%c0] : memref<4xi32>, vector<4xi32>
  vector.print %r : vector<4xi32>
  memref.dealloc %m : memref<4xi32>
  return
}

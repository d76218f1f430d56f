// Conversions that say that they round to nearest, ties to even: on both sides of ties, and on vectors.
func.func @main(%d: memref<8xf64>, %s: memref<8xf32>, %h: memref<8xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %tie = arith.constant 0x3FF0000010000000 : f64
  %above = arith.constant 0x3FF0000010000001 : f64
  %odd = arith.constant 0x3FF0000030000000 : f64
  memref.store %tie, %d[%c0] : memref<8xf64>
  memref.store %above, %d[%c1] : memref<8xf64>
  memref.store %odd, %d[%c2] : memref<8xf64>
  affine.for %i = 0 to 8 {
    %x = affine.load %d[%i] : memref<8xf64>
    %y = arith.truncf %x to_nearest_even : f64 to f32
    affine.store %y, %s[%i] : memref<8xf32>
  }
  %pad = arith.constant 0.0 : f32
  %v = vector.transfer_read %s[%c0], %pad : memref<8xf32>, vector<8xf32>
  %w = arith.truncf %v to_nearest_even : vector<8xf32> to vector<8xf16>
  vector.transfer_write %w, %h[%c0] : vector<8xf16>, memref<8xf16>
  return
}

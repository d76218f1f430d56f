// Reads beyond the end are padded; writes beyond the end are dropped.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c3 = arith.constant 3 : index
  %pad = arith.constant -7.0 : f32
  %m = memref.alloc() : memref<5xf32>
  scf.for %i = %c0 to %c5 step %c1 {
    %x = arith.index_cast %i : index to i64
    %f = arith.sitofp %x : i64 to f32
    memref.store %f, %m[%i] : memref<5xf32>
  }
  %v = vector.transfer_read %m[%c3], %pad : memref<5xf32>, vector<4xf32>
  vector.print %v : vector<4xf32>
  %two = arith.constant dense<2.0> : vector<4xf32>
  %w = arith.mulf %v, %two : vector<4xf32>
  vector.transfer_write %w, %m[%c3] : vector<4xf32>, memref<5xf32>
  %r = vector.transfer_read %m[%c0], %pad {in_bounds = [true]} : memref<5xf32>, vector<5xf32>
  vector.print %r : vector<5xf32>
  memref.dealloc %m : memref<5xf32>
  return
}

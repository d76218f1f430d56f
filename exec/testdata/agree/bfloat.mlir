// Sums and products of bf16, and doubles that bf16 rounds otherwise than by way of float: just above a tie, too small, too large.
func.func @main(%a: memref<64xbf16>, %d: memref<64xf64>, %r: memref<64xbf16>, %s: memref<8xbf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %third = arith.constant 0.3 : bf16
  scf.for %i = %c0 to %c64 step %c1 {
    %v = memref.load %a[%i] : memref<64xbf16>
    %w = arith.mulf %v, %third : bf16
    %e = memref.load %d[%i] : memref<64xf64>
    %t = arith.truncf %e : f64 to bf16
    %u = arith.addf %w, %t : bf16
    memref.store %u, %r[%i] : memref<64xbf16>
  }
  %zero = memref.load %d[%c0] : memref<64xf64>
  %none = arith.subf %zero, %zero : f64
  %tie = arith.constant 0x3FF0100000000001 : f64
  %tiny = arith.constant 1.0e-300 : f64
  %huge = arith.constant 3.4e+38 : f64
  %x0 = arith.addf %tie, %none : f64
  %x1 = arith.addf %tiny, %none : f64
  %x2 = arith.addf %huge, %none : f64
  %y0 = arith.truncf %x0 : f64 to bf16
  %y1 = arith.truncf %x1 : f64 to bf16
  %y2 = arith.truncf %x2 : f64 to bf16
  memref.store %y0, %s[%c0] : memref<8xbf16>
  memref.store %y1, %s[%c1] : memref<8xbf16>
  memref.store %y2, %s[%c2] : memref<8xbf16>
  %n = arith.negf %y0 : bf16
  memref.store %n, %s[%c3] : memref<8xbf16>
  return
}

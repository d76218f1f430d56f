// Covers every operation of the complex dialect, in custom and in generic form, with fast-math flags and attributes.

func.func @parts(%re: f32, %im: f32, %z: complex<f32>, %w: complex<f64>) -> (f32, f32, f32, f64) {
  %0 = complex.create %re, %im : complex<f32>
  %1 = complex.re %z : complex<f32>
  %2 = complex.im %z {tag} : complex<f32>
  %3 = complex.abs %z fastmath<nnan,contract> : complex<f32>
  %4 = complex.angle %w : complex<f64>
  %5 = "complex.create"(%re, %im) : (f32, f32) -> complex<f32>
  %6 = "complex.re"(%z) {fastmath = #arith.fastmath<fast>} : (complex<f32>) -> f32
  return %1, %2, %3, %4 : f32, f32, f32, f64
}

func.func @constants() -> (complex<f32>, complex<f64>, complex<f16>, complex<i32>) {
  %0 = complex.constant [1.0 : f32, -0.0 : f32] : complex<f32>
  %1 = complex.constant [0.1, 0x7FF0000000000000 : f64] : complex<f64>
  %2 = complex.constant [1.5 : f16, 2.5 : f16] {tag = "half"} : complex<f16>
  %3 = complex.constant [1 : i32, -2 : i32] : complex<i32>
  return %0, %1, %2, %3 : complex<f32>, complex<f64>, complex<f16>, complex<i32>
}

func.func @arithmetic(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.sub %b, %0 : complex<f32>
  %2 = complex.mul %1, %a fastmath<reassoc> : complex<f32>
  %3 = complex.div %2, %b fastmath<fast> : complex<f32>
  %4 = complex.neg %3 : complex<f32>
  %5 = complex.conj %4 : complex<f32>
  %6 = complex.sign %5 : complex<f32>
  return %6 : complex<f32>
}

func.func @compare(%a: complex<f32>, %b: complex<f32>) -> (i1, i1) {
  %0 = complex.eq %a, %b : complex<f32>
  %1 = complex.neq %a, %b {tag} : complex<f32>
  return %0, %1 : i1, i1
}

func.func @functions(%z: complex<f64>, %n: i32) {
  %0 = complex.exp %z : complex<f64>
  %1 = complex.expm1 %z : complex<f64>
  %2 = complex.log %z : complex<f64>
  %3 = complex.log1p %z : complex<f64>
  %4 = complex.sqrt %z : complex<f64>
  %5 = complex.rsqrt %z fastmath<arcp> : complex<f64>
  %6 = complex.sin %z : complex<f64>
  %7 = complex.cos %z : complex<f64>
  %8 = complex.tan %z : complex<f64>
  %9 = complex.tanh %z : complex<f64>
  %10 = complex.atan2 %z, %0 : complex<f64>
  %11 = complex.pow %z, %0 fastmath<afn> : complex<f64>
  %12 = complex.powi %z, %n : complex<f64>, i32
  return
}

func.func @bits(%z: complex<f32>, %i: i64, %h: complex<f16>) -> (i64, f64, complex<f32>, f32) {
  %0 = complex.bitcast %z : complex<f32> to i64
  %1 = complex.bitcast %z : complex<f32> to f64
  %2 = complex.bitcast %i : i64 to complex<f32>
  %3 = complex.bitcast %h : complex<f16> to f32
  return %0, %1, %2, %3 : i64, f64, complex<f32>, f32
}

func.func @sum(%numbers: memref<4xcomplex<f32>>, %i: index) -> f32 {
  %0 = memref.load %numbers[%i] : memref<4xcomplex<f32>>
  %1 = complex.add %0, %0 : complex<f32>
  %2 = complex.re %1 : complex<f32>
  return %2 : f32
}

// A Fourier transform of eight numbers in place, by butterflies with twiddle factors of complex.exp.
memref.global "private" constant @signal : memref<8xcomplex<f64>> =
  dense<[(1.0, 0.0), (2.0, -1.0), (0.0, -1.0), (-1.0, 2.0), (0.5, 0.0), (3.0, 1.0), (-2.0, 0.25), (4.0, -4.0)]>
memref.global "private" constant @reversed : memref<8xindex> = dense<[0, 4, 2, 6, 1, 5, 3, 7]>

func.func private @printMemrefC64(memref<*xcomplex<f64>>) attributes {llvm.emit_c_interface}

func.func private @butterfly(%a: complex<f64>, %b: complex<f64>, %w: complex<f64>) -> (complex<f64>, complex<f64>) {
  %t = complex.mul %w, %b : complex<f64>
  %sum = complex.add %a, %t : complex<f64>
  %difference = complex.sub %a, %t : complex<f64>
  return %sum, %difference : complex<f64>, complex<f64>
}

func.func private @twiddle(%k: index, %n: index) -> complex<f64> {
  %zero = arith.constant 0.0 : f64
  %full = arith.constant -6.283185307179586 : f64
  %ki = arith.index_cast %k : index to i64
  %ni = arith.index_cast %n : index to i64
  %kf = arith.sitofp %ki : i64 to f64
  %nf = arith.sitofp %ni : i64 to f64
  %part = arith.divf %kf, %nf : f64
  %angle = arith.mulf %full, %part : f64
  %exponent = complex.create %zero, %angle : complex<f64>
  %w = complex.exp %exponent : complex<f64>
  return %w : complex<f64>
}

func.func private @fft(%x: memref<8xcomplex<f64>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %span = scf.while (%half = %c1) : (index) -> index {
    %go = arith.cmpi ult, %half, %c8 : index
    scf.condition(%go) %half : index
  } do {
  ^bb0(%half: index):
    %size = arith.muli %half, %c2 : index
    scf.for %start = %c0 to %c8 step %size {
      scf.for %k = %c0 to %half step %c1 {
        %i = arith.addi %start, %k : index
        %j = arith.addi %i, %half : index
        %w = func.call @twiddle(%k, %size) : (index, index) -> complex<f64>
        %a = memref.load %x[%i] : memref<8xcomplex<f64>>
        %b = memref.load %x[%j] : memref<8xcomplex<f64>>
        %s, %d = func.call @butterfly(%a, %b, %w) : (complex<f64>, complex<f64>, complex<f64>) -> (complex<f64>, complex<f64>)
        memref.store %s, %x[%i] : memref<8xcomplex<f64>>
        memref.store %d, %x[%j] : memref<8xcomplex<f64>>
      }
    }
    scf.yield %size : index
  }
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %signal = memref.get_global @signal : memref<8xcomplex<f64>>
  %order = memref.get_global @reversed : memref<8xindex>
  %x = memref.alloc() : memref<8xcomplex<f64>>
  scf.for %i = %c0 to %c8 step %c1 {
    %from = memref.load %order[%i] : memref<8xindex>
    %v = memref.load %signal[%from] : memref<8xcomplex<f64>>
    memref.store %v, %x[%i] : memref<8xcomplex<f64>>
  }
  func.call @fft(%x) : (memref<8xcomplex<f64>>) -> ()
  %any = memref.cast %x : memref<8xcomplex<f64>> to memref<*xcomplex<f64>>
  func.call @printMemrefC64(%any) : (memref<*xcomplex<f64>>) -> ()
  memref.dealloc %x : memref<8xcomplex<f64>>
  return
}

// The product of a vector with the conjugate of another, by a loop that carries a complex number, and by linalg into a memref.
#id = affine_map<(d0) -> (d0)>
#zero = affine_map<(d0) -> ()>
memref.global "private" constant @a : memref<6xcomplex<f32>> =
  dense<[(1.0, 2.0), (-0.5, 4.0), (3.0, -3.0), (0.25, 0.125), (2.0, 0.0), (0.0, -7.0)]>
memref.global "private" constant @b : memref<6xcomplex<f32>> =
  dense<[(2.0, -1.0), (1.5, 1.0), (0.5, 0.5), (8.0, -16.0), (-1.0, 1.0), (2.0, 3.0)]>

func.func private @print(%z: complex<f32>) {
  %re = complex.re %z : complex<f32>
  %im = complex.im %z : complex<f32>
  vector.print %re : f32
  vector.print %im : f32
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
  %a = memref.get_global @a : memref<6xcomplex<f32>>
  %b = memref.get_global @b : memref<6xcomplex<f32>>
  %dot = scf.for %i = %c0 to %c6 step %c1 iter_args(%s = %zero) -> (complex<f32>) {
    %x = memref.load %a[%i] : memref<6xcomplex<f32>>
    %y = memref.load %b[%i] : memref<6xcomplex<f32>>
    %c = complex.conj %y : complex<f32>
    %p = complex.mul %x, %c : complex<f32>
    %t = complex.add %s, %p : complex<f32>
    scf.yield %t : complex<f32>
  }
  func.call @print(%dot) : (complex<f32>) -> ()
  %sum = memref.alloc() : memref<complex<f32>>
  memref.store %zero, %sum[] : memref<complex<f32>>
  linalg.generic {indexing_maps = [#id, #id, #zero], iterator_types = ["reduction"]}
      ins(%a, %b : memref<6xcomplex<f32>>, memref<6xcomplex<f32>>) outs(%sum : memref<complex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %s: complex<f32>):
    %c = complex.conj %y : complex<f32>
    %p = complex.mul %x, %c : complex<f32>
    %t = complex.add %s, %p : complex<f32>
    linalg.yield %t : complex<f32>
  }
  %again = memref.load %sum[] : memref<complex<f32>>
  func.call @print(%again) : (complex<f32>) -> ()
  %same = complex.eq %dot, %again : complex<f32>
  vector.print %same : i1
  %ratio = complex.div %dot, %again : complex<f32>
  func.call @print(%ratio) : (complex<f32>) -> ()
  memref.dealloc %sum : memref<complex<f32>>
  return
}

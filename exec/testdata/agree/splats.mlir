// with i=69
// Large constants of one number, of types of each size: each element is there, the last one as well.
memref.global "private" constant @c : memref<4096x4096xf32> = dense<1.5>
memref.global "private" @d : memref<70x70xi1> = dense<true>
memref.global "private" @e : memref<70x70xi8> = dense<-3>
memref.global "private" @f : memref<5000xf16> = dense<2.5>
memref.global "private" @g : memref<5000xindex> = dense<7>
memref.global "private" @h : memref<5000xi64> = dense<0>
func.func @main(%i: index, %o: memref<6xf32>) {
  %c = memref.get_global @c : memref<4096x4096xf32>
  %d = memref.get_global @d : memref<70x70xi1>
  %e = memref.get_global @e : memref<70x70xi8>
  %f = memref.get_global @f : memref<5000xf16>
  %g = memref.get_global @g : memref<5000xindex>
  %h = memref.get_global @h : memref<5000xi64>
  %x0 = memref.load %c[%i, %i] : memref<4096x4096xf32>
  %x1 = memref.load %d[%i, %i] : memref<70x70xi1>
  %x2 = memref.load %e[%i, %i] : memref<70x70xi8>
  %x3 = memref.load %f[%i] : memref<5000xf16>
  %x4 = memref.load %g[%i] : memref<5000xindex>
  %x5 = memref.load %h[%i] : memref<5000xi64>
  %y1 = arith.uitofp %x1 : i1 to f32
  %y2 = arith.sitofp %x2 : i8 to f32
  %y3 = arith.extf %x3 : f16 to f32
  %k4 = arith.index_cast %x4 : index to i64
  %y4 = arith.sitofp %k4 : i64 to f32
  %y5 = arith.sitofp %x5 : i64 to f32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %i2 = arith.constant 2 : index
  %i3 = arith.constant 3 : index
  %i4 = arith.constant 4 : index
  %i5 = arith.constant 5 : index
  memref.store %x0, %o[%i0] : memref<6xf32>
  memref.store %y1, %o[%i1] : memref<6xf32>
  memref.store %y2, %o[%i2] : memref<6xf32>
  memref.store %y3, %o[%i3] : memref<6xf32>
  memref.store %y4, %o[%i4] : memref<6xf32>
  memref.store %y5, %o[%i5] : memref<6xf32>
  return
}

// Covers dense elements: splats, nested lists, every element kind, hexadecimal strings, complex, empty and scalar shapes.

module attributes {
  // Splats; a list of equal elements becomes a splat.
  doc.a0 = dense<0> : tensor<4xi32>, doc.a1 = dense<1.0> : vector<2x2xf32>, doc.a2 = dense<true> : tensor<3xi1>,
  doc.a3 = dense<[5, 5, 5]> : tensor<3xi64>, doc.a4 = dense<[[1.0, 1.0], [1.0, 1.0]]> : tensor<2x2xf16>,
  // A zero-dimensional shape, a shape of one element, shapes with no elements.
  doc.b0 = dense<42> : tensor<i32>, doc.b1 = dense<1.5> : vector<f32>, doc.b2 = dense<[7]> : tensor<1xi8>,
  doc.b3 = dense<[[7]]> : tensor<1x1xi8>, doc.b4 = dense<> : tensor<0xi32>, doc.b5 = dense<> : tensor<2x0xf32>,
  doc.b6 = dense<> : tensor<0x3xindex>,
  // Nested lists.
  doc.c0 = dense<[1, 2, 3]> : tensor<3xi32>, doc.c1 = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>,
  doc.c2 = dense<[[[1], [2]], [[3], [4]]]> : tensor<2x2x1xi64>, doc.c3 = dense<[[1.0, -2.5, 3.0e10]]> : vector<1x3xf64>,
  // Integers of every kind; negative and unsigned; of odd widths; index; hexadecimal.
  doc.d0 = dense<[true, false, true]> : tensor<3xi1>, doc.d1 = dense<[1, 0]> : tensor<2xi1>,
  doc.d2 = dense<[-128, 127]> : tensor<2xi8>, doc.d3 = dense<[0, 255]> : tensor<2xui8>,
  doc.d4 = dense<[-4, 3]> : tensor<2xsi3>,
  doc.d5 = dense<[0xFF, 0x10]> : tensor<2xi32>, doc.d6 = dense<[0, 5, -1]> : tensor<3xindex>,
  doc.d7 = dense<[170141183460469231731687303715884105727, 0]> : tensor<2xi128>, doc.d8 = dense<[1, 2, 3]> : vector<3xi5>,
  // Floats of every kind, with bit patterns. An integer literal is not allowed for a float.
  doc.e0 = dense<[0.1, 0.2]> : tensor<2xf32>, doc.e1 = dense<[0x7FC00000, 0xFF800000, 0x3F800000]> : tensor<3xf32>,
  doc.e2 = dense<[1.0, 0x3FF0000000000000]> : tensor<2xf64>, doc.e3 = dense<[1.0, 2.0]> : tensor<2xbf16>,
  doc.e4 = dense<[1.0, 0.5]> : tensor<2xf8E5M2>, doc.e5 = dense<[6.0, 0.5]> : tensor<2xf4E2M1FN>,
  doc.e6 = dense<[1.0, 2.0]> : tensor<2xf80>, doc.e7 = dense<[0.1, 2.0]> : tensor<2xf128>,
  // Complex numbers, of floats and of integers.
  doc.f0 = dense<(1.0, 2.0)> : tensor<complex<f32>>, doc.f1 = dense<[(1.0, -1.0), (0.5, 0.25)]> : tensor<2xcomplex<f64>>,
  doc.f2 = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>, doc.f3 = dense<(0.0, 1.0)> : tensor<4xcomplex<f16>>,
  // Hexadecimal strings: the raw bytes, little-endian, one element for a splat.
  doc.h0 = dense<"0x01000000020000000300000004000000"> : tensor<4xi32>, doc.h1 = dense<"0x0000803F"> : tensor<8xf32>,
  doc.h2 = dense<"0x0102030405060708"> : tensor<2x4xi8>, doc.h3 = dense<"0x0000803F00000040"> : tensor<complex<f32>>,
  doc.h4 = dense<"0xFF"> : tensor<4xi8>, doc.h5 = dense<"0x0100000000000000"> : tensor<1xindex>,
  doc.h6 = dense<"0x02"> : tensor<2xi1>, doc.h7 = dense<"0xFF"> : tensor<5xi1>, doc.h8 = dense<"0xB60D"> : tensor<12xi1>,
  // Other shaped types.
  doc.i0 = dense<1> : vector<[4]xi32>, doc.i1 = dense<[1, 2]> : tensor<2xi32, "encoded">
} {
}

// Covers float attributes: every type, decimal and hexadecimal literals, infinities, NaNs, denormals and rounding.

module attributes {
  // Without a type a float is an f64. A digit must stand before the point, none need follow it.
  doc.a0 = 0.0, doc.a1 = -0.0, doc.a2 = 1.0, doc.a3 = 1., doc.a4 = -2.5e-3, doc.a5 = 6.02214076E+23, doc.a6 = 1.0e10,
  // Six digits of mantissa when that is exact, else as many as it takes, else hexadecimal.
  doc.b0 = 0.1, doc.b1 = 0.1 : f32, doc.b2 = 3.141592653589793, doc.b3 = 3.14159274 : f32, doc.b4 = 1.0e308, doc.b5 = 16777217.0 : f32,
  doc.b6 = 0.3333333333333333, doc.b7 = 1234567.0 : f32, doc.b8 = 12345678.0 : f32, doc.b9 = 1.0e-5 : f32,
  doc.k0 = 123456.5, doc.k1 = 999999.0, doc.k2 = 1234567.5, doc.k3 = 9007199254740993.0, doc.k4 = 123456789012345680.0,
  doc.k5 = 0.0001234567, doc.k6 = 1.0e23, doc.k7 = 0.30000000000000004,
  // Too large for the type is infinity, too small is zero. A minus may stand apart.
  doc.l0 = 1.0e400, doc.l1 = 1.0e39 : f32, doc.l2 = 65520.0 : f16, doc.l3 = 1.0e-400, doc.l4 = - 1.5,
  // The small types.
  doc.c0 = 1.5 : f16, doc.c1 = 0.1 : f16, doc.c2 = 65504.0 : f16, doc.c3 = 1.0 : bf16, doc.c4 = 3.14159 : bf16, doc.c5 = 1.0 : tf32,
  doc.d0 = 1.0 : f8E5M2, doc.d1 = 0.875 : f8E4M3, doc.d2 = 448.0 : f8E4M3FN, doc.d3 = 2.0 : f8E5M2FNUZ, doc.d4 = 2.0 : f8E4M3FNUZ,
  doc.d5 = 2.0 : f8E4M3B11FNUZ, doc.d6 = 2.0 : f8E3M4, doc.d7 = 0.5 : f8E8M0FNU, doc.d8 = 6.0 : f4E2M1FN,
  doc.d9 = 7.5 : f6E2M3FN, doc.da = 28.0 : f6E3M2FN,
  // The large types.
  doc.e0 = 1.0 : f80, doc.e1 = 0.1 : f80, doc.e2 = 1.0 : f128, doc.e3 = 0.1 : f128,
  // Bit patterns. A pattern of an ordinary number prints as a decimal.
  doc.f0 = 0x3F800000 : f32, doc.f1 = 0x3FF0000000000000 : f64, doc.f2 = 0x3C00 : f16, doc.f3 = 0x4049 : bf16,
  doc.f4 = 0x3FFF8000000000000000 : f80, doc.f5 = 0x3FFF0000000000000000000000000000 : f128, doc.f6 = 0x38 : f8E4M3FN,
  // Infinities.
  doc.g0 = 0x7F800000 : f32, doc.g1 = 0xFF800000 : f32, doc.g2 = 0x7FF0000000000000 : f64, doc.g3 = 0x7C00 : f16,
  doc.g4 = 0xFF80 : bf16, doc.g5 = 0x7C : f8E5M2,
  // NaNs: quiet, negative, with a payload, signaling.
  doc.h0 = 0x7FC00000 : f32, doc.h1 = 0xFFC00000 : f32, doc.h2 = 0x7FC00001 : f32, doc.h3 = 0x7FA00000 : f32,
  doc.h4 = 0x7FF8000000000000 : f64, doc.h5 = 0xFFFFFFFFFFFFFFFF : f64, doc.h6 = 0x7E00 : f16, doc.h7 = 0x7FC0 : bf16,
  doc.h8 = 0x7F : f8E4M3FN, doc.h9 = 0x80 : f8E4M3FNUZ,
  // Denormals, the smallest and the largest numbers.
  doc.i0 = 0x00000001 : f32, doc.i1 = 1.0e-45 : f32, doc.i2 = 0x007FFFFF : f32, doc.i3 = 0x7F7FFFFF : f32,
  doc.i4 = 0x0000000000000001 : f64, doc.i5 = 1.7976931348623157e308, doc.i6 = 0x0001 : f16,
  // An integer literal is no float, unless it is hexadecimal.
  doc.j0 = 0x00000000 : f32, doc.j1 = 0x80000000 : f32
} {
}

// Covers integer, boolean, index, unit and type attributes.

module attributes {
  // Without a type an integer is an i64.
  doc.a0 = 0, doc.a1 = 42, doc.a2 = -1,
  doc.a3 = 9223372036854775807, doc.a4 = -9223372036854775808,
  // Widths and signedness.
  doc.b0 = 1 : i8, doc.b1 = -128 : i8, doc.b2 = 127 : i8,
  doc.b3 = 255 : ui8, doc.b4 = -128 : si8, doc.b5 = 127 : si8,
  doc.b6 = 7 : i3, doc.b7 = -4 : i3, doc.b8 = 3 : si3, doc.b9 = 7 : ui3,
  doc.c0 = 5 : index, doc.c1 = -5 : index,
  doc.c2 = 18446744073709551615 : ui64, doc.c3 = -9223372036854775808 : si64,
  // A signless value may use the unsigned range; it prints signed.
  doc.c4 = 255 : i8, doc.c5 = 65535 : i16, doc.c6 = 4294967295 : i32, doc.c7 = 18446744073709551615 : i64,
  // Beyond 64 bits.
  doc.d0 = 18446744073709551616 : i65, doc.d1 = 170141183460469231731687303715884105727 : i128,
  doc.d2 = -170141183460469231731687303715884105728 : i128, doc.d3 = 340282366920938463463374607431768211455 : ui128,
  doc.d4 = 115792089237316195423570985008687907853269984665640564039457584007913129639935 : ui256,
  doc.d5 = 0 : i1024, doc.d6 = -1 : i4096,
  // Hexadecimal.
  doc.e0 = 0x0, doc.e1 = 0xFF : i32, doc.e2 = 0xff : i8, doc.e3 = 0xDEADbeef : ui32, doc.e4 = 0x7FFFFFFFFFFFFFFF,
  doc.e5 = 0x123456789ABCDEF0123456789ABCDEF : i128, doc.e6 = -0x80 : i8,
  // Leading zeros.
  doc.e7 = 007,
  // Booleans are i1 integers.
  doc.f0 = true, doc.f1 = false, doc.f2 = 1 : i1, doc.f3 = 0 : i1, doc.f4 = -1 : i1, doc.f5 = 1 : ui1, doc.f6 = -1 : si1,
  // A unit attribute may be left out or spelled out.
  doc.g0, doc.g1 = unit,
  // Types as attributes.
  doc.h0 = i32, doc.h1 = () -> (), doc.h2 = (i32, f32) -> (index), doc.h3 = memref<?xf32>, doc.h4 = index, doc.h5 = none
} {
}

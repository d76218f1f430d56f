// Covers array, dictionary, dense array, symbol reference and distinct attributes, alone and nested.

module attributes {
  // Arrays of mixed attributes.
  doc.a0 = [], doc.a1 = [1], doc.a2 = [1, 2 : i8, 3.0, "s", i32, true, unit, @f], doc.a3 = [[], [[]], [1, [2, [3]]]],
  // Dictionaries: sorted by name, units without a value, nested, quoted names.
  doc.b0 = {}, doc.b1 = {z = 1, a = 2, m = 3}, doc.b2 = {flag, other = unit}, doc.b3 = {x = {y = {z = "deep"}}},
  doc.b4 = {"quoted name" = 1, dotted.name = 2, B = 3, b = 4, _u = 5},
  doc.b5 = {k = [{}, {n}], t = (i32) -> f32},
  // Dense arrays: of every integer width that is a whole number of bytes, of booleans, of floats; empty ones.
  doc.c0 = array<i1: true, false>, doc.c1 = array<i8: -128, 127, 0>, doc.c2 = array<i16: 1, -1>,
  doc.c3 = array<i32: 1, 2, 3>, doc.c4 = array<i64: -9223372036854775808, 9223372036854775807>,
  doc.c5 = array<f32: 1.0, -0.0, 0x7FC00000>, doc.c6 = array<f64: 1.5e300, 2.0>, doc.c7 = array<f16: 0.5>, doc.c8 = array<bf16: 0.5>,
  doc.c9 = array<i32>, doc.ca = array<f64>, doc.cb = array<i1>, doc.cc = array<i32: 0x10>, doc.cd = array<i128: 1>,
  doc.ce = array<si8: -3>, doc.cf = array<ui16: 65535>, doc.cg = array<f8E4M3FN: 1.0>, doc.ch = array<i24: 5>,
  // Symbol references: flat and nested.
  doc.d0 = @f, doc.d1 = @a::@b, doc.d2 = @a::@b::@c::@d, doc.d3 = @"quoted name"::@plain,
  // Distinct attributes: the numbers are renumbered in the order of printing, the same number stays the same.
  doc.e0 = distinct[7]<"payload">, doc.e1 = distinct[3]<42 : i32>, doc.e2 = distinct[7]<"payload">,
  doc.e3 = distinct[0]<>, doc.e4 = distinct[8]<"payload">, doc.e5 = [distinct[0]<>, distinct[9]<[1, 2]>],
  // Dialect attributes of registered dialects.
  doc.f0 = #arith.fastmath<fast>, doc.f1 = #arith.overflow<nsw, nuw>, doc.f3 = #arith.fastmath<nnan,contract>,
  // Strided layouts.
  doc.g0 = strided<[1]>, doc.g1 = strided<[4, 1], offset: 2>, doc.g2 = strided<[?, ?], offset: ?>, doc.g3 = strided<[]>,
  doc.g4 = strided<[-3, 0], offset: -1>, doc.g5 = strided<[2], offset: 0>,
  // Locations as attributes.
  doc.h0 = loc("file.txt":1:2), doc.h1 = loc(unknown), doc.h2 = loc(fused["a", "b":3:4])
} {
}

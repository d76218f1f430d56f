// Covers the syntax of affine maps and integer sets, how the printer simplifies them, affine.apply, affine.min and affine.max.

// Aliases are renamed by the printer: maps to #map, sets to #set, in order of first use.
#identity = affine_map<(i, j) -> (i, j)>
#swap = affine_map<(i, j) -> (j, i)>
#clamped = affine_map<(i)[n] -> (i + 32, n)>
#unused = affine_map<(i) -> (i)>
#upper = affine_set<(i, j)[n] : (i - j >= 0, n - i - 1 >= 0)>

func.func private @expressions() attributes {
  // No inputs, no results, constants.
  doc.a00 = affine_map<() -> ()>,
  doc.a01 = affine_map<() -> (42)>,
  doc.a02 = affine_map<()[s0] -> (s0)>,
  doc.a03 = affine_map<(d0, d1)[] -> (d1)>,
  doc.a04 = affine_map<(d0) -> (-7)>,
  // Sums, differences, products; folded and ordered.
  doc.b00 = affine_map<(i, j) -> (i + j)>,
  doc.b01 = affine_map<(i, j) -> (i - j)>,
  doc.b02 = affine_map<(i, j) -> (j + i)>,
  doc.b03 = affine_map<(i) -> (3 + i)>,
  doc.b04 = affine_map<(i) -> (i - 3)>,
  doc.b05 = affine_map<(i) -> (-i)>,
  doc.b06 = affine_map<(i) -> (2 * i)>,
  doc.b07 = affine_map<(i) -> (i * -1)>,
  doc.b08 = affine_map<(i) -> (i + i)>,
  doc.b09 = affine_map<(i, j) -> (2 * i + 3 * j - 5)>,
  doc.b10 = affine_map<(i, j) -> (-i - j)>,
  doc.b11 = affine_map<(i, j) -> (5 - i - j)>,
  doc.b12 = affine_map<(i) -> (1 + 2 * 3 - 4)>,
  doc.b13 = affine_map<(i) -> (i * 0)>,
  doc.b14 = affine_map<(i) -> (i * 1 + 0)>,
  doc.b15 = affine_map<(i, j) -> ((i + 1) * 4)>,
  doc.b16 = affine_map<(i, j) -> ((i + j) * 4)>,
  doc.b17 = affine_map<(i)[n] -> (i * n)>,
  doc.b18 = affine_map<(i)[n] -> (n * i + n)>,
  doc.b19 = affine_map<(i)[n, m] -> (i * (n + m))>,
  doc.b20 = affine_map<(i, j) -> (i - (j - 2))>,
  doc.b21 = affine_map<(i, j) -> (i - (i + j))>,
  doc.b22 = affine_map<(i, j) -> (-(i + j))>,
  doc.b23 = affine_map<(i, j) -> (i - 2 * j)>,
  // Division and remainder.
  doc.c00 = affine_map<(i) -> (i floordiv 8)>,
  doc.c01 = affine_map<(i) -> (i ceildiv 8)>,
  doc.c02 = affine_map<(i) -> (i mod 8)>,
  doc.c03 = affine_map<(i)[n] -> (i floordiv n)>,
  doc.c04 = affine_map<(i, j) -> ((i + j) floordiv 4 mod 2)>,
  doc.c05 = affine_map<(i) -> ((i * 16) floordiv 8)>,
  doc.c06 = affine_map<(i) -> ((i * 16) mod 8)>,
  doc.c07 = affine_map<(i) -> (i floordiv 4 floordiv 2)>,
  doc.c08 = affine_map<(i) -> (i mod 1)>,
  doc.c09 = affine_map<(i) -> (7 floordiv 2 + 7 mod 2 + 7 ceildiv 2)>,
  doc.c10 = affine_map<(i) -> (-7 floordiv 2, -7 mod 2, -7 ceildiv 2)>,
  doc.c11 = affine_map<(i) -> (i floordiv -1)>,
  doc.c12 = affine_map<(i) -> (i - (i floordiv 8) * 8)>,
  doc.c13 = affine_map<(i, j) -> (i * 2 + j mod 3 - 1)>,
  doc.c14 = affine_map<(i, j) -> ((i * 2 + j) mod 3)>,
  doc.c15 = affine_map<(i, j) -> (2 * (i floordiv 2) + 1)>,
  // What is simplified while it is built, and what is not: constants move right and fold, equal terms merge,
  // multiplication does not distribute, a division by a factor of every term does.
  doc.f00 = affine_map<(i) -> (i - 1 - 2)>,
  doc.f01 = affine_map<(i, j) -> (1 + i + j + 2)>,
  doc.f02 = affine_map<(i, j, k) -> (i + (j + k))>,
  doc.f03 = affine_map<(i) -> (i * 3 - i)>,
  doc.f04 = affine_map<(i) -> (i - i)>,
  doc.f05 = affine_map<(i) -> (-(-i))>,
  doc.f06 = affine_map<(i) -> (-(i + 1))>,
  doc.f07 = affine_map<(i) -> (-(i * 2))>,
  doc.f08 = affine_map<(i)[n] -> (2 * n * i)>,
  doc.f09 = affine_map<(i, j) -> (i + j * -3)>,
  doc.f10 = affine_map<(i, j) -> (i - 4 * (j + 2))>,
  doc.f11 = affine_map<(i) -> ((i * 4 + 2) floordiv 2)>,
  doc.f12 = affine_map<(i) -> ((i * 4 + 3) mod 2)>,
  doc.f13 = affine_map<(i) -> (i mod 8 mod 4)>,
  doc.f14 = affine_map<(i) -> (i floordiv 0, i mod 0, i mod -2)>,
  doc.f15 = affine_map<(i, j) -> (i + j - (i + j) floordiv 4 * 4)>,
  doc.f16 = affine_map<(i) -> (i * 2 floordiv 3 ceildiv 5)>,
  doc.f17 = affine_map<(i) -> (i mod 4 + (i floordiv 4) * 4)>,
  doc.f18 = affine_map<(i)[n, m] -> (i - n * m + 4)>,
  doc.f19 = affine_map<(i) -> (-i mod 3)>,
  doc.f20 = affine_map<(i) -> (9223372036854775807 + i, -9223372036854775807 - i)>,
  doc.f21 = affine_map<(i) -> (0x10 - i)>,
  doc.f22 = affine_map<(i)[n] -> (-n + i)>,
  // Several results.
  doc.d00 = affine_map<(i, j, k)[n, m] -> (i + n, j * 4, k mod 2, m)>,
  doc.d01 = affine_map<(b, h, w, c) -> (b, h floordiv 8, w floordiv 8, c, h mod 8, w mod 8)>,
  // Integer sets: inequalities, equalities, other comparisons, no inputs.
  doc.e00 = affine_set<(i) : (i >= 0)>,
  doc.e01 = affine_set<(i)[n] : (i >= 0, n - i - 1 >= 0)>,
  doc.e02 = affine_set<(i, j) : (i - j == 0)>,
  doc.e03 = affine_set<(i) : (i <= 10)>,
  doc.e04 = affine_set<(i, j)[n] : (i >= j + n, i * 2 == j)>,
  doc.e05 = affine_set<() : (1 == 0)>,
  doc.e06 = affine_set<()[s0] : (s0 mod 2 == 0)>,
  doc.e07 = affine_set<(i) : ()>,
  doc.e08 = affine_set<(i) : (i - 4 == 0, -i + 9 >= 0)>
}

func.func @apply(%i: index, %n: index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%i)[%n]
  %2 = affine.apply affine_map<()[s0] -> (s0 floordiv 4)>()[%n]
  %3 = affine.apply affine_map<() -> (42)>()
  %4 = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%i, %n) {doc.note}
  return
}

func.func @min_max(%i: index, %n: index) {
  %0 = affine.min #clamped(%i)[%n]
  %1 = affine.max #clamped(%i)[%n] {doc.note}
  %2 = affine.min affine_map<(d0) -> (1000, d0 + 512, d0 * 2)>(%i)
  %3 = affine.max affine_map<()[s0] -> (s0, 8)>()[%n]
  return
}

func.func private @aliases(memref<4x8xf32, #identity>, memref<4x8xf32, #swap>) attributes {doc.set = #upper, doc.map = #swap}

// Covers the scalar types: index, integers of any width and signedness, every float, complex, none, tuple, function types.

func.func private @integers(index, i0, i1, i8, i16, i32, i64, i128, i7, i1000, i16777215)
func.func private @signed(si1, si8, si32, si64, si17, si16777215)
func.func private @unsigned(ui1, ui8, ui32, ui64, ui17, ui16777215)
func.func private @floats(f16, bf16, tf32, f32, f64, f80, f128)
func.func private @small_floats(f8E5M2, f8E4M3, f8E4M3FN, f8E5M2FNUZ, f8E4M3FNUZ, f8E4M3B11FNUZ, f8E3M4, f8E8M0FNU, f6E2M3FN, f6E3M2FN, f4E2M1FN)
func.func private @complex(complex<f32>, complex<f64>, complex<i8>, complex<bf16>, complex<ui4>)
func.func private @none_and_tuples(none, tuple<>, tuple<i32>, tuple<i32, f32, tuple<index, none>>, tuple<memref<2xf32>, (i32) -> i1>)

// Function types: one result needs no parentheses unless it is a function itself.
func.func private @functions(
  () -> (),
  (i32) -> (),
  () -> i32,
  () -> (i32),
  (i32, f32) -> (f32, i32),
  ((i32) -> i32) -> (() -> ()),
  () -> ((i32) -> i32),
  (i32) -> ((f32) -> ((f64) -> ())),
  (tuple<>, memref<?xf32>) -> vector<4xf32>
) -> ((i32) -> i32, () -> ())

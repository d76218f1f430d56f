// Covers type aliases: of every sort of type, nested in one another, and used in function types and casts.

!int = i32
!buf = memref<?x?xf32>
!fn = (!int, !buf) -> !int
!pair = tuple<!int, !buf>
!vec = vector<4x!int>
!tens = tensor<?x!int>
!tiled = memref<8x8xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>
!name$odd-chars_1 = index

func.func private @types(!int, !buf, !fn, !pair, !vec, !tens, !tiled, !name$odd-chars_1) -> !int

func.func @use(%a: !int, %m: !buf, %i: !name$odd-chars_1, %f: !fn) -> !int {
  %0 = arith.addi %a, %a : !int
  %1 = memref.load %m[%i, %i] : !buf
  %2 = func.call_indirect %f(%0, %m) : !fn
  %3 = builtin.unrealized_conversion_cast %2, %m : !int, !buf to !pair
  %4 = builtin.unrealized_conversion_cast %3 : !pair to vector<2x!int>
  return %2 : !int
}

// A type alias may hold an attribute alias and the other way round.
#map = affine_map<(d0) -> (d0 * 2)>
!strided = memref<16xf32, #map>
#of_type = !strided
func.func private @mutual(!strided) attributes {doc.type = #of_type, doc.types = [!int, !pair]}

// PASSES: --convert-index-to-llvm=index-bitwidth=32
func.func @binary(%a: index, %b: index) -> index {
  %0 = index.add %a, %b
  %1 = index.sub %0, %b
  %2 = index.mul %1, %b
  %3 = index.divs %2, %b
  %4 = index.divu %3, %b
  %5 = index.ceildivs %4, %b
  %6 = index.ceildivu %5, %b
  %7 = index.floordivs %6, %b
  %8 = index.rems %7, %b
  %9 = index.remu %8, %b
  %10 = index.maxs %9, %b
  %11 = index.maxu %10, %b
  %12 = index.mins %11, %b
  %13 = index.minu %12, %b
  %14 = index.shl %13, %b
  %15 = index.shrs %14, %b
  %16 = index.shru %15, %b
  %17 = index.and %16, %b
  %18 = index.or %17, %b {a.note}
  %19 = index.xor %18, %b
  return %19 : index
}

func.func @casts(%a: index, %i: i32, %j: i64, %k: i7, %w: i128) -> (i32, i64, i7, i128, index, index, index, index) {
  %0 = index.casts %a : index to i32
  %1 = index.castu %a : index to i64
  %2 = index.casts %a : index to i7
  %3 = index.castu %a : index to i128
  %4 = index.casts %i : i32 to index
  %5 = index.castu %j : i64 to index
  %6 = index.casts %k : i7 to index
  %7 = index.castu %w : i128 to index
  return %0, %1, %2, %3, %4, %5, %6, %7 : i32, i64, i7, i128, index, index, index, index
}

func.func @signs(%a: si32, %b: ui8) -> (index, index) {
  %0 = index.casts %a : si32 to index
  %1 = index.castu %b : ui8 to index
  return %0, %1 : index, index
}

func.func @compare(%a: index, %b: index) -> i1 {
  %0 = index.cmp eq(%a, %b)
  %1 = index.cmp ne(%a, %b)
  %2 = index.cmp slt(%a, %b)
  %3 = index.cmp sle(%a, %b)
  %4 = index.cmp sgt(%a, %b)
  %5 = index.cmp sge(%a, %b)
  %6 = index.cmp ult(%a, %b)
  %7 = index.cmp ule(%a, %b)
  %8 = index.cmp ugt(%a, %b)
  %9 = index.cmp uge(%a, %b) {a.note = 1 : i32}
  return %9 : i1
}

func.func @constants() -> (index, index, index, index, i1, i1) {
  %0 = index.constant 42
  %1 = index.constant -1
  %2 = index.constant 0x7fffffffffffffff
  %3 = index.sizeof
  %4 = index.bool.constant true
  %5 = index.bool.constant false
  return %0, %1, %2, %3, %4, %5 : index, index, index, index, i1, i1
}

func.func @generic(%a: index, %b: index) -> (index, i1) attributes {a.predicate = #index<cmp_predicate sle>} {
  %0 = "index.constant"() <{value = 7 : index}> : () -> index
  %1 = "index.add"(%a, %0) : (index, index) -> index
  %2 = "index.cmp"(%1, %b) <{pred = #index<cmp_predicate ult>}> : (index, index) -> i1
  return %1, %2 : index, i1
}

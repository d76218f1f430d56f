// PASSES: --convert-to-llvm
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
func.func @ident(%x: index, %y: index) -> (index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index) {
  %z = index.constant 0
  %o = index.constant 1
  %m = index.constant -1
  %a0 = index.add %x, %z
  %a1 = index.add %z, %x
  %a2 = index.sub %x, %z
  %a3 = index.sub %z, %x
  %a4 = index.mul %x, %o
  %a5 = index.mul %x, %z
  %a6 = index.mul %z, %x
  %a7 = index.divs %x, %o
  %a8 = index.and %x, %m
  %a9 = index.or %x, %z
  %b0 = index.xor %x, %x
  %b1 = index.sub %x, %x
  %b2 = index.shl %x, %z
  %b3 = index.maxs %x, %x
  %b4 = index.remu %x, %o
  %b5 = index.and %x, %z
  %b6 = index.divs %z, %x
  %b7 = index.minu %x, %m
  %b8 = index.and %x, %x
  return %a0,%a1,%a2,%a3,%a4,%a5,%a6,%a7,%a8,%a9,%b0,%b1,%b2,%b3,%b4,%b5,%b6,%b7,%b8 : index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index
}
func.func @assoc(%x: index, %y: index) -> (index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index) {
  %c = index.constant 10
  %d = index.constant 7
  %0 = index.add %x, %c
  %1 = index.add %0, %d
  %2 = index.sub %x, %c
  %3 = index.sub %2, %d
  %4 = index.mul %x, %c
  %5 = index.mul %4, %d
  %6 = index.maxs %x, %c
  %7 = index.maxs %6, %d
  %8 = index.maxu %x, %c
  %9 = index.maxu %8, %d
  %10 = index.mins %x, %c
  %11 = index.mins %10, %d
  %12 = index.minu %x, %c
  %13 = index.minu %12, %d
  %14 = index.and %x, %c
  %15 = index.and %14, %d
  %16 = index.or %x, %c
  %17 = index.or %16, %d
  %18 = index.xor %x, %c
  %19 = index.xor %18, %d
  %20 = index.add %0, %2
  %21 = index.add %2, %d
  %22 = index.sub %0, %d
  %23 = index.shl %x, %d
  %24 = index.shl %23, %c
  %25 = index.divs %x, %c
  %26 = index.divs %25, %d
  %27 = index.add %d, %0
  %28 = index.add %c, %x
  %29 = index.sub %c, %x
  %30 = index.sub %29, %d
  return %1,%3,%5,%7,%9,%11,%13,%15,%17,%19,%20,%21,%22,%24,%26,%27,%28,%30 : index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index,index
}
func.func @cmp(%x: index, %y: index) -> (i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1) {
  %z = index.constant 0
  %c = index.constant 10
  %s = index.sub %x, %y
  %0 = index.cmp slt(%s, %z)
  %1 = index.cmp ult(%s, %z)
  %2 = index.cmp eq(%s, %z)
  %3 = index.cmp sgt(%z, %s)
  %4 = index.cmp eq(%x, %x)
  %5 = index.cmp slt(%x, %x)
  %6 = index.maxs %x, %c
  %7 = index.cmp slt(%6, %z)
  %8 = index.cmp sge(%6, %c)
  %9 = index.maxu %x, %c
  %10 = index.cmp uge(%9, %z)
  %11 = index.cmp slt(%c, %x)
  %12 = index.mins %x, %c
  %13 = index.cmp sgt(%12, %c)
  %14 = index.cmp ne(%12, %c)
  %15 = index.minu %x, %c
  %16 = index.cmp ule(%15, %c)
  return %0,%1,%2,%3,%4,%5,%7,%8,%10,%11,%13,%16 : i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1
}
func.func @folded_casts(%x: index, %i: i32, %u: ui16) -> (i64, i32, index, index, index, i64,i8, index, index) {
  %c = index.constant 5000000000
  %s = index.constant -3
  %0 = index.casts %c : index to i64
  %1 = index.casts %c : index to i32
  %2 = arith.constant -7 : i32
  %3 = index.casts %2 : i32 to index
  %4 = index.castu %2 : i32 to index
  %5 = index.casts %i : i32 to index
  %6 = index.castu %s : index to i64
  %7 = index.castu %s : index to i8
  %8 = arith.constant -7 : i64
  %9 = index.castu %8 : i64 to index
  %10 = arith.constant 7000000000 : i64
  %11 = index.casts %10 : i64 to index
  %12 = index.casts %x : index to ui16
  return %0,%1,%3,%4,%5,%6,%7,%9,%11 : i64, i32, index, index, index, i64,i8, index, index
}
func.func @poisoned() -> (i32, vector<4xf32>, index, memref<?xf32>, tensor<4xi8>) {
  %0 = ub.poison : i32
  %1 = ub.poison <#ub.poison> : vector<4xf32>
  %2 = "ub.poison"() : () -> index
  %3 = "ub.poison"() <{value = #ub.poison}> : () -> memref<?xf32>
  %4 = ub.poison {a.note} : tensor<4xi8>
  return %0, %1, %2, %3, %4 : i32, vector<4xf32>, index, memref<?xf32>, tensor<4xi8>
}

func.func @never(%c: i1, %i: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return %i : i32
}

func.func private @attribute() attributes {a.value = #ub.poison}

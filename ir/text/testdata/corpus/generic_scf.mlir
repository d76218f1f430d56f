// Covers the generic form of scf: regions with block arguments and every terminator written out.

func.func @loops(%n: index, %x: f32, %c: i1, %t: tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  "scf.for"(%c0, %n, %c1) ({
  ^bb0(%i: index):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  %0 = "scf.for"(%c0, %n, %c1, %x) <{unsignedCmp}> ({
  ^bb0(%i: index, %s: f32):
    "scf.yield"(%s) : (f32) -> ()
  }) {doc.note} : (index, index, index, f32) -> f32
  %1 = "scf.while"(%x) ({
  ^bb0(%y: f32):
    "scf.condition"(%c, %c0) : (i1, index) -> ()
  }, {
  ^bb0(%i: index):
    "scf.yield"(%x) : (f32) -> ()
  }) : (f32) -> index
  %2 = "scf.parallel"(%c0, %n, %c1, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    "scf.reduce"(%x) ({
    ^bb0(%l: f32, %r: f32):
      %s = "arith.addf"(%l, %r) : (f32, f32) -> f32
      "scf.reduce.return"(%s) : (f32) -> ()
    }) : (f32) -> ()
  }) : (index, index, index, f32) -> f32
  "scf.parallel"(%c0, %c0, %n, %n, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
  ^bb0(%i: index, %j: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index, index, index, index) -> ()
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0, 1>, staticStep = array<i64: 1, 2>, staticUpperBound = array<i64: -9223372036854775808, 16>}> ({
  ^bb0(%i: index, %j: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (index) -> ()
  %3 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({
  ^bb0(%i: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

func.func @conditions(%c: i1, %i: index, %x: i32) {
  "scf.if"(%c) ({
    "scf.yield"() : () -> ()
  }, {
  }) : (i1) -> ()
  %0 = "scf.if"(%c) ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    %1 = "arith.constant"() <{value = 0 : i32}> : () -> i32
    "scf.yield"(%1) : (i32) -> ()
  }) {doc.note} : (i1) -> i32
  %2 = "scf.execute_region"() <{no_inline}> ({
    "cf.br"()[^exit] : () -> ()
  ^exit:
    "scf.yield"(%x) : (i32) -> ()
  }) : () -> i32
  // The default region comes first, then the cases.
  %3 = "scf.index_switch"(%i) <{cases = array<i64: 4, -1>}> ({
    "scf.yield"(%x) : (i32) -> ()
  }, {
    "scf.yield"(%0) : (i32) -> ()
  }, {
    "scf.yield"(%2) : (i32) -> ()
  }) : (index) -> i32
  "scf.index_switch"(%i) <{cases = array<i64>}> ({
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

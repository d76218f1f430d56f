// Covers scf.parallel, scf.reduce, scf.reduce.return, scf.forall and scf.forall.in_parallel.

func.func @parallel(%n: index, %m: index, %buf: memref<?x?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // One dimension, no reduction: the terminator is implied.
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %zero, %buf[%i, %c0] : memref<?x?xf32>
  }
  // Two dimensions, an explicit terminator without operands, attributes.
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %m) step (%c1, %c1) {
    memref.store %one, %buf[%i, %j] : memref<?x?xf32>
    scf.reduce
  } {doc.mapping = ["block", "thread"]}
  // One reduction.
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f32 {
    %x = memref.load %buf[%i, %c0] : memref<?x?xf32>
    scf.reduce(%x : f32) {
    ^bb0(%lhs: f32, %rhs: f32):
      %s = arith.addf %lhs, %rhs : f32
      scf.reduce.return %s : f32
    }
  }
  // Two reductions of different types, with attributes on the terminators.
  %r:2 = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %m) step (%c1, %c1) init (%sum, %c0) -> (f32, index) {
    %x = memref.load %buf[%i, %j] : memref<?x?xf32>
    scf.reduce(%x, %i : f32, index) {
    ^bb0(%lhs: f32, %rhs: f32):
      %p = arith.mulf %lhs, %rhs : f32
      scf.reduce.return %p {doc.kind = "product"} : f32
    }, {
    ^bb0(%lhs: index, %rhs: index):
      %p = arith.maxui %lhs, %rhs : index
      scf.reduce.return %p : index
    } {doc.note}
  }
  return %sum, %r#0 : f32, f32
}

func.func @forall_memref(%n: index, %lb: index, %ub: index, %st: index, %buf: memref<?x?xf32>) {
  %zero = arith.constant 0.0 : f32
  // Counts only; static and dynamic.
  scf.forall (%i) in (128) {
  }
  scf.forall (%i, %j) in (%n, 64) {
    memref.store %zero, %buf[%i, %j] : memref<?x?xf32>
  }
  // Bounds and steps, static and dynamic mixed.
  scf.forall (%i) = (0) to (%ub) step (4) {
    scf.forall.in_parallel {
    }
  }
  scf.forall (%i, %j) = (%lb, 2) to (100, %ub) step (%st, 3) {
    memref.store %zero, %buf[%i, %j] : memref<?x?xf32>
  }
  // Lower bounds of zero and steps of one print as counts.
  scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 1) {
  }
  scf.forall (%i) in (32) {
  } {mapping = [], doc.note}
  return
}

// Shared outputs are tensors; what goes into the terminator belongs to the tensor dialect.
func.func @forall_tensor(%n: index, %init: tensor<?xf32>, %other: tensor<8x?xi32>) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %init) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
    }
  }
  %s:2 = scf.forall (%i, %j) = (0, 0) to (8, %n) step (1, 4) shared_outs(%a = %r, %b = %other) -> (tensor<?xf32>, tensor<8x?xi32>) {
    %x = arith.addf %a, %a : tensor<?xf32>
    scf.forall.in_parallel {
    } {doc.inner}
  } {doc.note}
  return %s#0 : tensor<?xf32>
}

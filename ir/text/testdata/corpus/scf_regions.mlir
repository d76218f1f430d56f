// Covers scf.execute_region (several blocks, no_inline) and scf.index_switch (cases, results).

func.func @execute_region(%c: i1, %a: i32, %b: i32) -> i32 {
  // No result: one block.
  scf.execute_region {
    cf.assert %c, "inside"
    scf.yield
  }
  // One result, several blocks and several exits.
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^left, ^right
  ^left:
    scf.yield %a : i32
  ^right:
    cf.br ^out(%b : i32)
  ^out(%x: i32):
    scf.yield %x : i32
  }
  // Several results, kept out of line.
  %s:2 = scf.execute_region -> (i32, f32) no_inline {
    %f = arith.sitofp %r : i32 to f32
    scf.yield %r, %f : i32, f32
  } {doc.note}
  scf.execute_region no_inline {
    scf.yield
  }
  return %s#0 : i32
}

func.func @index_switch(%i: index, %m: memref<4xf32>, %v: f32) -> (i32, i32) {
  // A default only.
  scf.index_switch %i
  default {
    memref.store %v, %m[%i] : memref<4xf32>
    scf.yield
  }
  // Cases without results.
  scf.index_switch %i
  case 0 {
    memref.store %v, %m[%i] : memref<4xf32>
    scf.yield
  }
  case -3 {
    scf.yield
  }
  default {
    scf.yield
  }
  // One result.
  %r = scf.index_switch %i -> i32
  case 2 {
    %c10 = arith.constant 10 : i32
    scf.yield %c10 : i32
  }
  case 5 {
    %c20 = arith.constant 20 : i32
    scf.yield %c20 : i32
  }
  default {
    %c30 = arith.constant 30 : i32
    scf.yield %c30 : i32
  }
  // Several results and a dictionary, which comes before the arrow.
  %s:2 = scf.index_switch %i {doc.note = "dense"} -> i32, i32
  case 1 {
    scf.yield %r, %r : i32, i32
  }
  default {
    %c0 = arith.constant 0 : i32
    scf.yield %c0, %r : i32, i32
  }
  return %s#0, %s#1 : i32, i32
}

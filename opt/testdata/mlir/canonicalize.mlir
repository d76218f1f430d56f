// PASSES: --canonicalize
// What the driver does: constants, folds, dead code, regions.

func.func @constants(%c: i1) -> (i32, i32, f32) {
  "foo.first"() : () -> ()
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %f = arith.constant 1.0 : f32
  %r = scf.if %c -> i32 {
    %d = arith.constant 1 : i32
    %e = arith.constant 3 : i32
    %s = arith.addi %d, %e : i32
    "foo.use"(%s) : (i32) -> ()
    scf.yield %s : i32
  } else {
    %d = arith.constant 2 : i32
    scf.yield %d : i32
  }
  %x = arith.addi %a, %b : i32
  return %r, %x, %f : i32, i32, f32
}

func.func @chain(%a: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c1, %a : i32
  %1 = arith.addi %0, %c2 : i32
  %2 = arith.muli %c3, %1 : i32
  %3 = arith.subi %2, %2 : i32
  %4 = arith.addi %3, %1 : i32
  return %4 : i32
}

func.func @dead(%m: memref<4xf32>, %i: index, %n: index) {
  %c1 = arith.constant 1 : index
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  scf.for %k = %i to %n step %c1 {
    %2 = arith.addi %k, %i : index
  }
  %3 = scf.for %k = %i to %n step %c1 iter_args(%a = %i) -> index {
    %4 = arith.addi %a, %i : index
    scf.yield %4 : index
  }
  return
}

func.func @isolated() {
  %c1 = arith.constant 1 : i32
  builtin.module {
    func.func @inner() -> i32 {
      "foo.op"() : () -> ()
      %one = arith.constant 1 : i32
      return %one : i32
    }
  }
  "foo.use"(%c1) : (i32) -> ()
  return
}

func.func @unreachable(%a: i32) -> i32 {
  return %a : i32
^bb1:
  %0 = "foo.op"() : () -> i32
  cf.br ^bb2(%0 : i32)
^bb2(%1: i32):
  cf.br ^bb1
}

func.func @dead_arguments(%x: i32, %y: i32, %c: i1) -> i32 {
  cf.br ^bb1(%x, %y, %x : i32, i32, i32)
^bb1(%dead: i32, %live: i32, %cycle: i32):
  %next = arith.addi %cycle, %x : i32
  "foo.use"(%live) : (i32) -> ()
  %k = "foo.cond"() : () -> i1
  cf.cond_br %k, ^bb1(%dead, %live, %next : i32, i32, i32), ^bb3
^bb3:
  return %live : i32
}

// PASSES: --cse
// Equal operations, reads with and without writes between them, regions, dominance, commutativity, dead code.

func.func @pure(%a: i32, %b: i32) -> (i32, i32) {
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %b, %a : i32
  %2 = arith.subi %a, %b : i32
  %3 = arith.subi %b, %a : i32
  %4 = arith.muli %0, %1 : i32
  %5 = arith.muli %2, %3 : i32
  return %4, %5 : i32, i32
}

func.func @attributes(%a: i32) -> (i32, i32, i1, i1) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %a, %a overflow<nsw> : i32
  %2 = arith.cmpi slt, %a, %0 : i32
  %3 = arith.cmpi sle, %a, %0 : i32
  return %0, %1, %2, %3 : i32, i32, i1, i1
}

func.func @reads(%m: memref<4xf32>, %i: index) -> (f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = memref.load %m[%i] : memref<4xf32>
  memref.store %1, %m[%i] : memref<4xf32>
  %2 = memref.load %m[%i] : memref<4xf32>
  return %0, %1, %2 : f32, f32, f32
}

func.func @read_across_call(%m: memref<4xf32>, %i: index) -> (f32, f32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  func.call @unknown() : () -> ()
  %1 = memref.load %m[%i] : memref<4xf32>
  return %0, %1 : f32, f32
}
func.func private @unknown()

func.func @read_across_if(%m: memref<4xf32>, %i: index, %c: i1) -> (f32, f32, f32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  scf.if %c {
    %x = memref.load %m[%i] : memref<4xf32>
    "foo.use"(%x) : (f32) -> ()
  }
  %1 = memref.load %m[%i] : memref<4xf32>
  %2 = scf.if %c -> f32 {
    %x = memref.load %m[%i] : memref<4xf32>
    %y = memref.load %m[%i] : memref<4xf32>
    %z = arith.addf %x, %y : f32
    scf.yield %z : f32
  } else {
    scf.yield %0 : f32
  }
  %3 = memref.load %m[%i] : memref<4xf32>
  return %0, %1, %3 : f32, f32, f32
}

func.func @nested(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  %r = scf.if %c -> i32 {
    %1 = arith.addi %a, %a : i32
    %2 = arith.muli %1, %1 : i32
    scf.yield %2 : i32
  } else {
    %1 = arith.muli %a, %a : i32
    %2 = arith.addi %a, %a : i32
    %3 = arith.addi %1, %2 : i32
    scf.yield %3 : i32
  }
  %4 = arith.muli %a, %a : i32
  %5 = arith.addi %4, %0 : i32
  %6 = arith.addi %5, %r : i32
  return %6 : i32
}

func.func @branches(%a: i32, %c: i1) -> i32 {
  %0 = arith.addi %a, %a : i32
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = arith.addi %a, %a : i32
  %2 = arith.muli %a, %a : i32
  %3 = arith.addi %1, %2 : i32
  cf.br ^bb3(%3 : i32)
^bb2:
  %4 = arith.muli %a, %a : i32
  cf.br ^bb3(%4 : i32)
^bb3(%5: i32):
  %6 = arith.muli %a, %a : i32
  %7 = arith.addi %5, %6 : i32
  %8 = arith.addi %7, %0 : i32
  return %8 : i32
}

func.func @dead(%m: memref<4xf32>, %i: index, %a: i32) {
  %0 = memref.load %m[%i] : memref<4xf32>
  %1 = arith.addi %a, %a : i32
  %2 = arith.addi %1, %a : i32
  %3 = memref.alloc() : memref<4xf32>
  "foo.keep"() : () -> ()
  return
}

func.func @regions(%c: i1, %a: i32) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  %1 = scf.if %c -> i32 {
    %x = arith.addi %a, %a : i32
    scf.yield %x : i32
  } else {
    scf.yield %a : i32
  }
  return %0, %1 : i32, i32
}

func.func @loops(%n: index, %a: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1_again = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
    %x = arith.addi %s, %a : i32
    scf.yield %x : i32
  }
  %1 = scf.for %j = %c0 to %n step %c1_again iter_args(%t = %a) -> i32 {
    %x = arith.addi %t, %a : i32
    scf.yield %x : i32
  }
  return %0, %1 : i32, i32
}

func.func @unregistered(%a: i32) {
  %0 = "foo.op"(%a) : (i32) -> i32
  %1 = "foo.op"(%a) : (i32) -> i32
  "foo.region"() ({
    %2 = arith.addi %a, %a : i32
    %3 = arith.addi %a, %a : i32
    "foo.use"(%2, %3) : (i32, i32) -> ()
  }) : () -> ()
  return
}

func.func @alloc() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  return %0, %1 : memref<4xf32>, memref<4xf32>
}

func.func @dims(%m: memref<?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.dim %m, %c0 : memref<?x?xf32>
  %1 = memref.dim %m, %c0 : memref<?x?xf32>
  %2 = memref.dim %m, %c1 : memref<?x?xf32>
  return %0, %1, %2 : index, index, index
}

// PASSES: --loop-invariant-code-motion
func.func @nested(%m: memref<10xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = arith.addf %a, %a : f32
      %y = arith.mulf %x, %x : f32
      %z = arith.addi %i, %c1 : index
      %w = arith.addi %j, %z : index
      memref.store %y, %m[%w] : memref<10xf32>
    }
  }
  return
}

func.func @regions(%m: memref<10xf32>, %a: f32, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.if %c -> f32 {
      %y = arith.addf %a, %a : f32
      scf.yield %y : f32
    } else {
      scf.yield %a : f32
    }
    memref.store %x, %m[%i] : memref<10xf32>
    scf.if %c {
      %y = arith.mulf %a, %a : f32
      memref.store %y, %m[%i] : memref<10xf32>
    }
  }
  return
}

func.func @effects(%m: memref<10xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %m[%c0] : memref<10xf32>
    %b = memref.alloc() : memref<4xf32>
    "foo.use"(%x, %b) : (f32, memref<4xf32>) -> ()
    memref.dealloc %b : memref<4xf32>
  }
  return
}

func.func @loops_in_loops(%a: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.for %j = %c0 to %n step %c1 iter_args(%s = %a) -> i32 {
      %t = arith.addi %s, %a : i32
      scf.yield %t : i32
    }
    %y = scf.for %j = %c0 to %n step %c2 iter_args(%s = %a) -> i32 {
      %t = arith.addi %s, %a : i32
      scf.yield %t : i32
    }
    "foo.use"(%x, %y) : (i32, i32) -> ()
  }
  return
}

func.func @while(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %r = scf.while (%v = %a) : (i32) -> i32 {
    %k = arith.addi %a, %a : i32
    %c = arith.cmpi slt, %v, %k : i32
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%v: i32):
    %k = arith.muli %a, %a : i32
    %w = arith.addi %v, %k : i32
    scf.yield %w : i32
  }
  return %r : i32
}

func.func @parallel(%m: memref<10xf32>, %a: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = arith.addf %a, %a : f32
    memref.store %x, %m[%i] : memref<10xf32>
    scf.reduce
  }
  scf.forall (%i) in (10) {
    %x = arith.addf %a, %a : f32
    memref.store %x, %m[%i] : memref<10xf32>
  }
  return
}

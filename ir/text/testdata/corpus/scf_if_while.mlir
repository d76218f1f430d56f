// Covers scf.if, scf.while, scf.condition and scf.yield.

func.func @if_forms(%c: i1, %a: i32, %b: i32, %m: memref<i32>) -> i32 {
  scf.if %c {
    memref.store %a, %m[] : memref<i32>
  }
  scf.if %c {
    memref.store %a, %m[] : memref<i32>
  } else {
    memref.store %b, %m[] : memref<i32>
  }
  // An empty else block is printed.
  scf.if %c {
  } else {
  }
  %r = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %two:2 = scf.if %c -> (i32, f32) {
    %x = arith.sitofp %a : i32 to f32
    scf.yield %a, %x : i32, f32
  } else {
    %y = arith.sitofp %b : i32 to f32
    scf.yield %b, %y : i32, f32
  } {doc.note}
  scf.if %c {
    scf.yield
  } {doc.no_else}
  return %r : i32
}

// An else-if chain is nested ifs.
func.func @chain(%i: index, %p: i1, %q: i1) -> index {
  %c1 = arith.constant 1 : index
  %r = scf.if %p -> (index) {
    scf.yield %i : index
  } else {
    %s = scf.if %q -> (index) {
      scf.yield %c1 : index
    } else {
      %t = arith.addi %i, %c1 : index
      scf.yield %t : index
    }
    scf.yield %s : index
  }
  return %r : index
}

func.func @while_forms(%n: i32, %f: f32) -> (i32, f32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  // A while loop: one value carried.
  %r = scf.while (%i = %zero) : (i32) -> i32 {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %one : i32
    scf.yield %next : i32
  }
  // The two regions may carry different numbers and types of values.
  %s:2 = scf.while (%i = %r, %x = %f) : (i32, f32) -> (i32, f32) {
    %go = arith.cmpi slt, %i, %n : i32
    %y = arith.addf %x, %x : f32
    scf.condition(%go) {doc.note} %i, %y : i32, f32
  } do {
  ^bb0(%i: i32, %y: f32):
    %next = arith.addi %i, %one : i32
    scf.yield %next, %y : i32, f32
  } attributes {doc.loop = "second"}
  // Values in, none out.
  scf.while (%i = %zero) : (i32) -> () {
    %go = arith.cmpi slt, %i, %n : i32
    scf.condition(%go)
  } do {
    scf.yield %one : i32
  }
  // Nothing carried at all: the terminator is printed all the same.
  %true = arith.constant true
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    scf.yield
  }
  return %s#0, %s#1 : i32, f32
}

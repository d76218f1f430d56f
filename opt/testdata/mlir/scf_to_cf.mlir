// PASSES: --convert-scf-to-cf
func.func @for(%m: memref<100xf32>, %i: index, %n: index, %v: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %i to %n step %c1 iter_args(%a = %v) -> f32 {
    %x = memref.load %m[%k] : memref<100xf32>
    %s = arith.addf %a, %x : f32
    scf.yield %s : f32
  }
  return %r : f32
}
func.func @if(%c: i1, %v: f32, %m: memref<f32>) -> f32 {
  %r = scf.if %c -> f32 {
    scf.if %c {
      memref.store %v, %m[] : memref<f32>
    }
    scf.yield %v : f32
  } else {
    %s = arith.addf %v, %v : f32
    scf.yield %s : f32
  }
  return %r : f32
}
func.func @while(%c: i32, %m: memref<f32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.while (%a = %c) : (i32) -> i32 {
    %cond = arith.cmpi sgt, %a, %z : i32
    scf.condition(%cond) %a : i32
  } do {
  ^bb0(%b : i32):
    %x = arith.subi %b, %z : i32
    scf.yield %x : i32
  }
  return %r : i32
}
func.func @par(%m: memref<100xf32>, %i: index, %n: index, %v: f32) -> f32 {
  %c1 = arith.constant 1 : index
  scf.parallel (%a, %b) = (%i, %i) to (%n, %n) step (%c1, %c1) {
    memref.store %v, %m[%a] : memref<100xf32>
    scf.reduce
  }
  %r = scf.parallel (%a) = (%i) to (%n) step (%c1) init (%v) -> f32 {
    %x = memref.load %m[%a] : memref<100xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %q: f32):
      %s = arith.addf %l, %q : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
func.func @sw(%m: memref<f32>, %i: index, %v: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 2 {
    memref.store %v, %m[] : memref<f32>
    scf.yield %v : f32
  }
  case 5 {
    scf.yield %v : f32
  }
  default {
    %s = arith.addf %v, %v : f32
    scf.yield %s : f32
  }
  %e = scf.execute_region -> f32 {
    cf.br ^bb1(%r : f32)
  ^bb1(%z : f32):
    scf.yield %z : f32
  }
  scf.forall (%a) in (10) {
    memref.store %e, %m[] : memref<f32>
  }
  return %e : f32
}
func.func @dow(%c: i32, %m: memref<f32>) -> i32 {
  %z = arith.constant 0 : i32
  %r = scf.while (%a = %c) : (i32) -> i32 {
    %x = arith.subi %a, %z : i32
    %cond = arith.cmpi sgt, %a, %z : i32
    scf.condition(%cond) %x : i32
  } do {
  ^bb0(%b : i32):
    scf.yield %b : i32
  }
  return %r : i32
}

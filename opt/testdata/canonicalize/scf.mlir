// PASSES: --canonicalize

func.func @zero(%m: memref<10xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c10 to %c0 step %c1 { memref.store %x, %m[%i] : memref<10xf32> }
  scf.for %i = %c0 to %c1 step %c1 { memref.store %x, %m[%i] : memref<10xf32> }
  scf.for %i = %c2 to %c10 step %c10 { memref.store %x, %m[%i] : memref<10xf32> }
  return
}

func.func @ivsame(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %n to %n step %c1 { "test.op"(%i) : (index) -> () }
  return
}

func.func @unusedarg(%n: index, %x: f32, %y: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %y) -> (f32, f32, f32) {
   %z = arith.addf %a, %b : f32
   scf.yield %z, %b, %y : f32, f32, f32 }
  return %r#0, %r#1, %r#2 : f32, f32, f32
}

func.func @dupargs(%n: index, %x: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
   %z = arith.addf %a, %x : f32
   %w = arith.addf %b, %x : f32
   scf.yield %z, %w : f32, f32 }
  return %r#0, %r#1 : f32, f32
}

func.func @deadres(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
   %z = arith.addf %a, %x : f32
   %w = arith.mulf %b, %x : f32
   scf.yield %z, %w : f32, f32 }
  return %r#0 : f32
}

func.func @pure(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
   scf.yield %a : f32 }
  return %r : f32
}

func.func @ifconst(%x: f32, %y: f32) -> f32 {
  %t = arith.constant true
  %r = scf.if %t -> f32 { scf.yield %x : f32 } else { scf.yield %y : f32 }
  return %r : f32
}

func.func @ifsel(%c: i1, %x: f32, %y: f32) -> (f32,f32) {
  %r:2 = scf.if %c -> (f32, f32) { scf.yield %x, %y : f32, f32 } else { scf.yield %y, %y : f32, f32 }
  return %r#0, %r#1 : f32, f32
}

func.func @ifbool(%c: i1) -> (i1, i1) {
  %t = arith.constant true
  %f = arith.constant false
  %r:2 = scf.if %c -> (i1, i1) { "test.op"() : () -> () 
  scf.yield %t, %f : i1, i1 } else { scf.yield %f, %t : i1, i1 }
  return %r#0, %r#1 : i1, i1
}

func.func @nestif(%c: i1, %d: i1) {
  scf.if %c { scf.if %d { "test.op"() : () -> () } }
  return
}

func.func @nestifres(%c: i1, %d: i1, %x: f32, %y: f32) -> f32 {
  %r = scf.if %c -> f32 { %q = scf.if %d -> f32 { "test.op"() : () -> ()
    scf.yield %x : f32 } else { scf.yield %y : f32 }
   scf.yield %q : f32 } else { scf.yield %y : f32 }
  return %r : f32
}

func.func @sameif(%c: i1, %x: f32) -> f32 {
  %a = scf.if %c -> f32 { %0 = "test.a"() : () -> f32
   scf.yield %0 : f32 } else { scf.yield %x : f32 }
  %b = scf.if %c -> f32 { %0 = "test.b"(%a) : (f32) -> f32
   scf.yield %0 : f32 } else { scf.yield %a : f32 }
  return %b : f32
}

func.func @notif(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %c { "test.a"() : () -> () } 
  scf.if %n { "test.b"() : () -> () } 
  return
}

func.func @notifelse(%c: i1) {
  %t = arith.constant true
  %n = arith.xori %c, %t : i1
  scf.if %n { "test.a"() : () -> () } else { "test.b"() : () -> () } 
  return
}

func.func @condinside(%c: i1) -> i1 {
  %f = arith.constant false
  %r = scf.if %c -> i1 { "test.a"(%c) : (i1) -> () 
   scf.yield %c : i1 } else { "test.a"(%c) : (i1) -> () 
   scf.yield %c : i1 }
  return %r : i1
}

func.func @emptyif(%c: i1) {
  scf.if %c { } else { "test.a"() : () -> () }
  scf.if %c { "test.a"() : () -> () } else { }
  scf.if %c { } else { }
  return
}

func.func @unusedif(%c: i1, %x: f32) -> f32 {
  %r:2 = scf.if %c -> (f32,f32) { %0 = "test.a"() : () -> f32
   scf.yield %0, %x : f32,f32 } else { %0 = "test.b"() : () -> f32
   scf.yield %0, %0 : f32, f32 }
  return %r#1 : f32
}

func.func @whilecond(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
   %c = "test.c"(%a) : (i32) -> i1
   scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
   %d = "test.d"(%b) : (i32) -> i32
   scf.yield %d : i32
  }
  return %r : i32
}

func.func @whileunused(%x: i32) -> i32 {
  %r:2 = scf.while (%a = %x) : (i32) -> (i32, i32) {
   %c = "test.c"(%a) : (i32) -> i1
   %e = "test.e"(%a) : (i32) -> i32
   scf.condition(%c) %a, %e : i32, i32
  } do {
  ^bb0(%b: i32, %f: i32):
   %d = "test.d"(%b) : (i32) -> i32
   scf.yield %d : i32
  }
  return %r#0 : i32
}

func.func @whilecondarg(%x: i32) {
  scf.while : () -> () {
   %c = "test.c"() : () -> i1
   scf.condition(%c)
  } do {
   "test.d"() : () -> ()
   scf.yield
  }
  return
}

func.func @whilectrue(%x: i1) -> i1 {
  %r = scf.while (%a = %x) : (i1) -> i1 {
   %c = "test.c"() : () -> i1
   scf.condition(%c) %c : i1
  } do {
  ^bb0(%b: i1):
   %d = "test.d"(%b) : (i1) -> i1
   scf.yield %d : i1
  }
  return %r : i1
}

func.func @whilecmp(%x: i32, %n: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
   %c = arith.cmpi ne, %a, %n : i32
   scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
   %e = arith.cmpi ne, %b, %n : i32
   %d = "test.d"(%b, %e) : (i32, i1) -> i32
   scf.yield %d : i32
  }
  return %r : i32
}

func.func @whileinv(%x: i32, %y: i32) -> (i32,i32) {
  %r:2 = scf.while (%a = %x, %z = %y) : (i32,i32) -> (i32,i32) {
   %c = "test.c"(%a,%z) : (i32,i32) -> i1
   scf.condition(%c) %a,%z : i32,i32
  } do {
  ^bb0(%b: i32, %w: i32):
   %d = "test.d"(%b) : (i32) -> i32
   scf.yield %d, %w : i32,i32
  }
  return %r#0,%r#1 : i32,i32
}

func.func @whilefalse(%x: i32) -> i32 {
  %f = arith.constant false
  %r = scf.while (%a = %x) : (i32) -> i32 {
   "test.c"(%a) : (i32) -> ()
   scf.condition(%f) %a : i32
  } do {
  ^bb0(%b: i32):
   %d = "test.d"(%b) : (i32) -> i32
   scf.yield %d : i32
  }
  return %r : i32
}

func.func @par(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) { "test.op"(%i, %j) : (index, index) -> () }
  scf.parallel (%i) = (%c10) to (%c0) step (%c1) { "test.op"(%i) : (index) -> () }
  scf.parallel (%i) = (%c2) to (%c10) step (%c10) { "test.op"(%i) : (index) -> () }
  return
}

func.func @parnest(%n: index, %m: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) { scf.parallel (%j) = (%c0) to (%m) step (%c1) { "test.op"(%i, %j) : (index, index) -> () } }
  return
}

func.func @forall(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  scf.forall (%i, %j) in (%n, 1) { "test.op"(%i, %j) : (index, index) -> () }
  scf.forall (%i) in (%c10) { "test.op"(%i) : (index) -> () }
  scf.forall (%i) = (%c1) to (%c2) step (%c1) { "test.op"(%i) : (index) -> () }
  return
}

func.func @switch(%x: i32, %y: i32) -> i32 {
  %c = arith.constant 1 : index
  %r = scf.index_switch %c -> i32
  case 0 { scf.yield %x : i32 }
  case 1 { %0 = "test.a"() : () -> i32
  scf.yield %0 : i32 }
  default { scf.yield %y : i32 }
  return %r : i32
}

func.func @exec(%x: i32) -> i32 {
  %r = scf.execute_region -> i32 { %0 = "test.a"() : () -> i32
   scf.yield %0 : i32 }
  return %r : i32
}

func.func @exec2(%c: i1) -> i32 {
  %r = scf.execute_region -> i32 { 
   cf.cond_br %c, ^a, ^b
  ^a:
   %0 = "test.a"() : () -> i32
   scf.yield %0 : i32
  ^b:
   %1 = "test.b"() : () -> i32
   scf.yield %1 : i32 }
  return %r : i32
}

func.func @castargs(%m: memref<4xf32>, %n: index) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %d = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %d) -> memref<?xf32> {
   %s = memref.cast %a : memref<?xf32> to memref<4xf32>
   %q = "test.a"(%s) : (memref<4xf32>) -> memref<4xf32>
   %e = memref.cast %q : memref<4xf32> to memref<?xf32>
   scf.yield %e : memref<?xf32> }
  return %r : memref<?xf32>
}

func.func @onceres(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %x) -> f32 {
   %q = "test.a"(%a, %i) : (f32, index) -> f32
   scf.yield %q : f32 }
  return %r : f32
}

func.func @reduce(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) init (%x) -> f32 { %v = "test.op"(%i, %j) : (index, index) -> f32
   scf.reduce(%v : f32) {
   ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    scf.reduce.return %s : f32
   } }
  return %r : f32
}

func.func @forswap(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (f32, f32) {
   scf.yield %b, %a : f32, f32 }
  return %r#0, %r#1 : f32, f32
}

func.func @ifhoist(%c: i1, %x: i32) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) { %0 = "test.a"() : () -> i32
  scf.yield %0, %0 : i32, i32 } else { %0 = "test.b"() : () -> i32
   scf.yield %0, %0 : i32, i32 }
  return %r#0, %r#1 : i32, i32
}

func.func @ifsideeffectfree(%c: i1, %x: i32) -> () {
  %r = scf.if %c -> i32 { %0 = arith.addi %x, %x : i32
  scf.yield %0 : i32 } else { scf.yield %x : i32 }
  return
}

func.func @iftrueinif(%c: i1) -> () {
  scf.if %c { scf.if %c { "test.a"() : () -> () } else { "test.b"() : () -> () } }
  return
}

func.func @ifext(%c: i1) -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 0 : i32
  %r = scf.if %c -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 }
  return %r : i32
}

func.func @constcond(%c: i1, %m: memref<4xi1>, %i: index) {
  %t = arith.constant true
  scf.if %c { memref.store %c, %m[%i] : memref<4xi1> }
  return
}

func.func @fordup(%n: index, %x: i32) -> (i32,i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %z = arith.constant 0 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %z, %b = %x) -> (i32,i32) {
   %q = "test.a"(%a, %b) : (i32,i32) -> i32
   scf.yield %z, %q : i32,i32 }
  return %r#0, %r#1 : i32,i32
}

func.func @f1(%n: index) {
  %c1 = arith.constant 1 : index
  scf.forall (%i) in (1) { "test.op"(%i) : (index) -> () }
  return
}

func.func @f2(%n: index) {
  scf.forall (%i) = (1) to (4) step (5) { "test.op"(%i) : (index) -> () }
  return
}

func.func @f3(%n: index) {
  scf.forall (%i) = (4) to (1) step (1) { "test.op"(%i) : (index) -> () }
  return
}

func.func @f5(%n: index) {
  scf.forall (%i, %j) = (3, 0) to (4, %n) step (1, 1) { "test.op"(%i, %j) : (index, index) -> () }
  return
}

func.func @f6(%n: index) {
  scf.forall (%i, %j) in (0, %n) { "test.op"(%i, %j) : (index, index) -> () }
  return
}

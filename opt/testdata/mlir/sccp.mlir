// PASSES: --sccp
func.func @simple() -> i32 {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = arith.addi %c1, %c2 : i32
  %1 = arith.muli %0, %c2 : i32
  return %1 : i32
}
func.func @merge(%c: i1) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.cond_br %c, ^a(%c1 : i32), ^b
^a(%x: i32):
  cf.br ^d(%x : i32)
^b:
  cf.br ^d(%c1 : i32)
^d(%y: i32):
  %z = arith.addi %y, %y : i32
  return %z : i32
}
func.func @deadedge(%a: i32) -> i32 {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^a(%c1 : i32), ^a(%a : i32)
^a(%x: i32):
  return %x : i32
}
func.func @unreach(%a: i32) -> i32 {
  %t = arith.constant false
  %c1 = arith.constant 1 : i32
  cf.cond_br %t, ^b, ^a(%c1 : i32)
^b:
  %s = arith.addi %c1, %c1 : i32
  cf.br ^a(%s : i32)
^a(%x: i32):
  return %x : i32
}
func.func @loop(%n: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c5 = arith.constant 5 : i32
  cf.br ^h(%c0, %c5 : i32, i32)
^h(%i: i32, %k: i32):
  %d = arith.cmpi slt, %i, %n : i32
  cf.cond_br %d, ^b, ^e
^b:
  %j = arith.addi %i, %k : i32
  %kk = arith.muli %k, %c5 : i32
  %same = arith.subi %kk, %c5 : i32
  %q = arith.andi %k, %k : i32
  cf.br ^h(%j, %q : i32, i32)
^e:
  return %k : i32
}
func.func private @callee(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  return %0 : i32
}
func.func @caller(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = call @callee(%c1, %x) : (i32, i32) -> i32
  %1 = call @callee(%c1, %c1) : (i32, i32) -> i32
  return %1 : i32
}
func.func private @ret7() -> i32 {
  %c7 = arith.constant 7 : i32
  return %c7 : i32
}
func.func @caller7() -> i32 {
  %0 = call @ret7() : () -> i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}
func.func @pub7() -> i32 {
  %c7 = arith.constant 7 : i32
  return %c7 : i32
}
func.func @callerpub7() -> i32 {
  %0 = call @pub7() : () -> i32
  return %0 : i32
}
func.func @scfif(%c: i1) -> (i32, i32) {
  %t = arith.constant true
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %0 = scf.if %t -> i32 { scf.yield %c1 : i32 } else { scf.yield %c2 : i32 }
  %1 = scf.if %c -> i32 { scf.yield %c1 : i32 } else { scf.yield %0 : i32 }
  return %0, %1 : i32, i32
}
func.func @scffor(%n: index) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = arith.constant 1 : i32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %k, %b = %k) -> (i32, i32) {
    %p = arith.muli %a, %k : i32
    %q = arith.addi %b, %k : i32
    scf.yield %p, %q : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @scfwhile(%n: i32) -> (i32, i32) {
  %k = arith.constant 1 : i32
  %r:2 = scf.while (%a = %k, %b = %k) : (i32, i32) -> (i32, i32) {
    %d = arith.cmpi slt, %b, %n : i32
    scf.condition(%d) %a, %b : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %q = arith.addi %y, %k : i32
    scf.yield %x, %q : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func @dup(%x : i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c3b = arith.constant 3 : i32
  %t = arith.constant true
  %s = arith.select %t, %x, %c3 : i32
  %z = arith.muli %x, %c3 : i32
  %dead = arith.addi %c3, %c3b : i32
  return %s : i32
}
func.func @switch(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  cf.switch %c3 : i32, [ default: ^a(%x : i32), 3: ^a(%c4 : i32) ]
^a(%y: i32):
  return %y : i32
}
func.func private @rec(%n: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %d = arith.cmpi eq, %n, %c3 : i32
  cf.cond_br %d, ^a, ^b
^a:
  return %c3 : i32
^b:
  %r = call @rec(%c3) : (i32) -> i32
  return %r : i32
}
func.func @crec() -> i32 {
  %c3 = arith.constant 3 : i32
  %r = call @rec(%c3) : (i32) -> i32
  return %r : i32
}
func.func private @taken(%n: i32) -> i32 { %c9 = arith.constant 9 : i32 return %c9 : i32 }
func.func @take() -> (i32, (i32) -> i32) {
  %c9 = arith.constant 9 : i32
  %f = constant @taken : (i32) -> i32
  %r = call @taken(%c9) : (i32) -> i32
  return %r, %f : i32, (i32) -> i32
}
func.func @mem(%m: memref<4xi32>) -> index {
 %c0 = arith.constant 0 : index
 %c2 = arith.constant 2 : i32
 %d = memref.dim %m, %c0 : memref<4xi32>
 %x = affine.apply affine_map<(d0) -> (d0 + 1)>(%d)
 memref.store %c2, %m[%c0] : memref<4xi32>
 return %x : index
}
func.func @afor(%n: index) -> (i32, index) {
  %k = arith.constant 1 : i32
  %z = arith.constant 4 : index
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %k, %b = %z) -> (i32, index) {
    %p = arith.muli %a, %k : i32
    affine.yield %p, %b : i32, index
  }
  return %r#0, %r#1 : i32, index
}
func.func @exec(%c: i1) -> (i32) {
  %r = scf.execute_region -> i32 {
    %k = arith.constant 1 : i32
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %k : i32
  ^b:
    scf.yield %k : i32
  }
  return %r : i32
}
func.func @iswitch(%i: index) -> i32 {
  %c2 = arith.constant 2 : index
  %r = scf.index_switch %c2 -> i32
  case 2 { %k = arith.constant 1 : i32 scf.yield %k : i32 }
  default { %k = arith.constant 2 : i32 scf.yield %k : i32 }
  return %r : i32
}
func.func @one(%x: i32) -> i32 {
  %z = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = arith.muli %x, %z : i32
  %q = arith.addi %p, %c1 : i32
  %w = arith.addi %x, %z : i32
  %w2 = arith.addi %w, %z : i32
  return %q : i32
}

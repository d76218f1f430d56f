// Two loops of blocks, one in the other.
func.func @main() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  cf.br ^outer(%c0, %c0 : i32, i32)
^outer(%i: i32, %s: i32):
  %o = arith.cmpi slt, %i, %c3 : i32
  cf.cond_br %o, ^inner(%c0, %s : i32, i32), ^done
^inner(%j: i32, %t: i32):
  %p = arith.cmpi sle, %j, %i : i32
  cf.cond_br %p, ^body, ^next
^body:
  %m = arith.muli %i, %j : i32
  %u = arith.addi %t, %m : i32
  %j1 = arith.addi %j, %c1 : i32
  cf.br ^inner(%j1, %u : i32, i32)
^next:
  %i1 = arith.addi %i, %c1 : i32
  cf.br ^outer(%i1, %t : i32, i32)
^done:
  vector.print %s : i32
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0 : i64
  %low = arith.constant -1 : i64
  %s:2 = scf.parallel (%i) = (%c0) to (%c10) step (%c1) init (%zero, %low) -> (i64, i64) {
    %x = arith.index_cast %i : index to i64
    %y = arith.muli %x, %x : i64
    scf.reduce(%y, %x : i64, i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }, {
    ^bb0(%a: i64, %b: i64):
      %r = arith.maxsi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  vector.print %s#0 : i64
  vector.print %s#1 : i64
  return
}

func.func @pick(%i: index) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %c = arith.constant 20 : i32
    scf.yield %c : i32
  }
  case 5 {
    %c = arith.constant 50 : i32
    scf.yield %c : i32
  }
  default {
    %c = arith.constant -1 : i32
    scf.yield %c : i32
  }
  return %r : i32
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c2 = arith.constant 2 : index
  scf.for %i = %c2 to %c6 step %c1 {
    %r = func.call @pick(%i) : (index) -> i32
    vector.print %r : i32
  }
  %x = scf.execute_region -> i32 {
    %y = func.call @pick(%c3) : (index) -> i32
    scf.yield %y : i32
  }
  vector.print %x : i32
  return
}

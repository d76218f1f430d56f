async.func @work(%x: i32) -> !async.value<i32> {
  %two = arith.constant 2 : i32
  %y = arith.muli %x, %two : i32
  return %y : i32
}
func.func @main() {
  %c = arith.constant 21 : i32
  %v = async.call @work(%c) : (i32) -> !async.value<i32>
  %r = async.await %v : !async.value<i32>
  vector.print %r : i32
  return
}

// A square is compiled while the program runs; a sum that nobody waits for does not block.
func.func @squares() -> (i32, i32) {
  %ch0 = tfrt.new.chain
  %n = tfrt.constant.i32 12
  %square = tfrt.jit_execute @kernels::@square(%n) : (i32) -> i32
  %ch1 = tfrt.print.i32 %n, %ch0
  %zero = tfrt.constant.i32 0
  %q, %r = tfrt.div.i32 %n, %zero
  tfrt.return %square, %q : i32, i32
}
module @kernels attributes {tfrt.compiled} {
  func.func @square(%x: i32) -> i32 {
    %y = arith.muli %x, %x : i32
    return %y : i32
  }
}

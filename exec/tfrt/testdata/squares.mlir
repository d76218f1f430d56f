// The square is compiled while the program runs. The kernel that prints 12 does not wait for it.
func.func @squares() -> (i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %n = tfrt.constant.i32 12
  %square = tfrt.jit_execute @kernels::@square(%n) : (i32) -> i32
  %ch1 = tfrt.print.i32 %n, %ch0
  %times = tfrt.constant.i32 3
  %sum:2 = tfrt.repeat.i32 %times, %ch1, %square : !tfrt.chain, i32 {
    %next = tfrt.add.i32 %square, %square
    %ch2 = tfrt.print.i32 %next, %ch1
    tfrt.return %ch2, %next : !tfrt.chain, i32
  }
  tfrt.return %sum#1, %sum#0 : i32, !tfrt.chain
}

module @kernels attributes {tfrt.compiled} {
  func.func @square(%x: i32) -> i32 {
    %y = arith.muli %x, %x : i32
    return %y : i32
  }
}

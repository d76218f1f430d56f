// Two values are computed beside each other; a print waits for a chain that joins both.
func.func @joined() -> (i32, !tfrt.chain) {
  %ch0 = tfrt.new.chain
  %a = tfrt.constant.i32 40
  %b = tfrt.constant.i32 2
  %sum = tfrt.add.i32 %a, %b
  %product = tfrt.mul.i32 %a, %b
  %ch1 = tfrt.print.i32 %sum, %ch0
  %both = tfrt.merge.chains %ch1, %product : !tfrt.chain, i32
  %ch2 = tfrt.print.i32 %product, %both
  tfrt.return %product, %ch2 : i32, !tfrt.chain
}

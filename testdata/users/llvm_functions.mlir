// Only read and printed: the llvm dialect.
module {
  llvm.mlir.global internal constant @text("hi\00") {addr_space = 0 : i32}
  llvm.func @puts(!llvm.ptr) -> i32
  llvm.func @hello(%n: i32) -> i32 {
    %0 = llvm.mlir.addressof @text : !llvm.ptr
    %1 = llvm.call @puts(%0) : (!llvm.ptr) -> i32
    %2 = llvm.mlir.constant(3 : i32) : i32
    %3 = llvm.add %n, %2 overflow<nsw> : i32
    %4 = llvm.icmp "slt" %3, %1 : i32
    llvm.cond_br %4, ^bb1, ^bb2(%3 : i32)
  ^bb1:
    llvm.br ^bb2(%1 : i32)
  ^bb2(%5: i32):
    llvm.return %5 : i32
  }
}

// DIFFERS: constant addresses are folded there.
module {
  llvm.mlir.global internal constant @weights(dense<[3, 5, 7, 11]> : tensor<4xi32>) : !llvm.array<4 x i32>
  llvm.func @collatz(%n: i64) -> i64 {
    %c0 = llvm.mlir.constant(0 : i64) : i64
    %c1 = llvm.mlir.constant(1 : i64) : i64
    %c3 = llvm.mlir.constant(3 : i64) : i64
    llvm.br ^head(%n, %c0 : i64, i64)
  ^head(%x: i64, %steps: i64):
    %done = llvm.icmp "eq" %x, %c1 : i64
    llvm.cond_br %done, ^exit, ^next
  ^next:
    %low = llvm.and %x, %c1 : i64
    %odd = llvm.trunc %low : i64 to i1
    %half = llvm.lshr %x, %c1 : i64
    %tripled = llvm.mul %x, %c3 : i64
    %up = llvm.add %tripled, %c1 : i64
    %more = llvm.add %steps, %c1 : i64
    llvm.cond_br %odd, ^head(%up, %more : i64, i64), ^head(%half, %more : i64, i64)
  ^exit:
    llvm.return %steps : i64
  }
  llvm.func @main() -> i32 {
    %n = llvm.mlir.constant(27 : i64) : i64
    %steps = llvm.call @collatz(%n) : (i64) -> i64
    %s = llvm.trunc %steps : i64 to i32
    %p = llvm.mlir.addressof @weights : !llvm.ptr
    %q = llvm.getelementptr %p[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.array<4 x i32>
    %w = llvm.load %q : !llvm.ptr -> i32
    %r = llvm.add %s, %w : i32
    llvm.return %r : i32
  }
}

// DIFFERS: constant addresses are folded there;
// mlir-translate makes arrays of arrays where the type says arrays of vectors, which LLVM rejects.
module {
  llvm.mlir.global constant @nested(dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf64>) : !llvm.array<2 x array<2 x vector<2xf64>>>
  llvm.func @dup(%c: i1, %x: i32, %y: i32) -> i32 {
    llvm.cond_br %c, ^a(%x : i32), ^a(%y : i32)
  ^a(%r: i32):
    llvm.switch %r : i32, ^b(%x : i32) [
      1: ^b(%y : i32),
      -5: ^c
    ]
  ^b(%q: i32):
    llvm.return %q : i32
  ^c:
    llvm.unreachable
  }
  llvm.mlir.global internal @x(0 : i64) : i64
  llvm.mlir.global internal @table() : !llvm.array<2 x struct<(ptr, i64)>> {
    %0 = llvm.mlir.zero : !llvm.array<2 x struct<(ptr, i64)>>
    %1 = llvm.mlir.addressof @x : !llvm.ptr
    %2 = llvm.getelementptr inbounds %1[1] : (!llvm.ptr) -> !llvm.ptr, i32
    %3 = llvm.insertvalue %2, %0[1, 0] : !llvm.array<2 x struct<(ptr, i64)>>
    %4 = llvm.ptrtoint %1 : !llvm.ptr to i64
    %5 = llvm.insertvalue %4, %3[0, 1] : !llvm.array<2 x struct<(ptr, i64)>>
    llvm.return %5 : !llvm.array<2 x struct<(ptr, i64)>>
  }
  llvm.func @unreached(%x: i32) -> i32 {
    llvm.return %x : i32
  ^never(%y: i32):
    llvm.return %y : i32
  }
  llvm.func @asm(%x: i32) -> i32 {
    %0 = llvm.inline_asm has_side_effects asm_dialect = att "mov $1, $0", "=r,r" %x : (i32) -> i32
    llvm.return %0 : i32
  }
}

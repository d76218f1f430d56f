// Only read and printed: a kernel of the dialects llvm and nvvm.
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  llvm.func @k(%a: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel = 1 : ui1, nvvm.reqntid = array<i32: 128>} {
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %1 = llvm.inline_asm has_side_effects asm_dialect = att operand_attrs = [] "mov.u32 $0, $1;", "=r,r" %0 : (i32) -> i32
    %2 = llvm.getelementptr %a[%1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %3 = llvm.load %2 {alignment = 4 : i64} : !llvm.ptr<1> -> f32
    llvm.store %3, %2 : f32, !llvm.ptr<1>
    nvvm.barrier0
    llvm.return
  }
}

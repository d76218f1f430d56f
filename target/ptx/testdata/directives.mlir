llvm.func @largest() attributes {nvvm.kernel, nvvm.maxntid = array<i32: 64, 2, 1>, nvvm.maxnreg = 32 : i32, nvvm.minctasm = 2 : i32} {
  llvm.return
}
llvm.func @required() attributes {nvvm.kernel, nvvm.reqntid = array<i32: 64, 1, 1>, nvvm.cluster_dim = array<i32: 2, 1, 1>} {
  llvm.return
}
llvm.func @most() attributes {nvvm.kernel, nvvm.cluster_max_blocks = 4 : i32} {
  llvm.return
}

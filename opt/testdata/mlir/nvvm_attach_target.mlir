// PASSES: --pass-pipeline=builtin.module(nvvm-attach-target{chip=sm_90},nvvm-attach-target{O=3},nvvm-attach-target{module=^m$},nvvm-attach-target{features=+ptx80},nvvm-attach-target{fast=1},nvvm-attach-target{ftz=1},nvvm-attach-target{ptxas-cmd-options=-v},nvvm-attach-target{l=a.bc,b.bc},nvvm-attach-target{triple=nvptx64},nvvm-attach-target)
gpu.module @m [#nvvm.target<chip = "sm_90">] {
}
gpu.module @mn [#nvvm.target<chip = "sm_75">] attributes {doc.note} {
}
gpu.module @other {
}
module {
  gpu.module @m {
  }
}

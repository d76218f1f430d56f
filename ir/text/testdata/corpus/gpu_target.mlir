// Covers the targets of a gpu.module: every parameter of #nvvm.target, present and absent.
gpu.module @a [#nvvm.target] {
}
gpu.module @b [#nvvm.target<>] {
}
gpu.module @c [#nvvm.target<chip = "sm_90">, #nvvm.target<features = "+ptx80", chip = "sm_80", O = 3>] {
}
gpu.module @d [#nvvm.target<chip = "sm_90", triple = "nvptx", O = 1, link = ["a.bc", "b"], flags = {fast, ftz, "ptxas-cmd-options" = ["-v"]}, features = "+ptx80", verifyTarget = false>] {
}
gpu.module @e [#nvvm.target<O = 2, chip = "sm_50", features = "", triple = "nvptx64-nvidia-cuda", verifyTarget = true>] attributes {doc.note} {
}
gpu.module @f<#gpu.select_object<1 : i64>> [#nvvm.target<link = [], flags = {}>] {
}
module attributes {doc.a = #nvvm.target<chip = "any">, doc.b = [#nvvm.target]} {
}

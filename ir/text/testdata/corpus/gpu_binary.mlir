// Covers the gpu dialect: binaries, targets of modules.
gpu.binary @a [#gpu.object<#nvvm.target, "\01\02">]
gpu.binary @b <#gpu.select_object<1 : i64>> {foo} [#gpu.object<#nvvm.target<chip = "sm_90">, assembly = "abc">, #gpu.object<#nvvm.target, "x">]
gpu.binary @c <#gpu.select_object<#nvvm.target>> [#gpu.object<#nvvm.target, "x">]
gpu.module @k9 <#gpu.select_object<1 : i64>> [#nvvm.target, #nvvm.target<chip = "sm_90">] attributes {a} {
}
gpu.module @k8 [#nvvm.target] {
}

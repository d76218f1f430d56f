// Only read and printed: units and files of debug information.
#di_file = #llvm.di_file<"a.c" in "/x">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, isOptimized = false, emissionKind = Full>
module {
  llvm.func @f() { llvm.return } loc(fused<#cu>["a.c":1:2])
}

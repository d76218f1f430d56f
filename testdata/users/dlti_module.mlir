// Only read and printed: data layout of a target.
module attributes {
  dlti.dl_spec = #dlti.dl_spec<index = 64 : i64, i64 = dense<[32, 64]> : vector<2xi64>, "dlti.endianness" = "little", "dlti.stack_alignment" = 128 : i64>,
  llvm.data_layout = "e-m:e-p270:32:32-i64:64-n8:16:32:64-S128",
  llvm.target_triple = "x86_64-unknown-linux-gnu"
} {
  func.func @f(%a: i64) -> i64 {
    return %a : i64
  }
}

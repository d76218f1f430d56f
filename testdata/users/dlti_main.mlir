// Not run upstream: mlir-runner has no dialect dlti.
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 64 : i64>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>>} {
  func.func @main() {
    %i = arith.constant -1 : i32
    %x = arith.index_castui %i : i32 to index
    vector.print %x : index
    return
  }
}

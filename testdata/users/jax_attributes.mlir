// Only read and printed: attributes of dialects that are not loaded.
module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4xf32> {jax.arg_info = "x", mhlo.sharding = "{replicated}"}) -> (tensor<4xf32> {jax.result_info = ""}) {
    return %arg0 : tensor<4xf32>
  }
}

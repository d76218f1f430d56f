ml_program.global private mutable @seed(dense<3> : tensor<i64>) : tensor<i64>
func.func @main() {
  %x = ml_program.global_load @seed : tensor<i64>
  %v = tensor.extract %x[] : tensor<i64>
  vector.print %v : i64
  return
}

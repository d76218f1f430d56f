// Covers ml_program: globals with every optional part, loads and stores.
ml_program.global private @constant(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @variable(dense<[1, 2, 3, 4]> : tensor<4xi32>) : tensor<4xi32> {kept}
ml_program.global public mutable @any : tensor<?xi32>
ml_program.global nested @elsewhere(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>
ml_program.global private mutable @number(3 : i32) : i32
ml_program.global private @wider(dense<1> : tensor<4xi32>) : tensor<?xi32>
func.func @f() -> (tensor<4xi32>, tensor<?xi32>, i32) {
  %0 = ml_program.global_load @variable : tensor<4xi32>
  %1 = ml_program.global_load_const @constant : tensor<4xi32>
  %2 = ml_program.global_load @wider : tensor<?xi32> {kept}
  %3 = ml_program.global_load @number : i32
  ml_program.global_store @variable = %1 : tensor<4xi32>
  ml_program.global_store @number = %3 : i32 {kept}
  return %0, %2, %3 : tensor<4xi32>, tensor<?xi32>, i32
}

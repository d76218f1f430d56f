// Covers arith.constant: integers, indices, booleans, floats, vectors, tensors, attributes, and the names the printer gives.

func.func @integers() {
  %0 = arith.constant 0 : i32
  %1 = arith.constant -1 : i8
  %2 = arith.constant 42 : index
  %3 = arith.constant -42 : index
  %4 = arith.constant 9223372036854775807 : i64
  %5 = arith.constant -9223372036854775808 : i64
  %6 = arith.constant 0x7F : i8
  %7 = arith.constant 0xDEADBEEF : i64
  %8 = arith.constant 170141183460469231731687303715884105727 : i128
  %9 = arith.constant 1 : i7
  // Without a type an integer literal is an i64.
  %10 = arith.constant 5
  // The same constant twice: the second name gets a suffix.
  %11 = arith.constant 42 : index
  %12 = arith.constant 0 : i32
  // A value above the signed range wraps when printed.
  %13 = arith.constant 255 : i8
  return
}

func.func @booleans() {
  %0 = arith.constant true
  %1 = arith.constant false
  %2 = arith.constant true
  %3 = arith.constant 1 : i1
  %4 = arith.constant 0 : i1
  %5 = arith.constant -1 : i1
  return
}

func.func @floats() {
  %0 = arith.constant 0.0 : f32
  %1 = arith.constant -0.0 : f32
  %2 = arith.constant 1.5e10 : f64
  %3 = arith.constant 3.14159 : f16
  %4 = arith.constant 1.0e-3 : bf16
  // Without a type a float literal is an f64.
  %5 = arith.constant 2.5
  // Bit patterns.
  %6 = arith.constant 0x7FC00000 : f32
  %7 = arith.constant 0xFF800000 : f32
  %8 = arith.constant 0x7FF0000000000001 : f64
  %9 = arith.constant 0x3F800000 : f32
  return
}

func.func @aggregates() {
  %0 = arith.constant dense<0> : vector<4xi32>
  %1 = arith.constant dense<[1, -2, 3]> : vector<3xi8>
  %2 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %3 = arith.constant dense<true> : vector<8xi1>
  %4 = arith.constant dense<1.0> : tensor<f32>
  %5 = arith.constant dense<7> : vector<i64>
  %6 = arith.constant dense<> : tensor<0xi32>
  %7 = arith.constant sparse<[[0, 0], [1, 2]], [1, 5]> : tensor<3x4xi32>
  %8 = arith.constant dense<2> : vector<[4]xi32>
  %9 = arith.constant dense<[0, 1, 2]> : tensor<3xindex>
  return
}

func.func @with_attributes() -> i32 {
  // The dictionary comes before the value.
  %0 = arith.constant {doc.name = "answer"} 42 : i32
  %1 = arith.constant {doc.unit} true
  return %0 : i32
}

// A constant inside a nested region takes the next free name of the whole function.
func.func @nested(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %sum = arith.addi %zero, %one : index
  }
  return
}

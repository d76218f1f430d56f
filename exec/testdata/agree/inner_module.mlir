// What is in a module of its own is not the program's, and neither run nor in its way.
func.func @main(%a: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0] : memref<4xf32>
  return %v : f32
}
module @inner {
  func.func @main(%a: memref<4xf32>) -> f32 {
    %x = arith.constant 5.0 : f32
    %no = arith.constant false
    cf.assert %no, "inside"
    return %x : f32
  }
}

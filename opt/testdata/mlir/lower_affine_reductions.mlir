// PASSES: --lower-affine
func.func @f() {
  %0:8 = affine.parallel (%p) = (0) to (10) reduce ("addf", "addi", "mulf", "muli", "maximumf", "minimumf", "ori", "andi") -> (f32, i32, f32, i32, f32, f32, i32, i32) {
    %x = arith.constant 1 : i32
    %y = arith.constant 1.0 : f32
    affine.yield %y, %x, %y, %x, %y, %y, %x, %x : f32, i32, f32, i32, f32, f32, i32, i32
  }
  return
}

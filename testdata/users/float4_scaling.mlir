// Only read and printed: floats of four bits with a scale.
func.func @main() {
  %x = arith.constant 1.0 : f32
  %y = arith.scaling_truncf %x, %x : f32, f32 to f4E2M1FN
  return
}

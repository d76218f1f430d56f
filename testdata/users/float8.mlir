// Only read and printed: floats of eight bits.
func.func @main() {
  %x = arith.constant 1.0 : f8E4M3FN
  %y = arith.extf %x : f8E4M3FN to f32
  return
}

// PASSES: --loop-invariant-code-motion
// A transfer from or to a tensor has no effect, one from or to memory has.
func.func private @use(vector<4xf32>, tensor<?xf32>)
func.func @f(%t: tensor<?xf32>, %m: memref<?xf32>, %v: vector<4xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = vector.transfer_read %t[%n], %x : tensor<?xf32>, vector<4xf32>
    %u = vector.transfer_write %v, %t[%n] : vector<4xf32>, tensor<?xf32>
    func.call @use(%a, %u) : (vector<4xf32>, tensor<?xf32>) -> ()
    %b = vector.transfer_read %m[%n], %x : memref<?xf32>, vector<4xf32>
    vector.transfer_write %b, %m[%c0] : vector<4xf32>, memref<?xf32>
  }
  return
}

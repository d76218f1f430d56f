// A loop with a condition carries two tensors, one of which it computes anew.
func.func private @printMemrefF32(tensor<*xf32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 100.0 : f32
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %b = arith.constant dense<[5.0, 6.0, 7.0]> : tensor<3xf32>
  %r:3 = scf.while (%x = %a, %y = %b, %n = %c0) : (tensor<3xf32>, tensor<3xf32>, index) -> (tensor<3xf32>, tensor<3xf32>, index) {
    %first = tensor.extract %x[%c0] : tensor<3xf32>
    %go = arith.cmpf olt, %first, %limit : f32
    scf.condition(%go) %x, %y, %n : tensor<3xf32>, tensor<3xf32>, index
  } do {
  ^bb0(%x: tensor<3xf32>, %y: tensor<3xf32>, %n: index):
    %s = linalg.add ins(%x, %y : tensor<3xf32>, tensor<3xf32>) outs(%x : tensor<3xf32>) -> tensor<3xf32>
    %m = arith.addi %n, %c1 : index
    scf.yield %s, %y, %m : tensor<3xf32>, tensor<3xf32>, index
  }
  vector.print %r#2 : index
  %u = tensor.cast %r#0 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %v = tensor.cast %r#1 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  return
}

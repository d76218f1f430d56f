// Attributes of operations on tensors.
func.func @extract(%a: tensor<8x8xf32>) -> tensor<3x3xf32> {
  %s = tensor.extract_slice %a[1, 1] [3, 3] [2, 2] : tensor<8x8xf32> to tensor<3x3xf32>
  return %s : tensor<3x3xf32>
}

// -----

func.func @insert(%a: tensor<8x8xf32>, %b: tensor<3x3xf32>) -> tensor<8x8xf32> {
  %s = tensor.insert_slice %b into %a[1, 1] [3, 3] [2, 2] : tensor<3x3xf32> into tensor<8x8xf32>
  return %s : tensor<8x8xf32>
}

// -----

func.func @parallel(%a: tensor<8xf32>, %b: tensor<1xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %a) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %b into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

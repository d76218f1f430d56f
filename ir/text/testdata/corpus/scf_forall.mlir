// Covers scf.forall with results: what iterations put into shared outputs.
func.func @usual(%t: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %s = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
func.func @several(%a: tensor<4x?xf32>, %b: tensor<8xi32>, %m: index, %x: f32, %k: i32) -> (tensor<4x?xf32>, tensor<8xi32>) {
  %r:2 = scf.forall (%i, %j) = (0, 0) to (4, %m) step (1, 2) shared_outs(%p = %a, %q = %b) -> (tensor<4x?xf32>, tensor<8xi32>) {
    %v = tensor.splat %x : tensor<2xf32>
    %w = tensor.from_elements %k : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %p[%i, %j] [1, 2] [1, 1] {doc.note} : tensor<2xf32> into tensor<4x?xf32>
      tensor.parallel_insert_slice %w into %q[%i] [1] [1] : tensor<1xi32> into tensor<8xi32>
    }
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  return %r#0, %r#1 : tensor<4x?xf32>, tensor<8xi32>
}
func.func @nested(%t: tensor<4x4xi32>) -> tensor<4x4xi32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4x4xi32>) {
    %row = tensor.extract_slice %o[%i, 0] [1, 4] [1, 1] : tensor<4x4xi32> to tensor<4xi32>
    %made = scf.forall (%j) in (4) shared_outs(%p = %row) -> (tensor<4xi32>) {
      %e = tensor.extract_slice %t[%j, %i] [1, 1] [1, 1] : tensor<4x4xi32> to tensor<1xi32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %e into %p[%j] [1] [1] : tensor<1xi32> into tensor<4xi32>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %made into %o[%i, 0] [1, 4] [1, 1] : tensor<4xi32> into tensor<4x4xi32>
    }
  }
  return %r : tensor<4x4xi32>
}

// A reduction with two results: the largest value, and where it is.
#in = affine_map<(d0) -> (d0)>
#out = affine_map<(d0) -> ()>
func.func @main() {
  %x = arith.constant dense<[3.0, 9.0, -2.0, 9.0, 8.0]> : tensor<5xf32>
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %v0 = tensor.empty() : tensor<f32>
  %v1 = linalg.fill ins(%low : f32) outs(%v0 : tensor<f32>) -> tensor<f32>
  %i0 = tensor.empty() : tensor<i32>
  %i1 = linalg.fill ins(%zero : i32) outs(%i0 : tensor<i32>) -> tensor<i32>
  %r:2 = linalg.generic {indexing_maps = [#in, #out, #out], iterator_types = ["reduction"]} ins(%x : tensor<5xf32>) outs(%v1, %i1 : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %best: f32, %at: i32):
    %ix = linalg.index 0 : index
    %i = arith.index_cast %ix : index to i32
    %better = arith.cmpf ogt, %a, %best : f32
    %nb = arith.select %better, %a, %best : f32
    %ni = arith.select %better, %i, %at : i32
    linalg.yield %nb, %ni : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  %v = tensor.extract %r#0[] : tensor<f32>
  %w = tensor.extract %r#1[] : tensor<i32>
  vector.print %v : f32
  vector.print %w : i32
  return
}

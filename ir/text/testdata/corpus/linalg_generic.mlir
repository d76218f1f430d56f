// Covers linalg.generic: the leading dictionary, its alias, attributes, no inputs, no loops, linalg.index.
#map = affine_map<(d0, d1) -> (d0, d1)>
#tr = {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"], doc = "hello", library_call = "foo"}
func.func @g(%b0: memref<f32>, %a: memref<4x?xf32>, %b: memref<4x?xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%a : memref<4x?xf32>) outs(%b : memref<4x?xf32>) {
  ^bb0(%x: f32, %y: f32):
    %i = linalg.index 0 : index
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  linalg.generic #tr ins(%a : memref<4x?xf32>) outs(%b : memref<4x?xf32>) attrs = {foo = 3} {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%b0 : memref<f32>) {
  ^bb0(%y: f32):
    linalg.yield %y : f32
  }
  return
}

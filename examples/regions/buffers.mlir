// Two products and a fused sum in buffers, as a program in order. Regions follow from what operations read and write:
//
//   inflight opt examples/regions/buffers.mlir --form-async-regions
//   inflight opt examples/regions/buffers.mlir --form-async-regions=mode=debug
//   inflight run examples/regions/buffers.mlir

#map0 = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>

func.func @f(%a: memref<32x8xf32>, %b: memref<8x32xf32>, %c: memref<8x32xf32>, %bias: memref<32xf32>, %r: memref<32x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %x = memref.alloc() : memref<32x32xf32>
  linalg.fill ins(%zero : f32) outs(%x : memref<32x32xf32>)
  linalg.matmul ins(%a, %b : memref<32x8xf32>, memref<8x32xf32>) outs(%x : memref<32x32xf32>)
  %y = memref.alloc() : memref<32x32xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<32x32xf32>)
  linalg.matmul ins(%a, %c : memref<32x8xf32>, memref<8x32xf32>) outs(%y : memref<32x32xf32>)
  linalg.generic {indexing_maps = [#map0, #map0, #map1, #map0], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %bias : memref<32x32xf32>, memref<32x32xf32>, memref<32xf32>) outs(%r : memref<32x32xf32>) {
  ^bb0(%p: f32, %q: f32, %s: f32, %o: f32):
    %t = arith.addf %p, %q : f32
    %u = arith.addf %t, %s : f32
    linalg.yield %u : f32
  }
  memref.dealloc %x : memref<32x32xf32>
  memref.dealloc %y : memref<32x32xf32>
  return
}

// A structured operation is a parallel loop over memory of unknown extents, of one row and of none.
// printed: rank = 2 offset = 0 sizes = [2, 5] strides = [5, 1]
// printed: [[3.5,   3.5,   3.5,   3.5,   3.5],
// printed: [3.5,   3.5,   3.5,   3.5,   3.5]]
// printed: rank = 2 offset = 0 sizes = [2, 5] strides = [5, 1]
// printed: [[3.5,   3.5,   3.5,   3.5,   3.5],
// printed: [3.5,   3.5,   3.5,   3.5,   3.5]]

#same = affine_map<(d0, d1) -> (d0, d1)>

func.func private @printMemrefF32(memref<*xf32>) attributes { llvm.emit_c_interface }

func.func @add(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %sum: memref<?x?xf32>) {
  linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%sum : memref<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %c : f32
  }
  return
}

func.func @main() {
  %f1 = arith.constant 1.0 : f32
  %f2 = arith.constant 2.5 : f32
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %x = memref.alloc() {alignment = 64} : memref<2x5xf32>
  %y = memref.alloc() {alignment = 64} : memref<2x5xf32>
  %sum = memref.alloc() {alignment = 64} : memref<2x5xf32>
  linalg.fill ins(%f1 : f32) outs(%x : memref<2x5xf32>)
  linalg.fill ins(%f2 : f32) outs(%y : memref<2x5xf32>)
  %dx = memref.cast %x : memref<2x5xf32> to memref<?x?xf32>
  %dy = memref.cast %y : memref<2x5xf32> to memref<?x?xf32>
  %dsum = memref.cast %sum : memref<2x5xf32> to memref<?x?xf32>
  call @add(%dx, %dy, %dsum) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  %u = memref.cast %sum : memref<2x5xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  %none = memref.alloc(%c0, %c5) : memref<?x?xf32>
  call @add(%none, %none, %none) : (memref<?x?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %none : memref<?x?xf32>
  memref.dealloc %x : memref<2x5xf32>
  memref.dealloc %y : memref<2x5xf32>
  memref.dealloc %sum : memref<2x5xf32>
  return
}

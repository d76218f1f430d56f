// Covers nvvm.mma.sync, with the type of the multiplicands inferred and given.
func.func @main(%a: memref<f32>, %i: index) -> index {
  %u = memref.cast %a : memref<f32> to memref<*xf32>
  %0 = memref.dim %u, %i : memref<*xf32>
  return %0 : index
}

// Aliases of types, attributes and locations, some of them used before they are defined.
#first = affine_map<(d0, d1) -> (d1, d0)>
!buf = memref<2x3xf32>
!out = memref<3x2xf32>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %in = memref.alloc() : !buf loc(#loc1)
  %out = memref.alloc() : !out
  affine.for %i = 0 to 2 {
    affine.for %j = 0 to 3 {
      %0 = affine.apply affine_map<(i, j) -> (i * 3 + j)>(%i, %j) loc("here")
      %1 = arith.index_cast %0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32 loc(fused["a", "b"])
      affine.store %2, %in[%i, %j] : !buf
    }
  }
  linalg.transpose ins(%in : !buf) outs(%out : !out) permutation = [1, 0]
  %u = memref.cast %out : !out to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> () loc(callsite("x" at "y.py":3:4))
  memref.dealloc %in : !buf
  memref.dealloc %out : !out
  return
} loc(unknown)
#loc1 = loc("model.py":10:5)

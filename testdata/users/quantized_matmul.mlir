func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @a : memref<2x3xi8> = dense<[[1, -2, 3], [127, -128, 0]]>
memref.global "private" constant @b : memref<3x2xi8> = dense<[[4, 5], [-6, 7], [8, -9]]>
func.func @main() {
  %zero = arith.constant 0 : i32
  %a = memref.get_global @a : memref<2x3xi8>
  %b = memref.get_global @b : memref<3x2xi8>
  %c = memref.alloc() : memref<2x2xi32>
  linalg.fill ins(%zero : i32) outs(%c : memref<2x2xi32>)
  linalg.matmul ins(%a, %b : memref<2x3xi8>, memref<3x2xi8>) outs(%c : memref<2x2xi32>)
  %u = memref.cast %c : memref<2x2xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %c : memref<2x2xi32>
  return
}

func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>
memref.global "private" @state : memref<4xi32> = dense<7>
memref.global @scratch : memref<2xi32> = uninitialized
func.func @bump() {
  %s = memref.get_global @state : memref<4xi32>
  %one = arith.constant 1 : i32
  affine.for %i = 0 to 4 step 2 {
    %v = affine.load %s[%i] : memref<4xi32>
    %w = arith.addi %v, %one : i32
    affine.store %w, %s[%i] : memref<4xi32>
  }
  return
}
func.func @main() {
  call @bump() : () -> ()
  call @bump() : () -> ()
  %t = memref.get_global @table : memref<2x3xi32>
  %s = memref.get_global @state : memref<4xi32>
  %u = memref.cast %t : memref<2x3xi32> to memref<*xi32>
  %v = memref.cast %s : memref<4xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  call @printMemrefI32(%v) : (memref<*xi32>) -> ()
  return
}

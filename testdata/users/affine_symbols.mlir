#bound = affine_map<(i)[n] -> (i + 4, n)>
#id = affine_map<(d0) -> (d0)>
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @fill(%m: memref<?xi32>, %v: i32) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %m, %c0 : memref<?xi32>
  affine.for %i = 0 to %n step 4 {
    affine.for %j = #id(%i) to min #bound(%i)[%n] {
      %ix = affine.apply affine_map<(i, j)[s] -> (i * 10 + (j mod 3) - j floordiv 2 + s)>(%i, %j)[%n]
      %x = arith.index_cast %ix : index to i32
      %y = arith.addi %x, %v : i32
      affine.store %y, %m[%j] : memref<?xi32>
    }
  }
  return
}
func.func @main() {
  %n = arith.constant 11 : index
  %v = arith.constant 100 : i32
  %m = memref.alloc(%n) : memref<?xi32>
  call @fill(%m, %v) : (memref<?xi32>, i32) -> ()
  %u = memref.cast %m : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %m : memref<?xi32>
  return
}

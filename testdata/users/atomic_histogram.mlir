func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  %one = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %h = memref.alloc() : memref<3xi32>
  linalg.fill ins(%zero : i32) outs(%h : memref<3xi32>)
  scf.parallel (%i) = (%c0) to (%c20) step (%c1) {
    %b = arith.remui %i, %c3 : index
    %old = memref.atomic_rmw addi %one, %h[%b] : (i32, memref<3xi32>) -> i32
    scf.reduce
  }
  %u = memref.cast %h : memref<3xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  memref.dealloc %h : memref<3xi32>
  return
}

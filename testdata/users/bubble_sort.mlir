func.func private @printMemrefI64(memref<*xi64>) attributes {llvm.emit_c_interface}
memref.global "private" @data : memref<7xi64> = dense<[5, -1, 9, 0, 3, 3, -8]>
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.get_global @data : memref<7xi64>
  %n = memref.dim %m, %c0 : memref<7xi64>
  %last = arith.subi %n, %c1 : index
  scf.for %i = %c0 to %last step %c1 {
    %end = arith.subi %last, %i : index
    scf.for %j = %c0 to %end step %c1 {
      %k = arith.addi %j, %c1 : index
      %x = memref.load %m[%j] : memref<7xi64>
      %y = memref.load %m[%k] : memref<7xi64>
      %swap = arith.cmpi sgt, %x, %y : i64
      scf.if %swap {
        memref.store %y, %m[%j] : memref<7xi64>
        memref.store %x, %m[%k] : memref<7xi64>
      }
    }
  }
  %u = memref.cast %m : memref<7xi64> to memref<*xi64>
  call @printMemrefI64(%u) : (memref<*xi64>) -> ()
  return
}

func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func @step(%in: memref<?x?xf64>, %out: memref<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %q = arith.constant 0.25 : f64
  %m = memref.dim %in, %c0 : memref<?x?xf64>
  %n = memref.dim %in, %c1 : memref<?x?xf64>
  %m1 = arith.subi %m, %c1 : index
  %n1 = arith.subi %n, %c1 : index
  memref.copy %in, %out : memref<?x?xf64> to memref<?x?xf64>
  scf.parallel (%i, %j) = (%c1, %c1) to (%m1, %n1) step (%c1, %c1) {
    %n0 = arith.subi %i, %c1 : index
    %s0 = arith.addi %i, %c1 : index
    %w0 = arith.subi %j, %c1 : index
    %e0 = arith.addi %j, %c1 : index
    %a = memref.load %in[%n0, %j] : memref<?x?xf64>
    %b = memref.load %in[%s0, %j] : memref<?x?xf64>
    %c = memref.load %in[%i, %w0] : memref<?x?xf64>
    %d = memref.load %in[%i, %e0] : memref<?x?xf64>
    %ab = arith.addf %a, %b : f64
    %cd = arith.addf %c, %d : f64
    %s = arith.addf %ab, %cd : f64
    %r = arith.mulf %s, %q : f64
    memref.store %r, %out[%i, %j] : memref<?x?xf64>
    scf.reduce
  }
  return
}
func.func @main() {
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %hot = arith.constant 16.0 : f64
  %a = memref.alloc(%c4, %c5) : memref<?x?xf64>
  %b = memref.alloc(%c4, %c5) : memref<?x?xf64>
  linalg.fill ins(%zero : f64) outs(%a : memref<?x?xf64>)
  memref.store %hot, %a[%c2, %c2] : memref<?x?xf64>
  call @step(%a, %b) : (memref<?x?xf64>, memref<?x?xf64>) -> ()
  call @step(%b, %a) : (memref<?x?xf64>, memref<?x?xf64>) -> ()
  %u = memref.cast %a : memref<?x?xf64> to memref<*xf64>
  call @printMemrefF64(%u) : (memref<*xf64>) -> ()
  memref.dealloc %a : memref<?x?xf64>
  memref.dealloc %b : memref<?x?xf64>
  return
}

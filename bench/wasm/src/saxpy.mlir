// b += 1.5 a, for as many elements as there are.
func.func @kernel(%a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %factor = arith.constant 1.5 : f32
  %n = memref.dim %b, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %p = arith.mulf %x, %factor : f32
    %s = arith.addf %y, %p : f32
    memref.store %s, %b[%i] : memref<?xf32>
  }
  return
}

func.func @run(%rounds: index, %a: memref<?xf32>, %b: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %r = %c0 to %rounds step %c1 {
    func.call @kernel(%a, %b) : (memref<?xf32>, memref<?xf32>) -> ()
  }
  return
}

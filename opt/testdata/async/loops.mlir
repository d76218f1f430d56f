// Parallel loops of one and two dimensions, from below zero, with steps, over no iteration, and within a task, add to each
// element once.
// printed: rank = 1 offset = 0 sizes = [7] strides = [1]
// printed: [-6,  0,  -4,  0,  -2,  0,  0]
// printed: rank = 2 offset = 0 sizes = [3, 5] strides = [5, 1]
// printed: [[0,   0,   2,   0,   4],
// printed: [10,   0,   12,   0,   14],
// printed: [20,   0,   22,   0,   24]]
// printed: rank = 1 offset = 0 sizes = [7] strides = [1]
// printed: [-5,  1,  -3,  1,  -1,  1,  1]

func.func private @printMemrefF32(memref<*xf32>) attributes { llvm.emit_c_interface }

func.func @main() {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c10 = arith.constant 10 : index
  %below = arith.constant -6 : index
  %a = memref.alloc() : memref<7xf32>
  %ua = memref.cast %a : memref<7xf32> to memref<*xf32>
  scf.parallel (%i) = (%c0) to (%c7) step (%c1) {
    memref.store %zero, %a[%i] : memref<7xf32>
  }
  scf.parallel (%i) = (%below) to (%c0) step (%c2) {
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %at = arith.addi %i, %c6 : index
    %x = memref.load %a[%at] : memref<7xf32>
    %y = arith.addf %x, %f : f32
    memref.store %y, %a[%at] : memref<7xf32>
  }
  scf.parallel (%i) = (%c3) to (%c3) step (%c1) {
    memref.store %one, %a[%i] : memref<7xf32>
  }
  func.call @printMemrefF32(%ua) : (memref<*xf32>) -> ()

  %b = memref.alloc() : memref<3x5xf32>
  %ub = memref.cast %b : memref<3x5xf32> to memref<*xf32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c5) step (%c1, %c1) {
    memref.store %zero, %b[%i, %j] : memref<3x5xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c5) step (%c1, %c2) {
    %row = arith.muli %i, %c10 : index
    %n = arith.addi %row, %j : index
    %k = arith.index_cast %n : index to i32
    %f = arith.sitofp %k : i32 to f32
    %x = memref.load %b[%i, %j] : memref<3x5xf32>
    %y = arith.addf %x, %f : f32
    memref.store %y, %b[%i, %j] : memref<3x5xf32>
  }
  func.call @printMemrefF32(%ub) : (memref<*xf32>) -> ()

  %t = async.execute {
    scf.parallel (%i) = (%c0) to (%c7) step (%c1) {
      %x = memref.load %a[%i] : memref<7xf32>
      %y = arith.addf %x, %one : f32
      memref.store %y, %a[%i] : memref<7xf32>
    }
    async.yield
  }
  async.await %t : !async.token
  func.call @printMemrefF32(%ua) : (memref<*xf32>) -> ()
  memref.dealloc %a : memref<7xf32>
  memref.dealloc %b : memref<3x5xf32>
  return
}

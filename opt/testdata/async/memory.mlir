// Tasks allocate a buffer, change it in an order that tokens give, and print it; the host prints it last.
// printed: rank = 1 offset = 0 sizes = [3] strides = [1]
// printed: [0.5,  0.5,  0.5]
// printed: rank = 1 offset = 0 sizes = [3] strides = [1]
// printed: [0.5,  1.5,  0.5]
// printed: rank = 1 offset = 0 sizes = [3] strides = [1]
// printed: [0.5,  1.5,  3]

func.func private @printMemrefF32(memref<*xf32>) attributes { llvm.emit_c_interface }

func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t0, %v = async.execute -> !async.value<memref<3xf32>> {
    %half = arith.constant 0.5 : f32
    %m = memref.alloc() : memref<3xf32>
    linalg.fill ins(%half : f32) outs(%m : memref<3xf32>)
    async.yield %m : memref<3xf32>
  }
  %m = async.await %v : !async.value<memref<3xf32>>
  %u = memref.cast %m : memref<3xf32> to memref<*xf32>
  func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()

  %outer = async.execute [%t0] (%v as %w : !async.value<memref<3xf32>>) {
    %x = memref.load %w[%c1] : memref<3xf32>
    %one = arith.constant 1.0 : f32
    %y = arith.addf %x, %one : f32
    memref.store %y, %w[%c1] : memref<3xf32>
    func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()
    %nothing = async.execute {
      async.yield
    }
    %inner = async.execute [%nothing] {
      %z = arith.addf %y, %y : f32
      memref.store %z, %w[%c2] : memref<3xf32>
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  async.await %outer : !async.token
  func.call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<3xf32>
  return
}

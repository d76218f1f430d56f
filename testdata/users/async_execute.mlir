func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<2xf32>
  %t = async.execute {
    memref.store %one, %m[%c0] : memref<2xf32>
    async.yield
  }
  %u, %v = async.execute [%t] -> !async.value<f32> {
    %x = memref.load %m[%c0] : memref<2xf32>
    %y = arith.addf %x, %two : f32
    memref.store %y, %m[%c1] : memref<2xf32>
    async.yield %y : f32
  }
  %r = async.await %v : !async.value<f32>
  vector.print %r : f32
  async.await %u : !async.token
  %p = memref.cast %m : memref<2xf32> to memref<*xf32>
  call @printMemrefF32(%p) : (memref<*xf32>) -> ()
  memref.dealloc %m : memref<2xf32>
  return
}

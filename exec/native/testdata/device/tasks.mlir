module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @inc(%m: memref<8xi32>) kernel {
      %i = gpu.thread_id x
      %c1 = arith.constant 1 : i32
      %x = memref.load %m[%i] : memref<8xi32>
      %y = arith.addi %x, %c1 : i32
      memref.store %y, %m[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%A: memref<8xi32>, %B: memref<8xi32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t0 = async.execute {
      %a = gpu.alloc () : memref<8xi32>
      gpu.memcpy %a, %A : memref<8xi32>, memref<8xi32>
      gpu.launch_func @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>)
      gpu.memcpy %A, %a : memref<8xi32>, memref<8xi32>
      gpu.dealloc %a : memref<8xi32>
      async.yield
    }
    %t1 = async.execute {
      %a = gpu.alloc () : memref<8xi32>
      gpu.memcpy %a, %B : memref<8xi32>, memref<8xi32>
      gpu.launch_func @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>)
      gpu.memcpy %B, %a : memref<8xi32>, memref<8xi32>
      gpu.dealloc %a : memref<8xi32>
      async.yield
    }
    async.await %t0 : !async.token
    async.await %t1 : !async.token
    return
  }
}

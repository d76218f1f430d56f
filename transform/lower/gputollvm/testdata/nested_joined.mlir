// The nested form of examples/regions/nested.mlir, with a join in front of the launch.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @fused(%X: memref<32x32xf32>, %Y: memref<32x32xf32>, %bias: memref<32xf32>, %R: memref<32x32xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %x = memref.load %X[%i, %j] : memref<32x32xf32>
      %y = memref.load %Y[%i, %j] : memref<32x32xf32>
      %b = memref.load %bias[%j] : memref<32xf32>
      %t = arith.addf %x, %y : f32
      %r = arith.addf %t, %b : f32
      memref.store %r, %R[%i, %j] : memref<32x32xf32>
      gpu.return
    }
  }

  func.func @main(%a: memref<32x8xf32>, %b: memref<8x32xf32>, %c: memref<8x32xf32>, %bias: memref<32xf32>, %r: memref<32x32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant 0.0 : f32
    %t0, %x = async.execute -> !async.value<memref<32x32xf32>> {
      %m = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%zero : f32) outs(%m : memref<32x32xf32>)
      linalg.matmul ins(%a, %b : memref<32x8xf32>, memref<8x32xf32>) outs(%m : memref<32x32xf32>)
      async.yield %m : memref<32x32xf32>
    }
    %t1, %y = async.execute -> !async.value<memref<32x32xf32>> {
      %m = memref.alloc() : memref<32x32xf32>
      linalg.fill ins(%zero : f32) outs(%m : memref<32x32xf32>)
      linalg.matmul ins(%a, %c : memref<32x8xf32>, memref<8x32xf32>) outs(%m : memref<32x32xf32>)
      async.yield %m : memref<32x32xf32>
    }
    %t2 = async.execute [%t0, %t1] (%x as %p: !async.value<memref<32x32xf32>>, %y as %q: !async.value<memref<32x32xf32>>) {
      %d, %d0 = gpu.alloc async () : memref<32x32xf32>
      %dp, %p0 = gpu.alloc async () : memref<32x32xf32>
      %dq, %q0 = gpu.alloc async () : memref<32x32xf32>
      %ds, %s0 = gpu.alloc async () : memref<32xf32>
      %p1 = gpu.memcpy async [%p0] %dp, %p : memref<32x32xf32>, memref<32x32xf32>
      %q1 = gpu.memcpy async [%q0] %dq, %q : memref<32x32xf32>, memref<32x32xf32>
      %s1 = gpu.memcpy async [%s0] %ds, %bias : memref<32xf32>, memref<32xf32>
      %w = gpu.wait async [%d0, %p1, %q1, %s1]
      %l = gpu.launch_func async [%w] @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)
          args(%dp : memref<32x32xf32>, %dq : memref<32x32xf32>, %ds : memref<32xf32>, %d : memref<32x32xf32>)
      %o = gpu.memcpy async [%l] %r, %d : memref<32x32xf32>, memref<32x32xf32>
      %f0 = gpu.dealloc async [%o] %d : memref<32x32xf32>
      %f1 = gpu.dealloc async [%l] %dp : memref<32x32xf32>
      %f2 = gpu.dealloc async [%l] %dq : memref<32x32xf32>
      %f3 = gpu.dealloc async [%l] %ds : memref<32xf32>
      gpu.wait [%f0, %f1, %f2, %f3]
      memref.dealloc %p : memref<32x32xf32>
      memref.dealloc %q : memref<32x32xf32>
      async.yield
    }
    async.await %t2 : !async.token
    return
  }
}

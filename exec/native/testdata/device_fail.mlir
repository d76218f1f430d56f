// Of three tasks on the device one fails in the middle, and one because of it: their streams and events are destroyed all the same, and
// the third one goes on. The host does not ask how they end.
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
  func.func @start(%A: memref<8xi32>, %a: memref<8xi32>) -> !gpu.async.token {
    %t = gpu.memcpy async %a, %A : memref<8xi32>, memref<8xi32>
    return %t : !gpu.async.token
  }
  func.func @main(%A: memref<8xi32>, %B: memref<8xi32>, %right: i1) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t0 = async.execute {
      %a, %t1 = gpu.alloc async () {pipeline.queue = 0} : memref<8xi32>
      gpu.wait [%t1]
      %t2 = func.call @start(%A, %a) : (memref<8xi32>, memref<8xi32>) -> !gpu.async.token
      %t3 = gpu.launch_func async [%t2] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>) {pipeline.queue = 1}
      %t4 = gpu.memcpy async [%t3] %A, %a : memref<8xi32>, memref<8xi32> {pipeline.queue = 2}
      cf.assert %right, "as asked"
      %t5 = gpu.dealloc async [%t4] %a {pipeline.queue = 1} : memref<8xi32>
      gpu.wait [%t5]
      async.yield
    }
    %t6 = async.execute {
      %b, %t7 = gpu.alloc async () {pipeline.queue = 0} : memref<8xi32>
      %t8 = gpu.dealloc async [%t7] %b {pipeline.queue = 1} : memref<8xi32>
      async.await %t0 : !async.token
      gpu.wait [%t8]
      async.yield
    }
    %t9 = async.execute {
      %a, %t10 = gpu.alloc async () : memref<8xi32>
      %t11 = gpu.memcpy async [%t10] %a, %B : memref<8xi32>, memref<8xi32>
      %t12 = gpu.launch_func async [%t11] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>)
      %t13 = gpu.memcpy async [%t12] %B, %a : memref<8xi32>, memref<8xi32>
      %t14 = gpu.dealloc async [%t13] %a : memref<8xi32>
      gpu.wait [%t14]
      async.yield
    }
    return
  }
}

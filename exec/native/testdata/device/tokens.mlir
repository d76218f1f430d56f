module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @inc(%m: memref<8xi32>, %by: i32) kernel {
      %i = gpu.thread_id x
      %x = memref.load %m[%i] : memref<8xi32>
      %y = arith.addi %x, %by : i32
      memref.store %y, %m[%i] : memref<8xi32>
      gpu.return
    }
  }
  func.func @main(%A: memref<8xi32>, %B: memref<8xi32>, %c: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c8 = arith.constant 8 : index
    %three = arith.constant 3 : i32
    %a, %ta = gpu.alloc async () {pipeline.queue = 0} : memref<8xi32>
    %b, %tb = gpu.alloc async () {pipeline.queue = 1} : memref<8xi32>
    %t1 = gpu.memcpy async [%ta] %a, %A : memref<8xi32>, memref<8xi32> {pipeline.queue = 0}
    %t2 = gpu.memcpy async [%tb] %b, %B : memref<8xi32>, memref<8xi32> {pipeline.queue = 1}
    // A token of one branch or the other.
    %t3 = scf.if %c -> !gpu.async.token {
      %t4 = gpu.memcpy async [%t1, %t2] %b, %a : memref<8xi32>, memref<8xi32> {pipeline.queue = 1}
      scf.yield %t4 : !gpu.async.token
    } else {
      %t5 = gpu.wait async [%t1, %t2]
      scf.yield %t5 : !gpu.async.token
    }
    // A token that a loop carries, from one queue to the other and back.
    %t6 = scf.for %i = %c0 to %c5 step %c1 iter_args(%t = %t3) -> (!gpu.async.token) {
      %t7 = gpu.launch_func async [%t] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %three : i32) {pipeline.queue = 2}
      %t8 = gpu.memcpy async [%t7] %b, %a : memref<8xi32>, memref<8xi32> {pipeline.queue = 0}
      scf.yield %t8 : !gpu.async.token
    }
    %t9 = gpu.memcpy async [%t6] %A, %a : memref<8xi32>, memref<8xi32> {pipeline.queue = 2}
    %t10 = gpu.memcpy async [%t6] %B, %b : memref<8xi32>, memref<8xi32> {pipeline.queue = 3}
    %f0 = gpu.dealloc async [%t9] %a {pipeline.queue = 0} : memref<8xi32>
    %f1 = gpu.dealloc async [%t10] %b {pipeline.queue = 0} : memref<8xi32>
    gpu.wait [%f0, %f1]
    return
  }
}

// Tokens of the device that functions take and return, that leave asynchronous regions and enter others, and that loops and branches carry
// on the way.
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
  func.func @load(%A: memref<8xi32>) -> (memref<8xi32>, !gpu.async.token) {
    %a, %t0 = gpu.alloc async () {pipeline.queue = 1} : memref<8xi32>
    %t1 = gpu.memcpy async [%t0] %a, %A : memref<8xi32>, memref<8xi32> {pipeline.queue = 0}
    return %a, %t1 : memref<8xi32>, !gpu.async.token
  }
  func.func @inc(%after: !gpu.async.token, %a: memref<8xi32>, %by: i32) -> !gpu.async.token {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %t = gpu.launch_func async [%after] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %by : i32)
    return %t : !gpu.async.token
  }
  // It has nothing to do with a device of its own.
  func.func @twice(%after: !gpu.async.token, %a: memref<8xi32>, %by: i32) -> !gpu.async.token {
    %t0 = func.call @inc(%after, %a, %by) : (!gpu.async.token, memref<8xi32>, i32) -> !gpu.async.token
    %t1 = func.call @inc(%t0, %a, %by) : (!gpu.async.token, memref<8xi32>, i32) -> !gpu.async.token
    return %t1 : !gpu.async.token
  }
  func.func @store(%after: !gpu.async.token, %a: memref<8xi32>, %A: memref<8xi32>) {
    %t0 = gpu.memcpy async [%after] %A, %a : memref<8xi32>, memref<8xi32> {pipeline.queue = 3}
    %t1 = gpu.dealloc async [%t0] %a {pipeline.queue = 3} : memref<8xi32>
    gpu.wait [%t1]
    return
  }
  async.func @later(%after: !gpu.async.token, %a: memref<8xi32>, %by: i32) -> !async.value<!gpu.async.token> {
    %t = func.call @inc(%after, %a, %by) : (!gpu.async.token, memref<8xi32>, i32) -> !gpu.async.token
    return %t : !gpu.async.token
  }
  func.func @main(%A: memref<8xi32>, %B: memref<8xi32>, %C: memref<8xi32>, %c: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c8 = arith.constant 8 : index
    %two = arith.constant 2 : i32
    %seven = arith.constant 7 : i32
    %a, %ta = func.call @load(%A) : (memref<8xi32>) -> (memref<8xi32>, !gpu.async.token)
    // A loop carries a token from call to call, and a branch gives out one of two.
    %t0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%t = %ta) -> (!gpu.async.token) {
      %next = func.call @twice(%t, %a, %two) : (!gpu.async.token, memref<8xi32>, i32) -> !gpu.async.token
      scf.yield %next : !gpu.async.token
    }
    %t1 = scf.if %c -> !gpu.async.token {
      %own = gpu.launch_func async [%t0] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %seven : i32) {pipeline.queue = 2}
      scf.yield %own : !gpu.async.token
    } else {
      scf.yield %t0 : !gpu.async.token
    }
    func.call @store(%t1, %a, %A) : (!gpu.async.token, memref<8xi32>, memref<8xi32>) -> ()
    // Regions give out tokens to others, which take them, and to the host.
    %b, %tb = gpu.alloc async () {pipeline.queue = 0} : memref<8xi32>
    %r0, %v0 = async.execute -> !async.value<!gpu.async.token> {
      %t = gpu.memcpy async [%tb] %b, %B : memref<8xi32>, memref<8xi32> {pipeline.queue = 1}
      async.yield %t : !gpu.async.token
    }
    %r1, %v1 = async.execute [%r0] (%v0 as %t: !async.value<!gpu.async.token>) -> !async.value<!gpu.async.token> {
      %next = gpu.launch_func async [%t] @kernels::@inc blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%b : memref<8xi32>, %seven : i32)
      async.yield %next : !gpu.async.token
    }
    %t2 = async.await %v1 : !async.value<!gpu.async.token>
    %v2 = async.call @later(%t2, %b, %two) : (!gpu.async.token, memref<8xi32>, i32) -> !async.value<!gpu.async.token>
    %t3 = async.await %v2 : !async.value<!gpu.async.token>
    %t4 = gpu.memcpy async [%t3] %B, %b : memref<8xi32>, memref<8xi32>
    // What is done twice with a token counts for both, and joins are tokens, too.
    %t5 = gpu.memcpy async [%t3] %C, %b : memref<8xi32>, memref<8xi32> {pipeline.queue = 1}
    %both = gpu.wait async [%t4, %t5]
    %none = gpu.wait async
    %last = async.execute {
      %t6 = gpu.dealloc async [%both, %none] %b : memref<8xi32>
      gpu.wait [%t6]
      async.yield
    }
    async.await %last : !async.token
    return
  }
}

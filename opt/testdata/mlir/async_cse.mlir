// PASSES: --cse
// Asynchronous regions and calls: those with effects stay apart, equal ones without become one; reads around waits.
func.func private @use(!async.token, f32)
func.func private @tok(!gpu.async.token)
func.func private @idx(index)
func.func @cse(%v: !async.value<f32>, %t: !async.token, %m: memref<4xf32>, %c0: index, %x: f32) {
  // pure regions
  %0, %r0 = async.execute [%t] (%v as %y: !async.value<f32>) -> !async.value<f32> {
    %s = arith.addf %y, %y : f32
    %s2 = arith.addf %y, %y : f32
    %s3 = arith.mulf %s, %s2 : f32
    async.yield %s3 : f32
  }
  %1, %r1 = async.execute [%t] (%v as %y: !async.value<f32>) -> !async.value<f32> {
    %s = arith.addf %y, %y : f32
    %s2 = arith.addf %y, %y : f32
    %s3 = arith.mulf %s, %s2 : f32
    async.yield %s3 : f32
  }
  %a0 = async.await %r0 : !async.value<f32>
  %a1 = async.await %r1 : !async.value<f32>
  call @use(%0, %a0) : (!async.token, f32) -> ()
  call @use(%1, %a1) : (!async.token, f32) -> ()
  // effects
  %2 = async.execute {
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }
  %3 = async.execute {
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }
  call @use(%2, %x) : (!async.token, f32) -> ()
  call @use(%3, %x) : (!async.token, f32) -> ()
  // reads
  %4, %r4 = async.execute -> !async.value<f32> {
    %l = memref.load %m[%c0] : memref<4xf32>
    async.yield %l : f32
  }
  %5, %r5 = async.execute -> !async.value<f32> {
    %l = memref.load %m[%c0] : memref<4xf32>
    async.yield %l : f32
  }
  %a4 = async.await %r4 : !async.value<f32>
  %a5 = async.await %r5 : !async.value<f32>
  call @use(%4, %a4) : (!async.token, f32) -> ()
  call @use(%5, %a5) : (!async.token, f32) -> ()
  %l0 = memref.load %m[%c0] : memref<4xf32>
  %6 = async.execute {
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }
  %l1 = memref.load %m[%c0] : memref<4xf32>
  async.await %6 : !async.token
  %l2 = memref.load %m[%c0] : memref<4xf32>
  call @use(%6, %l0) : (!async.token, f32) -> ()
  call @use(%6, %l1) : (!async.token, f32) -> ()
  call @use(%6, %l2) : (!async.token, f32) -> ()
  %l3 = memref.load %m[%c0] : memref<4xf32>
  async.await %t : !async.token
  %l4 = memref.load %m[%c0] : memref<4xf32>
  %s = arith.addf %l3, %l4 : f32
  call @use(%6, %s) : (!async.token, f32) -> ()
  return
}
func.func @groups(%t: !async.token, %n: index) {
  %0 = async.create_group %n : !async.group
  %1 = async.create_group %n : !async.group
  %2 = async.add_to_group %t, %0 : !async.token
  %3 = async.add_to_group %t, %1 : !async.token
  async.await_all %0
  async.await_all %1
  return
}
async.func @f(%t: !async.token, %m: memref<4xf32>, %c0: index) -> !async.value<f32> {
  %0 = memref.load %m[%c0] : memref<4xf32>
  await %t : !async.token
  %1 = memref.load %m[%c0] : memref<4xf32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}
func.func @calls(%t: !async.token, %m: memref<4xf32>, %c0: index) -> (!async.value<f32>, !async.value<f32>) {
  %0 = async.call @f(%t, %m, %c0) : (!async.token, memref<4xf32>, index) -> !async.value<f32>
  %1 = async.call @f(%t, %m, %c0) : (!async.token, memref<4xf32>, index) -> !async.value<f32>
  return %0, %1 : !async.value<f32>, !async.value<f32>
}
func.func @gpu(%m: memref<4xf32>, %x: f32, %n: index) {
  %0 = gpu.wait async
  %1 = gpu.wait async
  %2 = gpu.memset async [%0] %m, %x : memref<4xf32>, f32
  %3 = gpu.memset async [%0] %m, %x : memref<4xf32>, f32
  call @tok(%2) : (!gpu.async.token) -> ()
  call @tok(%3) : (!gpu.async.token) -> ()
  call @tok(%1) : (!gpu.async.token) -> ()
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %i = gpu.thread_id x
    %j = gpu.thread_id x
    %k = gpu.thread_id y
    %l = memref.load %m[%i] : memref<4xf32>
    gpu.barrier
    %l2 = memref.load %m[%j] : memref<4xf32>
    %s = arith.addf %l, %l2 : f32
    memref.store %s, %m[%k] : memref<4xf32>
    gpu.terminator
  }
  return
}

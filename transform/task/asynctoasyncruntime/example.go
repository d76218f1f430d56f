package asynctoasyncruntime

const functionsBefore = `async.func @f(%x: !async.value<f32>) -> !async.value<f32> {
  %0 = await %x : !async.value<f32>
  return %0 : f32
}
`

const functionsAfter = `module {
  func.func @f(%arg0: !async.value<f32>) -> !async.value<f32> attributes {passthrough = ["presplitcoroutine"]} {
    %0 = async.runtime.create : !async.value<f32>
    %1 = async.coro.id
    %2 = async.coro.begin %1
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %3 = async.coro.save %2
    async.runtime.await_and_resume %arg0, %2 : !async.value<f32>
    async.coro.suspend %3, ^bb7, ^bb2, ^bb6
  ^bb2:  // pred: ^bb1
    %4 = async.runtime.is_error %arg0 : !async.value<f32>
    cf.cond_br %4, ^bb4, ^bb3
  ^bb3:  // pred: ^bb2
    %5 = async.runtime.load %arg0 : <f32>
    async.runtime.store %5, %0 : <f32>
    async.runtime.set_available %0 : !async.value<f32>
    cf.br ^bb5
  ^bb4:  // pred: ^bb2
    async.runtime.set_error %0 : !async.value<f32>
    cf.br ^bb5
  ^bb5:  // 2 preds: ^bb3, ^bb4
    async.coro.free %1, %2
    cf.br ^bb7
  ^bb6:  // pred: ^bb1
    async.coro.free %1, %2
    cf.br ^bb7
  ^bb7:  // 3 preds: ^bb1, ^bb5, ^bb6
    async.coro.end %2
    return %0 : !async.value<f32>
  }
}
`

const tasksBefore = `func.func @f(%v: f32, %m: memref<f32>) {
  %t = async.execute {
    memref.store %v, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  return
}
`

const tasksAfter = `module {
  func.func @f(%arg0: f32, %arg1: memref<f32>) {
    %0 = call @async_execute_fn(%arg0, %arg1) : (f32, memref<f32>) -> !async.token
    async.runtime.await %0 : !async.token
    %1 = async.runtime.is_error %0 : !async.token
    %true = arith.constant true
    %2 = arith.xori %1, %true : i1
    cf.assert %2, "Awaited async operand is in error state"
    return
  }
  func.func private @async_execute_fn(%arg0: f32, %arg1: memref<f32>) -> !async.token attributes {passthrough = ["presplitcoroutine"]} {
    %0 = async.runtime.create : !async.token
    %1 = async.coro.id
    %2 = async.coro.begin %1
    %3 = async.coro.save %2
    async.runtime.resume %2
    async.coro.suspend %3, ^bb4, ^bb1, ^bb3
  ^bb1:  // pred: ^bb0
    memref.store %arg0, %arg1[] : memref<f32>
    async.runtime.set_available %0 : !async.token
    cf.br ^bb2
  ^bb2:  // pred: ^bb1
    async.coro.free %1, %2
    cf.br ^bb4
  ^bb3:  // pred: ^bb0
    async.coro.free %1, %2
    cf.br ^bb4
  ^bb4:  // 3 preds: ^bb0, ^bb2, ^bb3
    async.coro.end %2
    return %0 : !async.token
  }
}
`

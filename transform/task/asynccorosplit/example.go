package asynccorosplit

const before = `func.func @f(%v: f32, %t: !async.token, %m: memref<f32>) -> !async.token attributes {passthrough = ["presplitcoroutine"]} {
  %0 = async.runtime.create : !async.token
  %1 = async.coro.id
  %2 = async.coro.begin %1
  %3 = async.coro.save %2
  async.runtime.await_and_resume %t, %2 : !async.token
  async.coro.suspend %3, ^end, ^resumed, ^destroyed
^resumed:
  memref.store %v, %m[] : memref<f32>
  async.runtime.set_available %0 : !async.token
  cf.br ^cleanup
^cleanup:
  async.coro.free %1, %2
  cf.br ^end
^destroyed:
  async.coro.free %1, %2
  cf.br ^end
^end:
  async.coro.end %2
  return %0 : !async.token
}
`

const after = `module {
  func.func @f(%arg0: f32, %arg1: !async.token, %arg2: memref<f32>) -> !async.token {
    %0 = async.runtime.create : !async.token
    %1 = coro.is_ready %arg1 : !async.token
    cf.cond_br %1, ^bb2, ^bb1
  ^bb1:  // pred: ^bb0
    %2 = coro.create : <@f.frame>
    coro.store %arg0, %2[1] : f32, <@f.frame>
    coro.store %arg2, %2[2] : memref<f32>, <@f.frame>
    coro.store %0, %2[3] : !async.token, <@f.frame>
    %c0_i32 = arith.constant 0 : i32
    coro.store %c0_i32, %2[0] : i32, <@f.frame>
    %3 = coro.await %arg1, @f.resume(%2) : !async.token, <@f.frame>
    cf.cond_br %3, ^bb4(%2 : !coro.frame<@f.frame>), ^bb5
  ^bb2:  // pred: ^bb0
    memref.store %arg0, %arg2[] : memref<f32>
    async.runtime.set_available %0 : !async.token
    cf.br ^bb3
  ^bb3:  // pred: ^bb2
    cf.br ^bb5
  ^bb4(%4: !coro.frame<@f.frame>):  // pred: ^bb1
    call @f.resume(%4) : (!coro.frame<@f.frame>) -> ()
    cf.br ^bb5
  ^bb5:  // 3 preds: ^bb1, ^bb3, ^bb4
    return %0 : !async.token
  }
  func.func private @f.resume(%arg0: !coro.frame<@f.frame>) {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    %0 = coro.load %arg0[3] : <@f.frame> -> !async.token
    %1 = coro.load %arg0[2] : <@f.frame> -> memref<f32>
    %2 = coro.load %arg0[1] : <@f.frame> -> f32
    memref.store %2, %1[] : memref<f32>
    async.runtime.set_available %0 : !async.token
    cf.br ^bb2
  ^bb2:  // pred: ^bb1
    coro.free %arg0 : <@f.frame>
    cf.br ^bb3
  ^bb3:  // pred: ^bb2
    return
  }
  coro.layout @f.frame [i32, f32, memref<f32>, !async.token]
}
`

// Covers the async dialect: functions, calls, returns; the dialect's name left out in functions.
async.func @token(%x: i32) -> !async.token {
  return
}
async.func @both(%x: i32) -> (!async.token, !async.value<i32>) {
  async.return %x : i32
}
async.func @values() -> (!async.value<i32>, !async.value<f32>) attributes {foo} {
  %i = arith.constant 1 : i32
  %f = arith.constant 1.0 : f32
  return {a} %i, %f : i32, f32
}
async.func private @declared(%x: i32 {a.b = 1}) -> (!async.value<i32> {a.x}, !async.value<f32>) attributes {foo}
async.func nested @unnamed(i32, !async.token) -> !async.value<i32>
async.func public @awaits(%x: i32) -> !async.value<i32> {
  %0:2 = call @both(%x) : (i32) -> (!async.token, !async.value<i32>)
  await %0#0 : !async.token
  %1 = async.await %0#1 : !async.value<i32>
  %t, %v = execute [%0#0] (%0#1 as %y: !async.value<i32>) -> !async.value<i32> {
    %z = arith.addi %y, %1 : i32
    async.yield %z : i32
  }
  %n = arith.constant 1 : index
  %g = create_group %n : !async.group
  %rank = add_to_group %t, %g : !async.token
  await_all %g
  cf.br ^done(%1 : i32)
^done(%r: i32):
  return %r : i32
}
func.func @host(%x: i32) {
  %0 = async.call @token(%x) : (i32) -> !async.token
  %1:2 = async.call @declared(%x) {a} : (i32) -> (!async.value<i32>, !async.value<f32>)
  return
}

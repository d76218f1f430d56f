// PASSES: --async-func-to-async-runtime
// Asynchronous functions become coroutines.
async.func @token() -> !async.token {
  return
}
async.func @value(%x: f32) -> !async.value<f32> {
  return %x : f32
}
async.func @several(%x: f32, %y: i32) -> (!async.token, !async.value<f32>, !async.value<i32>) {
  return %x, %y : f32, i32
}
async.func @same_twice(%x: f32) -> (!async.value<f32>, !async.value<f32>) {
  return %x, %x : f32, f32
}
// -----
async.func @awaits(%t: !async.token, %v: !async.value<f32>, %g: !async.group) -> !async.value<f32> {
  await %t : !async.token
  %0 = await %v : !async.value<f32>
  async.await_all %g
  return %0 : f32
}
async.func @assert(%c: i1, %m: memref<f32>, %x: f32) -> !async.token {
  cf.assert %c, "must hold"
  memref.store %x, %m[] : memref<f32>
  return
}
async.func @assert_last(%c: i1) -> (!async.token, !async.value<i1>) {
  cf.assert %c, "must hold"
  return %c : i1
}
// -----
async.func @branches(%c: i1, %t: !async.token, %u: !async.token, %x: f32) -> !async.value<f32> {
  cf.cond_br %c, ^a, ^b(%x : f32)
^a:
  await %t : !async.token
  %y = arith.addf %x, %x : f32
  cf.br ^b(%y : f32)
^b(%z: f32):
  await %u : !async.token
  return %z : f32
}
async.func @two_ends(%c: i1, %t: !async.token, %x: f32) -> !async.value<f32> {
  cf.cond_br %c, ^a, ^b
^a:
  await %t : !async.token
  return %x : f32
^b:
  %y = arith.negf %x : f32
  return %y : f32
}
async.func @loop(%n: index, %t: !async.token, %m: memref<?xf32>, %x: f32) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^end
^body:
  await %t : !async.token
  memref.store %x, %m[%i] : memref<?xf32>
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^end:
  return
}
async.func @switch(%k: i32, %t: !async.token, %u: !async.token) -> !async.token {
  cf.switch %k : i32, [
    default: ^end,
    1: ^a,
    2: ^b
  ]
^a:
  await %t : !async.token
  cf.br ^end
^b:
  await %u : !async.token
  cf.br ^end
^end:
  return
}
// -----
async.func @structured(%n: index, %m: memref<?xf32>, %x: f32) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
// -----
async.func @if_without_await(%c: i1, %t: !async.token, %m: memref<f32>, %x: f32) -> !async.token {
  await %t : !async.token
  scf.if %c {
    memref.store %x, %m[] : memref<f32>
  }
  return
}
// -----
async.func @callee(%x: f32) -> !async.value<f32> {
  return %x : f32
}
async.func @caller(%x: f32) -> (!async.token, !async.value<f32>) {
  %v = call @callee(%x) : (f32) -> !async.value<f32>
  %y = await %v : !async.value<f32>
  %t, %w = call @caller(%y) : (f32) -> (!async.token, !async.value<f32>)
  await %t : !async.token
  %z = await %w : !async.value<f32>
  return %z : f32
}
func.func @outside(%x: f32) -> f32 {
  %t, %v = async.call @caller(%x) : (f32) -> (!async.token, !async.value<f32>)
  %y = async.await %v : !async.value<f32>
  async.await %t : !async.token
  return %y : f32
}
// -----
async.func private @attributes(%x: f32 {t.arg = "x"}) -> (!async.value<f32> {t.res}) attributes {t.fn} {
  return %x : f32
}
async.func nested @visible() -> !async.token {
  return
}
async.func @unused_argument(%x: f32, %t: !async.token, %v: !async.value<i32>, %g: !async.group) -> !async.token {
  return
}
// -----
// Tasks in functions.
async.func @task(%m: memref<f32>, %x: f32) -> !async.token {
  %t = async.execute {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  await %t : !async.token
  return
}
// -----
async.func @group(%n: index, %t: !async.token) -> !async.value<index> {
  %g = async.create_group %n : !async.group
  %0 = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return %0 : index
}
async.func @fib(%n: i64) -> !async.value<i64> {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %small = arith.cmpi slt, %n, %c2 : i64
  cf.cond_br %small, ^small, ^large
^small:
  return %n : i64
^large:
  %a = arith.subi %n, %c1 : i64
  %b = arith.subi %n, %c2 : i64
  %fa = call @fib(%a) : (i64) -> !async.value<i64>
  %fb = call @fib(%b) : (i64) -> !async.value<i64>
  %x = await %fa : !async.value<i64>
  %y = await %fb : !async.value<i64>
  %z = arith.addi %x, %y : i64
  return %z : i64
}

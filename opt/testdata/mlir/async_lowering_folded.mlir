// PASSES: --canonicalize --async-func-to-async-runtime --async-to-async-runtime --convert-scf-to-cf --canonicalize --cse
// Coroutines between passes that tidy up.
func.func @empty() {
  %t = async.execute {
    async.yield
  }
  return
}
// -----
func.func @captures(%a: f32, %b: f32, %m: memref<?xf32>, %i: index) {
  %t = async.execute {
    memref.store %b, %m[%i] : memref<?xf32>
    memref.store %a, %m[%i] : memref<?xf32>
    memref.store %b, %m[%i] : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @constants(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1.5 : f32
  %t = async.execute {
    memref.store %x, %m[%c1] : memref<4xf32>
    memref.store %x, %m[%c0] : memref<4xf32>
    memref.store %x, %m[%c1] : memref<4xf32>
    async.yield
  }
  memref.store %x, %m[%c0] : memref<4xf32>
  async.await %t : !async.token
  return
}
// -----
func.func @constant_in_nest(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant dense<1.0> : vector<4xf32>
  %t = async.execute {
    %u = async.execute {
      vector.store %x, %m[%c0] : memref<4xf32>, vector<4xf32>
      async.yield
    }
    async.await %u : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @tokens(%m: memref<f32>, %x: f32, %given: !async.token) {
  %t = async.execute {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  %u = async.execute [%t, %given] {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  %w = async.execute [%u] {
    async.yield
  }
  async.await %w : !async.token
  return
}
// -----
func.func @values(%x: f32, %y: i32) -> f32 {
  %t, %v:2 = async.execute -> (!async.value<f32>, !async.value<i32>) {
    async.yield %x, %y : f32, i32
  }
  %u, %w = async.execute [%t] (%v#0 as %a: !async.value<f32>, %v#1 as %b: !async.value<i32>) -> !async.value<f32> {
    %c = arith.sitofp %b : i32 to f32
    %d = arith.addf %a, %c : f32
    async.yield %d : f32
  }
  %r = async.await %w : !async.value<f32>
  async.await %u : !async.token
  return %r : f32
}
// -----
func.func @value_of_memory(%m: memref<4xf32>) -> memref<4xf32> {
  %t, %v = async.execute -> !async.value<memref<4xf32>> {
    %n = memref.alloc() : memref<4xf32>
    memref.copy %m, %n : memref<4xf32> to memref<4xf32>
    async.yield %n : memref<4xf32>
  }
  %r = async.await %v : !async.value<memref<4xf32>>
  return %r : memref<4xf32>
}
// -----
func.func @same_payload_twice(%x: f32) -> f32 {
  %t, %v:2 = async.execute -> (!async.value<f32>, !async.value<f32>) {
    async.yield %x, %x : f32, f32
  }
  %0 = async.await %v#0 : !async.value<f32>
  %1 = async.await %v#1 : !async.value<f32>
  %2 = arith.addf %0, %1 : f32
  return %2 : f32
}
// -----
func.func @nested(%m: memref<f32>, %x: f32) {
  %t = async.execute {
    %u = async.execute {
      %w = async.execute {
        memref.store %x, %m[] : memref<f32>
        async.yield
      }
      async.await %w : !async.token
      async.yield
    }
    async.await %u : !async.token
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @siblings(%m: memref<f32>, %x: f32) {
  %t = async.execute {
    %u = async.execute {
      memref.store %x, %m[] : memref<f32>
      async.yield
    }
    %w = async.execute [%u] {
      memref.store %x, %m[] : memref<f32>
      async.yield
    }
    async.await %w : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @inner_uses_outer_token(%m: memref<f32>, %x: f32) {
  %s = async.execute {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  %t = async.execute {
    %u = async.execute [%s] {
      memref.store %x, %m[] : memref<f32>
      async.yield
    }
    async.await %s : !async.token
    async.await %u : !async.token
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @groups(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<?xf32>
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
// -----
func.func @group_in_task(%m: memref<?xf32>, %x: f32) {
  %c2 = arith.constant 2 : index
  %t = async.execute {
    %g = async.create_group %c2 : !async.group
    %a, %v = async.execute -> !async.value<f32> {
      async.yield %x : f32
    }
    %0 = async.add_to_group %a, %g : !async.token
    %1 = async.add_to_group %v, %g : !async.value<f32>
    memref.store %x, %m[%1] : memref<?xf32>
    async.await_all %g
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @group_from_outside(%g: !async.group, %t: !async.token) {
  %u = async.execute [%t] {
    async.await_all %g
    async.yield
  }
  %0 = async.add_to_group %u, %g : !async.token
  async.await_all %g
  return
}
// -----
func.func @structured(%n: index, %c: i1, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      %t = async.execute {
        scf.for %j = %c0 to %i step %c1 {
          memref.store %x, %m[%j] : memref<?xf32>
        }
        async.yield
      }
      async.await %t : !async.token
    } else {
      %t = async.execute {
        %y = scf.if %c -> f32 {
          scf.yield %x : f32
        } else {
          %z = arith.addf %x, %x : f32
          scf.yield %z : f32
        }
        memref.store %y, %m[%i] : memref<?xf32>
        async.yield
      }
      async.await %t : !async.token
    }
  }
  return
}
// -----
func.func @blocks(%c: i1, %m: memref<f32>, %x: f32) {
  %t = async.execute {
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  cf.cond_br %c, ^a, ^b(%t : !async.token)
^a:
  %u = async.execute [%t] {
    async.yield
  }
  cf.br ^b(%u : !async.token)
^b(%w: !async.token):
  async.await %w : !async.token
  return
}
// -----
func.func @if_with_await(%c: i1, %m: memref<f32>, %x: f32, %given: !async.token) {
  %t = async.execute {
    scf.if %c {
      async.await %given : !async.token
    }
    memref.store %x, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @if_with_awaits_and_results(%c: i1, %m: memref<f32>, %v: !async.value<f32>, %w: !async.value<f32>) {
  %t = async.execute {
    %y = scf.if %c -> f32 {
      %0 = async.await %v : !async.value<f32>
      scf.yield %0 : f32
    } else {
      %1 = async.await %w : !async.value<f32>
      scf.yield %1 : f32
    }
    memref.store %y, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @asserts(%c: i1, %d: i1, %m: memref<f32>, %x: f32) {
  cf.assert %c, "outside"
  %t, %v = async.execute -> !async.value<f32> {
    cf.assert %c, "first"
    memref.store %x, %m[] : memref<f32>
    cf.assert %d, "second"
    async.yield %x : f32
  }
  %y = async.await %v : !async.value<f32>
  async.await %t : !async.token
  return
}
// -----
func.func @assert_and_await(%c: i1, %t: !async.token) {
  %u = async.execute [%t] {
    cf.assert %c, "after the dependency"
    async.await %t : !async.token
    async.yield
  }
  async.await %u : !async.token
  return
}
// -----
func.func private @callee(%x: f32) -> f32
func.func @calls(%x: f32, %m: memref<f32>) {
  %t = async.execute {
    %y = func.call @callee(%x) : (f32) -> f32
    memref.store %y, %m[] : memref<f32>
    async.yield
  }
  async.await %t : !async.token
  %u, %v = async.execute -> !async.value<f32> {
    %y = func.call @calls_itself(%x) : (f32) -> f32
    async.yield %y : f32
  }
  return
}
func.func @calls_itself(%x: f32) -> f32 {
  %t, %v = async.execute -> !async.value<f32> {
    %y = func.call @calls_itself(%x) : (f32) -> f32
    async.yield %y : f32
  }
  %y = async.await %v : !async.value<f32>
  return %y : f32
}
// -----
func.func @calls_itself(%x: f32) -> f32 {
  %t, %v = async.execute -> !async.value<f32> {
    %y = func.call @calls_itself(%x) : (f32) -> f32
    async.yield %y : f32
  }
  %y = async.await %v : !async.value<f32>
  return %y : f32
}
// -----
func.func private @async_execute_fn()
func.func @names() {
  %t = async.execute {
    func.call @async_execute_fn() : () -> ()
    async.yield
  }
  %u = async.execute {
    async.yield
  }
  %v = async.execute {
    async.yield
  }
  return
}
// -----
// What is no task stays: attributes, visibility, declarations, other operations.
module attributes {t.here} {
  func.func private @declared(!async.token {t.arg}, memref<4xf32>) -> (!async.value<f32> {t.res})
  func.func private @attributes(%t: !async.token {t.arg = 1 : i32}) -> (!async.token {t.res}) attributes {t.fn, llvm.emit_c_interface} {
    %u = async.execute [%t] attributes {t.task = "x"} {
      "t.op"(%t) {t.attr} : (!async.token) -> ()
      async.yield
    }
    %v = "t.op"(%u) ({
      async.await %u : !async.token
      "t.end"() : () -> ()
    }) : (!async.token) -> i32
    return %u : !async.token
  }
}
// -----
func.func @unused(%x: f32) {
  %t, %v = async.execute -> !async.value<f32> {
    %u, %w = async.execute -> !async.value<f32> {
      async.yield %x : f32
    }
    %y = async.await %w : !async.value<f32>
    async.yield %x : f32
  }
  %y = async.await %v : !async.value<f32>
  return
}
// -----
func.func @token_as_payload(%t: !async.token) {
  %u, %v = async.execute -> !async.value<!async.token> {
    async.yield %t : !async.token
  }
  %w = async.await %v : !async.value<!async.token>
  async.await %w : !async.token
  return
}
// -----
func.func @tensor_and_vector(%x: tensor<4xf32>, %y: vector<4xf32>) -> tensor<4xf32> {
  %u, %v:2 = async.execute -> (!async.value<tensor<4xf32>>, !async.value<vector<4xf32>>) {
    %z = arith.addf %x, %x : tensor<4xf32>
    %w = arith.addf %y, %y : vector<4xf32>
    async.yield %z, %w : tensor<4xf32>, vector<4xf32>
  }
  %w = async.await %v#0 : !async.value<tensor<4xf32>>
  return %w : tensor<4xf32>
}
// -----
func.func @loop_values(%n: index, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %t, %v = async.execute -> !async.value<f32> {
      %s = arith.addf %a, %b : f32
      memref.store %s, %m[%i] : memref<?xf32>
      async.yield %s : f32
    }
    %y = async.await %v : !async.value<f32>
    scf.yield %b, %y : f32, f32
  }
  %t = async.execute {
    memref.store %r#1, %m[%c0] : memref<?xf32>
    async.yield
  }
  async.await %t : !async.token
  return
}
// -----
func.func @parallel(%n: index, %m: memref<?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %t = async.execute {
      memref.store %x, %m[%i] : memref<?xf32>
      async.yield
    }
    async.await %t : !async.token
    scf.reduce
  }
  return
}
// -----
func.func @captured_group(%n: index, %t: !async.token) {
  %g = async.create_group %n : !async.group
  %u = async.execute {
    %0 = async.add_to_group %t, %g : !async.token
    async.yield
  }
  async.await_all %g
  async.await %u : !async.token
  return
}
// -----
async.func @token() -> !async.token {
  return
}
// -----
async.func @value(%x: f32) -> !async.value<f32> {
  return %x : f32
}
// -----
async.func @several(%x: f32, %y: i32) -> (!async.token, !async.value<f32>, !async.value<i32>) {
  return %x, %y : f32, i32
}
// -----
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
// -----
async.func @assert(%c: i1, %m: memref<f32>, %x: f32) -> !async.token {
  cf.assert %c, "must hold"
  memref.store %x, %m[] : memref<f32>
  return
}
// -----
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
// -----
async.func @two_ends(%c: i1, %t: !async.token, %x: f32) -> !async.value<f32> {
  cf.cond_br %c, ^a, ^b
^a:
  await %t : !async.token
  return %x : f32
^b:
  %y = arith.negf %x : f32
  return %y : f32
}
// -----
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
// -----
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
// -----
async.func nested @visible() -> !async.token {
  return
}
// -----
async.func @unused_argument(%x: f32, %t: !async.token, %v: !async.value<i32>, %g: !async.group) -> !async.token {
  return
}
// -----
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
// -----
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

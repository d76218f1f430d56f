// Covers the async dialect: execute with every part present and absent, awaits, groups.
func.func private @use(i32)
func.func @execute(%v: !async.value<f32>, %t: !async.token, %m: memref<4xf32>) -> !async.token {
  %bare = async.execute { async.yield }
  async.execute {
    "async.yield"() : () -> ()
  }
  %attributes = async.execute attributes {a = 1, b} { async.yield }
  %none = async.execute [] () { async.yield }
  %after = async.execute [%bare, %t] { async.yield }
  %unwrap = async.execute (%v as %x : !async.value<f32>) {
    %c0 = arith.constant 0 : index
    memref.store %x, %m[%c0] : memref<4xf32>
    async.yield
  }
  %one, %r = async.execute -> !async.value<f32> {
    %f = arith.constant 1.0 : f32
    async.yield %f : f32
  }
  %in_parens, %p = async.execute -> (!async.value<f32>) {
    %f = arith.constant 1.0 : f32
    async.yield %f : f32
  }
  %tok, %all:2 = async.execute [%bare, %t] (%v as %x: !async.value<f32>, %r as %y: !async.value<f32>)
      -> (!async.value<f32>, !async.value<i1>) attributes {everything} {
    %true = arith.constant true
    %s = arith.addf %x, %y : f32
    %inner, %w = async.execute [%t] -> !async.value<f32> {
      async.yield %s : f32 {yielded}
    }
    %z = async.await %w : !async.value<f32>
    async.yield %z, %true : f32, i1
  }
  async.await %tok : !async.token
  %z = async.await %all#0 : !async.value<f32> {x = 1 : i32}
  %b = async.await %all#1 : !async.value<i1>
  "async.await"(%t) : (!async.token) -> ()
  return %tok : !async.token
}
func.func @groups(%v: !async.value<memref<4xf32>>, %t: !async.token, %n: index) {
  %g = async.create_group %n : !async.group
  %h = async.create_group %n : !async.group {a}
  %0 = async.add_to_group %t, %g : !async.token
  %1 = async.add_to_group %v, %h : !async.value<memref<4xf32>> {a}
  async.await_all %g
  async.await_all %h {a}
  return
}

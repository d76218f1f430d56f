// Covers the async dialect: the operations of its runtime and of its coroutines.
func.func @runtime(%x: f32, %t: !async.token, %v: !async.value<f32>, %g: !async.group, %n: index, %h: !async.coro.handle) {
  %0 = async.runtime.create : !async.token
  %1 = async.runtime.create {a = 1 : i32} : !async.value<memref<4xf32>>
  %2 = async.runtime.create_group %n : !async.group
  %3 = async.runtime.create_group %n : !async.group {a}
  async.runtime.set_available %t : !async.token
  async.runtime.set_available %v {a} : !async.value<f32>
  async.runtime.set_error %t : !async.token
  async.runtime.set_error %v {a} : !async.value<f32>
  %4 = async.runtime.is_error %t : !async.token
  %5 = async.runtime.is_error %v : !async.value<f32>
  %6 = async.runtime.is_error %g {a} : !async.group
  async.runtime.await %t : !async.token
  async.runtime.await %v : !async.value<f32>
  async.runtime.await %g {a} : !async.group
  async.runtime.resume %h
  async.runtime.resume %h {a}
  async.runtime.await_and_resume %t, %h : !async.token
  async.runtime.await_and_resume %v, %h : !async.value<f32>
  async.runtime.await_and_resume %g, %h {a} : !async.group
  async.runtime.store %x, %v : <f32>
  async.runtime.store %x, %v {a} : !async.value<f32>
  %7 = async.runtime.load %v : <f32>
  %8 = async.runtime.load %v {a} : !async.value<f32>
  %9 = async.runtime.load %1 : <memref<4xf32>>
  %10 = async.runtime.add_to_group %t, %g : !async.token
  %11 = async.runtime.add_to_group %v, %g {a} : !async.value<f32>
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.add_ref %v {a, count = 2} : !async.value<f32>
  async.runtime.drop_ref %g {count = 9223372036854775807 : i64} : !async.group
  async.runtime.drop_ref %v {count = 1 : i64, a} : !async.value<f32>
  %12 = async.runtime.num_worker_threads : index
  %13 = async.runtime.num_worker_threads {a} : index
  return
}
async.func @coroutine(%x: f32, %v: !async.value<f32>) -> !async.value<f32> {
  %id = async.coro.id
  %h = async.coro.begin %id
  async.runtime.resume %h
  %s = async.coro.save %h
  async.coro.suspend %s, ^suspend, ^resume, ^cleanup
^resume:
  async.runtime.store %x, %v : <f32>
  %y = async.runtime.load %v : <f32>
  async.runtime.set_available %v : !async.value<f32>
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %h {a}
  cf.br ^suspend
^suspend:
  async.coro.end %h {a}
  return %x : f32
}
func.func @attributes(%v: !async.value<!async.value<f32>>) attributes {t = !async.coro.state} {
  %id = async.coro.id {a}
  %h = async.coro.begin %id {a}
  %s = async.coro.save %h {a}
  %y = async.runtime.load %v : <!async.value<f32>>
  async.coro.suspend %s, ^bb1, ^bb1, ^bb1 {a}
^bb1:
  return
}

// PASSES: --async-runtime-policy-based-ref-counting
func.func private @token() -> !async.token
func.func private @value() -> !async.value<f32>
func.func private @take(%t: !async.token)
func.func private @pass(%t: !async.token) -> !async.token

func.func @unused_argument(%t: !async.token, %v: !async.value<f32>, %g: !async.group) {
  return
}
func.func @unused_result() {
  %t = call @token() : () -> !async.token
  %v = async.runtime.create : !async.value<f32>
  return
}
func.func @await_once(%t: !async.token) {
  async.runtime.await %t : !async.token
  return
}
func.func @await_twice(%t: !async.token) {
  async.runtime.await %t : !async.token
  async.runtime.await %t : !async.token
  return
}
func.func @returned(%t: !async.token) -> !async.token {
  async.runtime.await %t : !async.token
  return %t : !async.token
}
func.func @created_and_returned() -> (!async.token, !async.value<f32>) {
  %t = async.runtime.create : !async.token
  %v = async.runtime.create : !async.value<f32>
  return %t, %v : !async.token, !async.value<f32>
}
func.func @call_then_await(%t: !async.token) {
  call @take(%t) : (!async.token) -> ()
  async.runtime.await %t : !async.token
  return
}
func.func @call_last(%t: !async.token) {
  async.runtime.await %t : !async.token
  call @take(%t) : (!async.token) -> ()
  return
}
func.func @two_calls(%t: !async.token) {
  call @take(%t) : (!async.token) -> ()
  call @take(%t) : (!async.token) -> ()
  return
}
func.func @call_and_return(%t: !async.token) -> !async.token {
  call @take(%t) : (!async.token) -> ()
  return %t : !async.token
}
func.func @chain() -> !async.token {
  %0 = call @token() : () -> !async.token
  %1 = call @pass(%0) : (!async.token) -> !async.token
  %2 = call @pass(%1) : (!async.token) -> !async.token
  return %2 : !async.token
}
func.func @value_loaded() -> f32 {
  %v = call @value() : () -> !async.value<f32>
  async.runtime.await %v : !async.value<f32>
  %e = async.runtime.is_error %v : !async.value<f32>
  %x = async.runtime.load %v : <f32>
  return %x : f32
}
func.func @group(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.runtime.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = func.call @token() : () -> !async.token
    %r = async.runtime.add_to_group %t, %g : !async.token
  }
  async.runtime.await %g : !async.group
  %e = async.runtime.is_error %g : !async.group
  return
}
// -----
func.func private @take(%t: !async.token)
func.func @one_side(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  async.runtime.await %t : !async.token
  cf.br ^b
^b:
  return
}
func.func @other_side(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c
^b:
  async.runtime.await %t : !async.token
  cf.br ^c
^c:
  return
}
func.func @both_sides(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  async.runtime.await %t : !async.token
  cf.br ^c
^b:
  call @take(%t) : (!async.token) -> ()
  cf.br ^c
^c:
  return
}
func.func @behind(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^c
^b:
  cf.br ^c
^c:
  async.runtime.await %t : !async.token
  return
}
func.func @early_return(%c: i1, %t: !async.token) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  async.runtime.await %t : !async.token
  return
}
func.func @in_loop(%n: index, %t: !async.token) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    async.runtime.await %t : !async.token
  }
  return
}
func.func @in_condition(%c: i1, %t: !async.token) {
  scf.if %c {
    async.runtime.await %t : !async.token
  }
  return
}
func.func @defined_in_region(%c: i1) {
  scf.if %c {
    %t = async.runtime.create : !async.token
    async.runtime.set_available %t : !async.token
    async.runtime.await %t : !async.token
  }
  return
}
// -----
func.func private @consume(!async.value<f32>, !async.value<f32>)
func.func @several(%v: !async.value<f32>, %w: !async.value<f32>) {
  call @consume(%v, %w) : (!async.value<f32>, !async.value<f32>) -> ()
  call @consume(%v, %w) : (!async.value<f32>, !async.value<f32>) -> ()
  async.runtime.await %v : !async.value<f32>
  return
}
func.func @used_by_another_dialect(%v: !async.value<f32>) {
  "t.use"(%v) : (!async.value<f32>) -> ()
  return
}
func.func @unused_loaded(%v: !async.value<!async.token>) {
  async.runtime.await %v : !async.value<!async.token>
  %t = async.runtime.load %v : <!async.token>
  return
}

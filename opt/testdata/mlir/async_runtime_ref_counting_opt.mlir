// PASSES: --async-runtime-ref-counting-opt
// Pairs of references that cancel out.
func.func private @take(!async.token)
func.func @pair(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @adjacent(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @counts_differ(%t: !async.token) {
  async.runtime.add_ref %t {count = 2 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @used_between(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.await %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @other_used_between(%t: !async.token, %u: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.await %u : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @other_value(%t: !async.token, %u: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %u {count = 1 : i64} : !async.token
  return
}
func.func @drop_first(%t: !async.token) {
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @two_pairs(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @two_adds_one_drop(%t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  call @take(%t) : (!async.token) -> ()
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @across_blocks(%c: i1, %t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  cf.br ^a
^a:
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @in_region(%c: i1, %t: !async.token) {
  scf.if %c {
    async.runtime.add_ref %t {count = 1 : i64} : !async.token
    func.call @take(%t) : (!async.token) -> ()
    async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  }
  return
}
func.func @use_in_region_between(%c: i1, %t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  scf.if %c {
    async.runtime.await %t : !async.token
  }
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @call_in_region_between(%c: i1, %t: !async.token) {
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  scf.if %c {
    func.call @take(%t) : (!async.token) -> ()
  }
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}
func.func @values_and_groups(%v: !async.value<f32>, %g: !async.group) {
  async.runtime.add_ref %v {count = 3 : i64} : !async.value<f32>
  async.runtime.add_ref %g {count = 1 : i64} : !async.group
  async.runtime.drop_ref %v {count = 3 : i64} : !async.value<f32>
  async.runtime.drop_ref %g {count = 1 : i64} : !async.group
  return
}

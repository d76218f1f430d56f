package asynctollvm

const before = `func.func @f(%t: !async.token) -> i1 {
  async.runtime.await %t : !async.token
  %0 = async.runtime.is_error %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return %0 : i1
}
`

const after = ``

package lazytoeager

const eagerBefore = `async.func @twice(%x: i32) -> !async.value<i32> attributes {lazy} {
  %0 = arith.addi %x, %x : i32
  return %0 : i32
}
func.func @f(%x: i32) -> !async.value<i32> {
  %0 = async.call @twice(%x) : (i32) -> !async.value<i32>
  return %0 : !async.value<i32>
}
`

const eagerAfter = `module {
  async.func @twice(%arg0: i32) -> !async.value<i32> {
    %0 = arith.addi %arg0, %arg0 : i32
    return %0 : i32
  }
  func.func @f(%arg0: i32) -> !async.value<i32> {
    %0 = async.call @twice(%arg0) : (i32) -> !async.value<i32>
    return %0 : !async.value<i32>
  }
}
`

const lazyBefore = `async.func private @store(%m: memref<i32>, %x: i32) -> !async.token {
  memref.store %x, %m[] : memref<i32>
  return
}
func.func @f(%m: memref<i32>, %x: i32) {
  %0 = async.call @store(%m, %x) : (memref<i32>, i32) -> !async.token
  async.await %0 : !async.token
  return
}
`

const lazyAfter = `module {
  async.func private @store(%arg0: memref<i32>, %arg1: i32) -> !async.token attributes {lazy} {
    memref.store %arg1, %arg0[] : memref<i32>
    return
  }
  func.func @f(%arg0: memref<i32>, %arg1: i32) {
    %0 = async.call @store(%arg0, %arg1) : (memref<i32>, i32) -> !async.token
    async.await %0 : !async.token
    return
  }
}
`

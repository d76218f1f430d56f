package convertasynctollvm

const before = `func.func @f(%t: !async.token) -> i1 {
  async.runtime.await %t : !async.token
  %0 = async.runtime.is_error %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return %0 : i1
}
`

const after = `module {
  func.func @f(%arg0: !llvm.ptr) -> i1 {
    call @mlirAsyncRuntimeAwaitToken(%arg0) : (!llvm.ptr) -> ()
    %0 = call @mlirAsyncRuntimeIsTokenError(%arg0) : (!llvm.ptr) -> i1
    %c1_i64 = arith.constant 1 : i64
    call @mlirAsyncRuntimeDropRef(%arg0, %c1_i64) : (!llvm.ptr, i64) -> ()
    return %0 : i1
  }
  func.func private @mlirAsyncRuntimeAddRef(!llvm.ptr, i64)
  func.func private @mlirAsyncRuntimeDropRef(!llvm.ptr, i64)
  func.func private @mlirAsyncRuntimeCreateToken() -> !llvm.ptr
  func.func private @mlirAsyncRuntimeCreateValue(i64) -> !llvm.ptr
  func.func private @mlirAsyncRuntimeCreateGroup(i64) -> !llvm.ptr
  func.func private @mlirAsyncRuntimeEmplaceToken(!llvm.ptr)
  func.func private @mlirAsyncRuntimeEmplaceValue(!llvm.ptr)
  func.func private @mlirAsyncRuntimeSetTokenError(!llvm.ptr)
  func.func private @mlirAsyncRuntimeSetValueError(!llvm.ptr)
  func.func private @mlirAsyncRuntimeIsTokenError(!llvm.ptr) -> i1
  func.func private @mlirAsyncRuntimeIsValueError(!llvm.ptr) -> i1
  func.func private @mlirAsyncRuntimeIsGroupError(!llvm.ptr) -> i1
  func.func private @mlirAsyncRuntimeAwaitToken(!llvm.ptr)
  func.func private @mlirAsyncRuntimeAwaitValue(!llvm.ptr)
  func.func private @mlirAsyncRuntimeAwaitAllInGroup(!llvm.ptr)
  func.func private @mlirAsyncRuntimeExecute(!llvm.ptr, !llvm.ptr)
  func.func private @mlirAsyncRuntimeGetValueStorage(!llvm.ptr) -> !llvm.ptr
  func.func private @mlirAsyncRuntimeAddTokenToGroup(!llvm.ptr, !llvm.ptr) -> i64
  func.func private @mlirAsyncRuntimeAwaitTokenAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr)
  func.func private @mlirAsyncRuntimeAwaitValueAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr)
  func.func private @mlirAsyncRuntimeAwaitAllInGroupAndExecute(!llvm.ptr, !llvm.ptr, !llvm.ptr)
  func.func private @mlirAsyncRuntimGetNumWorkerThreads() -> index
}
`

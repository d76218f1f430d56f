package asyncparallelfor

const before = `func.func @f(%m: memref<1000000xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<1000000xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<1000000xf32>, %arg1: f32) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c1000000 = arith.constant 1000000 : index
    %c32 = arith.constant 32 : index
    %c31250 = arith.constant 31250 : index
    %c31 = arith.constant 31 : index
    %0 = async.create_group %c31 : !async.group
    call @async_dispatch_fn(%0, %c0, %c32, %c31250, %c1000000, %c0, %c1000000, %c1, %arg1, %arg0) : (!async.group, index, index, index, index, index, index, index, f32, memref<1000000xf32>) -> ()
    async.await_all %0
    return
  }
  func.func private @parallel_compute_fn(%arg0: index, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: f32, %arg7: memref<1000000xf32>) {
    %c1 = arith.constant 1 : index
    %c1000000 = arith.constant 1000000 : index
    %0 = arith.muli %arg0, %arg1 : index
    %1 = arith.addi %0, %arg1 : index
    %2 = arith.minsi %1, %c1000000 : index
    %3 = arith.subi %2, %c1 : index
    %4 = arith.remsi %0, %c1000000 : index
    %5 = arith.remsi %3, %c1000000 : index
    %6 = arith.addi %5, %c1 : index
    scf.for %arg8 = %4 to %6 step %c1 {
      memref.store %arg6, %arg7[%arg8] : memref<1000000xf32>
    }
    return
  }
  func.func private @async_dispatch_fn(%arg0: !async.group, %arg1: index, %arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: f32, %arg9: memref<1000000xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %0:2 = scf.while (%arg10 = %arg1, %arg11 = %arg2) : (index, index) -> (index, index) {
      %1 = arith.subi %arg11, %arg10 : index
      %2 = arith.cmpi sgt, %1, %c1 : index
      scf.condition(%2) %arg10, %arg11 : index, index
    } do {
    ^bb0(%arg10: index, %arg11: index):
      %1 = arith.subi %arg11, %arg10 : index
      %2 = arith.divsi %1, %c2 : index
      %3 = arith.addi %arg10, %2 : index
      %token = async.execute {
        func.call @async_dispatch_fn(%arg0, %3, %arg11, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9) : (!async.group, index, index, index, index, index, index, index, f32, memref<1000000xf32>) -> ()
        async.yield
      }
      %4 = async.add_to_group %token, %arg0 : !async.token
      scf.yield %arg10, %3 : index, index
    }
    call @parallel_compute_fn(%arg1, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9) : (index, index, index, index, index, index, f32, memref<1000000xf32>) -> ()
    return
  }
}
`

module {
  async.func private @part(%arg0: memref<1024xi32>, %arg1: memref<1024xi32>, %arg2: index, %arg3: index) -> !async.value<i32> {
    %c0_i32 = arith.constant 0 : i32
    %c1 = arith.constant 1 : index
    %0 = scf.for %arg4 = %arg2 to %arg3 step %c1 iter_args(%arg5 = %c0_i32) -> (i32) {
      %1 = memref.load %arg0[%arg4] : memref<1024xi32>
      %2 = memref.load %arg1[%arg4] : memref<1024xi32>
      %3 = arith.muli %1, %2 : i32
      %4 = arith.addi %arg5, %3 : i32
      scf.yield %4 : i32
    }
    return %0 : i32
  }
  func.func @dot(%arg0: memref<1024xi32>, %arg1: memref<1024xi32>, %arg2: memref<i32>) {
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %c1024 = arith.constant 1024 : index
    %token, %bodyResults = async.execute -> !async.value<i32> {
      %0 = async.call @part(%arg0, %arg1, %c0, %c512) : (memref<1024xi32>, memref<1024xi32>, index, index) -> !async.value<i32>
      %1 = async.await %0 : !async.value<i32>
      async.yield %1 : i32
    }
    %token_0, %bodyResults_1 = async.execute -> !async.value<i32> {
      %0 = async.call @part(%arg0, %arg1, %c512, %c1024) : (memref<1024xi32>, memref<1024xi32>, index, index) -> !async.value<i32>
      %1 = async.await %0 : !async.value<i32>
      async.yield %1 : i32
    }
    %token_2 = async.execute (%bodyResults as %arg3: !async.value<i32>, %bodyResults_1 as %arg4: !async.value<i32>) {
      %0 = arith.addi %arg3, %arg4 : i32
      memref.store %0, %arg2[] : memref<i32>
      async.yield
    }
    async.await %token_2 : !async.token
    return
  }
}


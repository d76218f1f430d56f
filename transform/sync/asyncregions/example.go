package asyncregions

// The examples of the passes.
const (
	mergeBefore = `func.func @f(%a: memref<8xi32>, %b: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<i32> {
    %x = memref.load %a[%c0] : memref<8xi32>
    async.yield %x : i32
  }
  %u = async.execute [%t] (%v as %y: !async.value<i32>) {
    memref.store %y, %b[%c0] : memref<8xi32>
    async.yield
  }
  async.await %u : !async.token
  return
}
`
	mergeAfter = `module {
  func.func @f(%arg0: memref<8xi32>, %arg1: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %token = async.execute {
      %0 = memref.load %arg0[%c0] : memref<8xi32>
      memref.store %0, %arg1[%c0] : memref<8xi32>
      async.yield
    }
    async.await %token : !async.token
    return
  }
}
`
	splitBefore = `func.func @f(%a: memref<64xi32>, %b: memref<64xi32>, %x: i32) {
  %t = async.execute {
    affine.for %i = 0 to 64 {
      affine.store %x, %a[%i] : memref<64xi32>
    }
    affine.for %i = 0 to 64 {
      affine.store %x, %b[%i] : memref<64xi32>
    }
    async.yield
  }
  async.await %t : !async.token
  return
}
`
	splitAfter = `module {
  func.func @f(%arg0: memref<64xi32>, %arg1: memref<64xi32>, %arg2: i32) {
    %token = async.execute {
      affine.for %arg3 = 0 to 64 {
        affine.store %arg2, %arg0[%arg3] : memref<64xi32>
      }
      async.yield
    }
    %token_0 = async.execute {
      affine.for %arg3 = 0 to 64 {
        affine.store %arg2, %arg1[%arg3] : memref<64xi32>
      }
      async.yield
    }
    async.await %token : !async.token
    async.await %token_0 : !async.token
    return
  }
}
`
)

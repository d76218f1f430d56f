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
}
`
)

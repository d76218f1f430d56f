package reusebuffers

const (
	before = `func.func @f(%a: memref<64xf32>, %b: memref<64xf32>) {
  %t, %v = async.execute -> !async.value<memref<64xf32>> {
    %x = memref.alloc() : memref<64xf32>
    memref.copy %a, %x : memref<64xf32> to memref<64xf32>
    async.yield %x : memref<64xf32>
  }
  %u = async.execute (%v as %x: !async.value<memref<64xf32>>) {
    linalg.add ins(%x, %x : memref<64xf32>, memref<64xf32>) outs(%b : memref<64xf32>)
    memref.dealloc %x : memref<64xf32>
    async.yield
  }
  %w = async.execute [%u] {
    %y = memref.alloc() : memref<64xf32>
    linalg.add ins(%b, %b : memref<64xf32>, memref<64xf32>) outs(%y : memref<64xf32>)
    memref.copy %y, %a : memref<64xf32> to memref<64xf32>
    memref.dealloc %y : memref<64xf32>
    async.yield
  }
  async.await %w : !async.token
  return
}
`
	after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
    %token, %bodyResults = async.execute -> !async.value<memref<64xf32>> {
      %alloc = memref.alloc() : memref<64xf32>
      memref.copy %arg0, %alloc : memref<64xf32> to memref<64xf32>
      async.yield %alloc : memref<64xf32>
    }
    %token_0 = async.execute (%bodyResults as %arg2: !async.value<memref<64xf32>>) {
      linalg.add ins(%arg2, %arg2 : memref<64xf32>, memref<64xf32>) outs(%arg1 : memref<64xf32>)
      async.yield
    }
    %token_1 = async.execute [%token_0] (%bodyResults as %arg2: !async.value<memref<64xf32>>) {
      linalg.add ins(%arg1, %arg1 : memref<64xf32>, memref<64xf32>) outs(%arg2 : memref<64xf32>)
      memref.copy %arg2, %arg0 : memref<64xf32> to memref<64xf32>
      memref.dealloc %arg2 : memref<64xf32>
      async.yield
    }
    async.await %token_1 : !async.token
    return
  }
}
`
)

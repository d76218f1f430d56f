package lowerasyncdma

const before = `func.func @f(%A: memref<16xf32>, %C: memref<16xf32>) {
  %S = memref.alloc() : memref<16xf32, 3>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %A, %S : memref<16xf32> to memref<16xf32, 3>
    }
  }
  pipeline.wait_queue 0, 0 {
    memref.copy %S, %C : memref<16xf32, 3> to memref<16xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
    %alloc = memref.alloc() : memref<16xf32, 3>
    pipeline.dma_copy 0, %alloc, %arg0 : memref<16xf32, 3>, memref<16xf32>
    pipeline.dma_wait 0, 0
    memref.copy %alloc, %arg1 : memref<16xf32, 3> to memref<16xf32>
    return
  }
}
`

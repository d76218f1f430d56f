package injectptxasynccopy

const before = `func.func @f(%A: memref<64xf32>, %C: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %S = memref.alloc() : memref<4xf32, 3>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = vector.load %A[%c4] : memref<64xf32>, vector<4xf32>
      vector.store %v, %S[%c0] : memref<4xf32, 3>, vector<4xf32>
    }
  }
  pipeline.wait_queue 0, 0 {
    %v = memref.load %S[%c0] : memref<4xf32, 3>
    memref.store %v, %C[%c0] : memref<64xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %alloc = memref.alloc() : memref<4xf32, 3>
    %0 = nvgpu.device_async_copy %arg0[%c4], %alloc[%c0], 4 {bypassL1} : memref<64xf32> to memref<4xf32, 3>
    nvvm.cp.async.commit.group
    nvvm.cp.async.wait.group 0
    %1 = memref.load %alloc[%c0] : memref<4xf32, 3>
    memref.store %1, %arg1[%c0] : memref<64xf32>
    return
  }
}
`

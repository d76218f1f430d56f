package lowerpipelinequeues

import "github.com/inflight-compiler/inflight/diag"

var codeForm = diag.Register("pipeline-queue-form",
	"the form option of lower-pipeline-queues has no such value",
	"The option takes 'intrinsics' or 'scopes'.")

const before = `func.func @f(%A: memref<4xf32>, %B: memref<4xf32>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %A, %B : memref<4xf32> to memref<4xf32>
    }
  }
  pipeline.wait_queue 0, 0 {
    memref.copy %B, %A : memref<4xf32> to memref<4xf32>
  }
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<4xf32>, %arg1: memref<4xf32>) {
    pipeline.async_scope {
      memref.copy %arg0, %arg1 : memref<4xf32> to memref<4xf32>
    }
    pipeline.async_commit_stage 0
    pipeline.async_wait_stage 0, 0
    memref.copy %arg1, %arg0 : memref<4xf32> to memref<4xf32>
    return
  }
}
`

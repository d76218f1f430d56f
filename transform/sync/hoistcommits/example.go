package hoistcommits

// The example of the pass: a predicated producer.
const (
	before = `func.func @f(%a: memref<8xi32>, %b: memref<8xi32>, %c: i1) {
  scf.if %c {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        memref.copy %a, %b : memref<8xi32> to memref<8xi32>
      }
    }
  }
  pipeline.async_wait_stage 0, 0
  return
}
`
	after = `module {
  func.func @f(%arg0: memref<8xi32>, %arg1: memref<8xi32>, %arg2: i1) {
    pipeline.commit_queue 0 {
      scf.if %arg2 {
        pipeline.async_scope {
          memref.copy %arg0, %arg1 : memref<8xi32> to memref<8xi32>
        }
      }
    }
    pipeline.async_wait_stage 0, 0
    return
  }
}
`
)

package injectsoftwarepipeline

const before = `func.func @f(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<f32>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[] : memref<f32>
    %b = memref.load %B[] : memref<f32>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<16xf32>, %arg1: memref<16xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %alloc = memref.alloc() : memref<2xf32>
    %c15 = arith.constant 15 : index
    %c2 = arith.constant 2 : index
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %0 = memref.load %arg0[%c0] : memref<16xf32>
        memref.store %0, %alloc[%c0] : memref<2xf32>
      }
    }
    scf.for %arg2 = %c0 to %c15 step %c1 {
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %0 = arith.addi %arg2, %c1 : index
          %1 = arith.remui %0, %c2 : index
          %2 = memref.load %arg0[%0] : memref<16xf32>
          memref.store %2, %alloc[%1] : memref<2xf32>
        }
      }
      pipeline.wait_queue 0, 1 {
        %0 = arith.remui %arg2, %c2 : index
        %1 = memref.load %alloc[%0] : memref<2xf32>
        memref.store %1, %arg1[%arg2] : memref<16xf32>
      }
    }
    pipeline.wait_queue 0, 0 {
      %0 = memref.load %alloc[%c1] : memref<2xf32>
      memref.store %0, %arg1[%c15] : memref<16xf32>
    }
    return
  }
}
`

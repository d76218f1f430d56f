// RFC 77, "Multi-stage pipelined GEMM where the shared memory copy is 4x
// multi-buffered + async, and shared to local copy is double-buffered". The
// inner loop is pipelined first; its prologue, body and epilogue are statements
// 2, 3 and 4 of the outer loop.
//
// As in the RFC: four versions of the shared buffers, two of the local ones,
// and waits with count 2 in prologue and body. It differs in where the body
// waits: the inner body reads what the wait of the iteration before has forced,
// so the wait is only needed in front of the inner prologue, later than in the
// RFC. In the epilogue the counts are 1 and 0, as the RFC's 1 - i; its third
// wait, for which that is -1, is not needed.

func.func @gemm(%A: memref<16x64xf32>, %B: memref<64x16xf32>, %C: memref<16x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %j = %c0 to %c16 step %c1 {
      memref.store %zero, %C[%i, %j] : memref<16x16xf32>
    }
  }
  %A_shared = memref.alloc() : memref<16x8xf32, 3>
  %B_shared = memref.alloc() : memref<8x16xf32, 3>
  %A_local = memref.alloc() : memref<16x4xf32, 5>
  %B_local = memref.alloc() : memref<4x16xf32, 5>
  scf.for %k0 = %c0 to %c8 step %c1 {
    %k = arith.muli %k0, %c8 : index
    pipeline.block {
      scf.for %i = %c0 to %c16 step %c1 {
        scf.for %z = %c0 to %c8 step %c1 {
          %kz = arith.addi %k, %z : index
          %v = memref.load %A[%i, %kz] : memref<16x64xf32>
          memref.store %v, %A_shared[%i, %z] : memref<16x8xf32, 3>
        }
      }
    }
    pipeline.block {
      scf.for %z = %c0 to %c8 step %c1 {
        %kz = arith.addi %k, %z : index
        scf.for %j = %c0 to %c16 step %c1 {
          %v = memref.load %B[%kz, %j] : memref<64x16xf32>
          memref.store %v, %B_shared[%z, %j] : memref<8x16xf32, 3>
        }
      }
    }
    scf.for %k1 = %c0 to %c2 step %c1 {
      %k4 = arith.muli %k1, %c4 : index
      pipeline.block {
        scf.for %i = %c0 to %c16 step %c1 {
          scf.for %z = %c0 to %c4 step %c1 {
            %kz = arith.addi %k4, %z : index
            %v = memref.load %A_shared[%i, %kz] : memref<16x8xf32, 3>
            memref.store %v, %A_local[%i, %z] : memref<16x4xf32, 5>
          }
        }
      }
      pipeline.block {
        scf.for %z = %c0 to %c4 step %c1 {
          %kz = arith.addi %k4, %z : index
          scf.for %j = %c0 to %c16 step %c1 {
            %v = memref.load %B_shared[%kz, %j] : memref<8x16xf32, 3>
            memref.store %v, %B_local[%z, %j] : memref<4x16xf32, 5>
          }
        }
      }
      pipeline.block {
        scf.for %i = %c0 to %c16 step %c1 {
          scf.for %j = %c0 to %c16 step %c1 {
            scf.for %z = %c0 to %c4 step %c1 {
              %a = memref.load %A_local[%i, %z] : memref<16x4xf32, 5>
              %b = memref.load %B_local[%z, %j] : memref<4x16xf32, 5>
              %c = memref.load %C[%i, %j] : memref<16x16xf32>
              %p = arith.mulf %a, %b : f32
              %s = arith.addf %c, %p : f32
              memref.store %s, %C[%i, %j] : memref<16x16xf32>
            }
          }
        }
      }
    } {software_pipeline_stage = [0, 0, 1],
       software_pipeline_order = [0, 1, 2]}
  } {software_pipeline_stage = [0, 0, 2, 3, 3],
     software_pipeline_order = [0, 1, 3, 2, 4],
     software_pipeline_async_stages = [0]}
  return
}

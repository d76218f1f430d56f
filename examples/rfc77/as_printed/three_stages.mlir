// RFC 77, "Three stages of compute, where the first two stages are async", as
// the RFC prints its output. It is a race: inflight check finds it.
//
// Stage 1 reads B asynchronously. What it has issued is waited for by the next
// iteration's stage 2, but before that, the next iteration's stage 0 overwrites
// the slot that it reads, because B has two versions. Three would make it
// right; that is what Inflight makes of ../three_stages.mlir.
//
// Filled in: the RFC's last statement in the epilogue writes D[(i + 14) % 2]
// where it means D[i + 14].

func.func @three_stages(%A: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %one = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<2xf32>
  %C = memref.alloc() : memref<2xf32>

  // Prologue
  scf.for %p = %c0 to %c2 step %c1 {
    %B_p = arith.remui %p, %c2 : index
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.load %A[%p] : memref<16xf32>
        %b = arith.addf %a, %one : f32
        memref.store %b, %B[%B_p] : memref<2xf32>
      }
    }
    %has_stage1 = arith.cmpi ule, %c1, %p : index
    scf.if %has_stage1 {
      %p1 = arith.subi %p, %c1 : index
      %slot = arith.remui %p1, %c2 : index
      pipeline.commit_queue 1 {
        pipeline.wait_queue 0, 1 {
          pipeline.async_scope {
            %b = memref.load %B[%slot] : memref<2xf32>
            %c = arith.addf %b, %one : f32
            memref.store %c, %C[%slot] : memref<2xf32>
          }
        }
      }
    }
  }

  // Body
  scf.for %i = %c0 to %c14 step %c1 {
    // Stage 0
    %i2 = arith.addi %i, %c2 : index
    %slot2 = arith.remui %i2, %c2 : index
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.load %A[%i2] : memref<16xf32>
        %b = arith.addf %a, %one : f32
        memref.store %b, %B[%slot2] : memref<2xf32>
      }
    }
    // Stage 1
    %i1 = arith.addi %i, %c1 : index
    %slot1 = arith.remui %i1, %c2 : index
    pipeline.commit_queue 1 {
      pipeline.wait_queue 0, 1 {
        pipeline.async_scope {
          %b = memref.load %B[%slot1] : memref<2xf32>
          %c = arith.addf %b, %one : f32
          memref.store %c, %C[%slot1] : memref<2xf32>
        }
      }
    }
    // Stage 2
    %slot0 = arith.remui %i, %c2 : index
    pipeline.wait_queue 1, 1 {
      %c = memref.load %C[%slot0] : memref<2xf32>
      %d = arith.addf %c, %one : f32
      memref.store %d, %D[%i] : memref<16xf32>
    }
  }

  // Epilogue
  scf.for %e = %c0 to %c2 step %c1 {
    %first = arith.cmpi ult, %e, %c1 : index
    scf.if %first {
      %e15 = arith.addi %e, %c15 : index
      %slot = arith.remui %e15, %c2 : index
      pipeline.commit_queue 1 {
        pipeline.wait_queue 0, 0 {
          pipeline.async_scope {
            %b = memref.load %B[%slot] : memref<2xf32>
            %c = arith.addf %b, %one : f32
            memref.store %c, %C[%slot] : memref<2xf32>
          }
        }
      }
    }
    %e14 = arith.addi %e, %c14 : index
    %slot = arith.remui %e14, %c2 : index
    scf.if %first {
      pipeline.wait_queue 1, 1 {
        %c = memref.load %C[%slot] : memref<2xf32>
        %d = arith.addf %c, %one : f32
        memref.store %d, %D[%e14] : memref<16xf32>
      }
    } else {
      pipeline.wait_queue 1, 0 {
        %c = memref.load %C[%slot] : memref<2xf32>
        %d = arith.addf %c, %one : f32
        memref.store %d, %D[%e14] : memref<16xf32>
      }
    }
  }
  return
}

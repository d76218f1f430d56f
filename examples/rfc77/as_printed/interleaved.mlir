// RFC 77, "Interleaved async producers, a consumer in between", as the RFC
// prints its output. It is a race: inflight check finds it.
//
// The prologue commits the copies of A and B together, three groups in all. The
// body commits them apart and waits with count 5. Iteration 0 of the body waits
// when there are four groups, so the wait forces none of them, and iteration 1
// when there are six, so it forces one: both read slots that nothing has
// completed. From iteration 2 on the count is right. ../interleaved.mlir is the
// program that the RFC starts from; what Inflight makes of it is right from the
// first iteration.
//
// Filled in: the RFC leaves the epilogue out (here the counts fall as the
// groups do), and subscripts A_shared and B_shared with i where it means i mod
// 4.

func.func @interleaved(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c13 = arith.constant 13 : index
  %A_shared = memref.alloc() : memref<4xf32, 3>
  %B_shared = memref.alloc() : memref<4xf32, 3>

  // Prologue
  scf.for %p = %c0 to %c3 step %c1 {
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.load %A[%p] : memref<16xf32>
        memref.store %a, %A_shared[%p] : memref<4xf32, 3>
      }
      pipeline.async_scope {
        %b = memref.load %B[%p] : memref<16xf32>
        memref.store %b, %B_shared[%p] : memref<4xf32, 3>
      }
    }
  }

  // Body
  scf.for %i = %c0 to %c13 step %c1 {
    %next = arith.addi %i, %c3 : index
    %filled = arith.remui %next, %c4 : index
    %slot = arith.remui %i, %c4 : index
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.load %A[%next] : memref<16xf32>
        memref.store %a, %A_shared[%filled] : memref<4xf32, 3>
      }
    }
    pipeline.wait_queue 0, 5 {
      %x = memref.load %A_shared[%slot] : memref<4xf32, 3>
      %y = memref.load %B_shared[%slot] : memref<4xf32, 3>
      %z = arith.addf %x, %y : f32
      memref.store %z, %C[%i] : memref<16xf32>
    }
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %b = memref.load %B[%next] : memref<16xf32>
        memref.store %b, %B_shared[%filled] : memref<4xf32, 3>
      }
    }
  }

  // Epilogue
  scf.for %e = %c0 to %c3 step %c1 {
    %last = arith.addi %e, %c13 : index
    %slot = arith.remui %last, %c4 : index
    %ended = arith.muli %e, %c2 : index
    %n = arith.subi %c4, %ended : index
    pipeline.wait_queue 0, %n {
      %x = memref.load %A_shared[%slot] : memref<4xf32, 3>
      %y = memref.load %B_shared[%slot] : memref<4xf32, 3>
      %z = arith.addf %x, %y : f32
      memref.store %z, %C[%last] : memref<16xf32>
    }
  }
  return
}

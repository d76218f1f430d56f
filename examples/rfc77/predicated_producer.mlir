// RFC 77, "A producer with non-trivial predicate in the epilogue": the
// asynchronous producer runs only under a condition, and the number of
// iterations is known only at run time.
//
// Differs from the RFC, which gives up with count 0 where it cannot tell how
// many groups were committed. Here a commit is never predicated, only the
// operations inside of it, so the count is 2 everywhere, for every number of
// iterations.

func.func @predicated_producer(%A: memref<?xf32>, %P: memref<?xi1>, %C: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    %shared = memref.alloc() : memref<1xf32, 3>
    pipeline.block {
      %p = memref.load %P[%i] : memref<?xi1>
      scf.if %p {
        %a = memref.load %A[%i] : memref<?xf32>
        memref.store %a, %shared[%c0] : memref<1xf32, 3>
      } else {
        memref.store %zero, %shared[%c0] : memref<1xf32, 3>
      }
    }
    %x = memref.load %shared[%c0] : memref<1xf32, 3>
    memref.store %x, %C[%i] : memref<?xf32>
  } {software_pipeline_stage = [0, 2],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

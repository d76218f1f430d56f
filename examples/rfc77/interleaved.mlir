// RFC 77, "Interleaved async producers, a consumer in between".
//
// Differs from the RFC, whose output is wrong: its prologue commits the copies
// of A and B together, three groups in all, while the body commits them apart
// and waits with count 5, so that iterations 0 and 1 read slots that nothing
// has completed. Here the prologue commits as the body does, and 5 is right. B
// has three versions and not four, because it is refilled behind the consumer.
// as_printed/interleaved.mlir is what the RFC prints.

func.func @interleaved(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %A_shared = memref.alloc() : memref<1xf32, 3>
  %B_shared = memref.alloc() : memref<1xf32, 3>
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %A_shared[%c0] : memref<1xf32, 3>

    %b = memref.load %B[%i] : memref<16xf32>
    memref.store %b, %B_shared[%c0] : memref<1xf32, 3>

    %x = memref.load %A_shared[%c0] : memref<1xf32, 3>
    %y = memref.load %B_shared[%c0] : memref<1xf32, 3>
    %z = arith.addf %x, %y : f32
    memref.store %z, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 0, 3],
     software_pipeline_order = [0, 2, 1],
     software_pipeline_async_stages = [0]}
  return
}

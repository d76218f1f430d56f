// RFC 77, "Waiting across pipeline body and epilogue boundary": one
// asynchronous producer in stage 0 and consumers in stages 2 and 3.
//
// As in the RFC the counts fall in the epilogue, where producers have ended: 1
// and 0, the RFC's 1 - i, in front of the consumer in stage 2. It asks for a
// younger group than the consumer in stage 3, whose own waits (2 - i in the
// RFC) are therefore redundant and do not appear.

func.func @body_and_epilogue(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    %shared = memref.alloc() : memref<1xf32, 3>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %shared[%c0] : memref<1xf32, 3>

    %x = memref.load %shared[%c0] : memref<1xf32, 3>
    memref.store %x, %C[%i] : memref<16xf32>

    %y = memref.load %shared[%c0] : memref<1xf32, 3>
    %z = arith.mulf %y, %two : f32
    memref.store %z, %D[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 2, 3],
     software_pipeline_order = [0, 2, 1],
     software_pipeline_async_stages = [0]}
  return
}

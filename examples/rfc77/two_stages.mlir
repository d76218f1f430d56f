// RFC 77, "Making parallelism more explicit": two statements, the first
// asynchronous.
//
// As in the RFC: two versions of B, a wait with count 1 in the body and with
// count 0 in the epilogue. The RFC prints B[0] = A[0] in the prologue and A[i]
// in the body where it means A[0] + 1 and A[i + 1].

func.func @two_stages(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    %b = arith.addf %a, %one : f32
    memref.store %b, %B[%c0] : memref<1xf32>

    %b1 = memref.load %B[%c0] : memref<1xf32>
    %c = arith.addf %b1, %one : f32
    memref.store %c, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

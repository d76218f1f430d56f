// RFC 77, "Three stages of compute, where the first two stages are async".
//
// Differs from the RFC, whose output is wrong: stage 1 reads B asynchronously
// and is waited for only in the next iteration's stage 2, but before that stage
// 0 overwrites the slot, B having two versions. Here B has three; with them the
// counts of all waits are those of the RFC. as_printed/three_stages.mlir is
// what the RFC prints.

func.func @three_stages(%A: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  %B = memref.alloc() : memref<1xf32>
  %C = memref.alloc() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    %b = arith.addf %a, %one : f32
    memref.store %b, %B[%c0] : memref<1xf32>

    %b1 = memref.load %B[%c0] : memref<1xf32>
    %c = arith.addf %b1, %one : f32
    memref.store %c, %C[%c0] : memref<1xf32>

    %c2 = memref.load %C[%c0] : memref<1xf32>
    %d = arith.addf %c2, %one : f32
    memref.store %d, %D[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1, 2],
     software_pipeline_order = [0, 1, 2],
     software_pipeline_async_stages = [0, 1]}
  return
}

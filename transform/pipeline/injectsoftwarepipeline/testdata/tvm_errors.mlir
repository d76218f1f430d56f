// Annotations that TVM's pass asserts about, or indexes out of bounds with: with mode=tvm they get the same diagnostics as without.

func.func @wrong_length(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    pipeline.block {
      %a = memref.load %A[%i] : memref<16xf32>
      // expected-note @below {{statement 0}}
      memref.store %a, %C[%i] : memref<16xf32>
      %b = memref.load %A[%i] : memref<16xf32>
      // expected-note @below {{statement 1}}
      memref.store %b, %D[%i] : memref<16xf32>
    }
  // expected-error @below {{'software_pipeline_stage' has 3 entries, but the loop has 2 statements}}
  } {software_pipeline_stage = [0, 1, 1], software_pipeline_order = [0, 1, 2]}
  return
}

// -----

func.func @negative_stage(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    %b = memref.load %A[%i] : memref<16xf32>
    memref.store %b, %D[%i] : memref<16xf32>
  // expected-error @below {{stage -1 of statement 0 is out of range [0, 64]}}
  } {software_pipeline_stage = [-1, 0], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @order_out_of_range(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    %b = memref.load %A[%i] : memref<16xf32>
    memref.store %b, %D[%i] : memref<16xf32>
  // expected-error @below {{statement 1 has order 2, outside of [0, 1]}}
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 2]}
  return
}

// -----

func.func @no_permutation(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    %b = memref.load %A[%i] : memref<16xf32>
    memref.store %b, %D[%i] : memref<16xf32>
  // expected-error @below {{'software_pipeline_order' is not a permutation: statements 0 and 1 both have order 1}}
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [1, 1]}
  return
}

// -----

func.func @single(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  // expected-error @below {{TVM's pass fails on this loop: it wants a body of several statements}}
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [1], software_pipeline_order = [0]}
  return
}

// -----

// A statement of one element of a buffer whose other is written later: TVM knows buffers only.

func.func @rejected(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %a0 = arith.constant 0.0 : f32
  // expected-error @below {{TVM's pass fails on this loop: it rejects a stage or an order of statement 1 that is in front of that of statement 0, which writes 'B'}}
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<2xf32>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[%c0] : memref<2xf32>
    // expected-note @below {{the failure concerns this operation}}
    pipeline.block {
      memref.store %a0, %B[%c1] : memref<2xf32>
      %b = memref.load %B[%c1] : memref<2xf32>
      memref.store %b, %C[%i] : memref<16xf32>
    }
  } {software_pipeline_stage = [1, 0], software_pipeline_order = [0, 1]}
  return
}

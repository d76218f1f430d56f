// Annotations that cannot be followed: each is an error at the annotation, or at the statement in question.

func.func @wrong_length(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    // expected-note @below {{statement 0}}
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{'software_pipeline_stage' has 2 entries, but the loop has 1 statement}}
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @no_order(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{a pipelined loop needs the attribute 'software_pipeline_order'}}
  } {software_pipeline_stage = [0]}
  return
}

// -----

func.func @not_integers(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{'software_pipeline_stage' must be a list of integers}}
  } {software_pipeline_stage = ["0"], software_pipeline_order = [0]}
  return
}

// -----

func.func @not_a_permutation(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    %b = memref.load %A[%i] : memref<16xf32>
    memref.store %b, %D[%i] : memref<16xf32>
  // expected-error @below {{'software_pipeline_order' is not a permutation: statements 0 and 1 both have order 0}}
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 0]}
  return
}

// -----

func.func @order_out_of_range(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{statement 0 has order 7, outside of [0, 0]}}
  } {software_pipeline_stage = [0], software_pipeline_order = [7]}
  return
}

// -----

func.func @negative_stage(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{stage -1 of statement 0 is out of range [0, 64]}}
  } {software_pipeline_stage = [-1], software_pipeline_order = [0]}
  return
}

// -----

func.func @no_such_stage(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  // expected-error @below {{'software_pipeline_async_stages' names stage 3, but no statement has that stage}}
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [3]}
  return
}

// -----

func.func @consumer_first(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<f32>
    %a = memref.load %A[%i] : memref<16xf32>
    // expected-note @below {{statement 0 writes here}}
    memref.store %a, %B[] : memref<f32>
    // expected-note @below {{statement 1 reads the same element in the same iteration}}
    %b = memref.load %B[] : memref<f32>
    memref.store %b, %C[%i] : memref<16xf32>
  // expected-error @below {{the annotation runs statement 1 (stage 0, order 0) before statement 0 (stage 1, order 1), on which it depends}}
  } {software_pipeline_stage = [1, 0], software_pipeline_order = [1, 0]}
  return
}

// -----

func.func @carried(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c15 = arith.constant 15 : index
  scf.for %i = %c0 to %c15 step %c1 {
    %B = memref.alloc() : memref<f32>
    // expected-note @below {{statement 0 reads the same element one iteration later}}
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[] : memref<f32>
    %b = memref.load %B[] : memref<f32>
    %next = arith.addi %i, %c1 : index
    // expected-note @below {{statement 1 writes here}}
    memref.store %b, %A[%next] : memref<16xf32>
  // expected-error @below {{the annotation runs statement 0 (stage 0, order 0) before statement 1 (stage 2, order 1), on which it depends}}
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @shared_load(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{needed by statements 0 and 1, and statement 1 may write that memory}}
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    // expected-note @below {{this is statement 1}}
    memref.store %a, %A[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func private @unknown()

func.func @shared_load_and_call(%A: memref<16xf32>, %C: memref<16xf32>, %D: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{needed by statements 0 and 1, and statement 2 may write that memory}}
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
    // expected-note @below {{this is statement 1}}
    memref.store %a, %D[%i] : memref<16xf32>
    func.call @unknown() : () -> ()
  } {software_pipeline_stage = [0, 1, 1], software_pipeline_order = [0, 1, 2]}
  return
}

// -----

func.func @load_behind_write(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{the value loaded here is used by statement 1, after statement 0 has changed it}}
    %a = memref.load %A[%i] : memref<16xf32>
    // expected-note @below {{this is statement 0}}
    memref.store %zero, %A[%i] : memref<16xf32>
    // expected-note @below {{this is statement 1}}
    memref.store %a, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @carried_value(%A: memref<16xf32>, %C: memref<16xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{a pipelined loop cannot carry values from one iteration to the next}}
  %s = scf.for %i = %c0 to %c16 step %c1 iter_args(%x = %zero) -> f32 {
    %a = memref.load %A[%i] : memref<16xf32>
    %y = arith.addf %x, %a : f32
    memref.store %a, %C[%i] : memref<16xf32>
    scf.yield %y : f32
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return %s : f32
}

// -----

func.func @not_an_index(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  // expected-error @below {{the induction variable of a pipelined loop must be an index, not i32}}
  scf.for %i = %c0 to %c16 step %c1 : i32 {
    %k = arith.index_cast %i : i32 to index
    %a = memref.load %A[%k] : memref<16xf32>
    memref.store %a, %C[%k] : memref<16xf32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return
}

// -----

func.func @not_a_loop(%A: memref<16xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{'scf.if' cannot be pipelined}}
  scf.if %p {
    memref.store %zero, %A[%c0] : memref<16xf32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return
}

// -----

func.func private @use(memref<4xf32>)

func.func @version_for_a_call(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<4xf32>
    pipeline.block writes(%B : memref<4xf32>) {
      // expected-error @below {{the buffer used here needs 2 versions, but 'func.call' cannot use one of them in place}}
      func.call @use(%B) : (memref<4xf32>) -> ()
    }
    %b = memref.load %B[%c0] : memref<4xf32>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @version_of_a_layout(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{the buffer needs 2 versions, but its layout is strided<[2]>}}
    %B = memref.alloc() : memref<4xf32, strided<[2]>>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[%c0] : memref<4xf32, strided<[2]>>
    %b = memref.load %B[%c0] : memref<4xf32, strided<[2]>>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @downwards(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %down = arith.constant -1 : index
  %c15 = arith.constant 15 : index
  // expected-error @below {{the step of a pipelined loop must be positive, not -1}}
  scf.for %i = %c15 to %c0 step %down {
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return
}

// -----

func.func @wait_by_hand(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<4xi32>
    pipeline.commit_queue 0 {
      pipeline.async_scope {
        %a = memref.load %A[%i] : memref<64xi32>
        memref.store %a, %B[%c0] : memref<4xi32>
      }
    }
    // expected-note @below {{statement 1 reads here}}
    pipeline.async_wait_stage 0, 0
    %b = memref.load %B[%c0] : memref<4xi32>
    // expected-note @below {{statement 2 writes the same element in the same iteration}}
    memref.store %b, %C[%i] : memref<64xi32>
  // expected-error @below {{the annotation runs statement 2 (stage 0, order 1) before statement 1 (stage 0, order 2), on which it depends}}
  } {software_pipeline_stage = [0, 0, 0], software_pipeline_order = [0, 2, 1]}
  return
}

// -----

func.func @transfer(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %tag = memref.alloc() : memref<1xi32>
    %B = memref.alloc() : memref<4xi32>
    memref.dma_start %A[%i], %B[%c0], %c1, %tag[%c0] : memref<64xi32>, memref<4xi32>, memref<1xi32>
    // expected-note @below {{statement 1 reads here}}
    memref.dma_wait %tag[%c0], %c1 : memref<1xi32>
    %b = memref.load %B[%c0] : memref<4xi32>
    // expected-note @below {{statement 2 writes the same element in the same iteration}}
    memref.store %b, %C[%i] : memref<64xi32>
  // expected-error @below {{the annotation runs statement 2 (stage 0, order 1) before statement 1 (stage 0, order 2), on which it depends}}
  } {software_pipeline_stage = [0, 0, 0], software_pipeline_order = [0, 2, 1]}
  return
}

// -----

func.func @remembered(%A: memref<64xi32>, %M: memref<64xmemref<4xi32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    // expected-note @below {{the buffer is allocated here}}
    %B = memref.alloc() : memref<4xi32>
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<4xi32>
    // expected-error @below {{'memref.store' may keep the buffer of one iteration after the iteration}}
    memref.store %B, %M[%i] : memref<64xmemref<4xi32>>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @freed_inside(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    // expected-note @below {{the buffer is allocated here}}
    %B = memref.alloc() : memref<4xi32>
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<4xi32>
    pipeline.block {
      %b = memref.load %B[%c0] : memref<4xi32>
      memref.store %b, %C[%i] : memref<64xi32>
      // expected-error @below {{the buffer of one iteration is freed inside of statement 1}}
      memref.dealloc %B : memref<4xi32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @unsigned(%A: memref<64xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %v = arith.constant 1 : i32
  // expected-error @below {{a pipelined loop cannot compare its bounds as unsigned numbers}}
  scf.for unsigned %i = %c0 to %n step %c1 {
    memref.store %v, %A[%i] : memref<64xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return
}

// -----

func.func @predicate_loaded(%A: memref<16xf32>, %C: memref<16xf32>, %P: memref<16xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{the value loaded here is needed by statements 0 and 1, and statement 1 may write that memory}}
    %in = memref.load %P[%i] : memref<16xi1>
    // expected-note @below {{this is statement 1}}
    scf.if %in {
      pipeline.block {
        %B = memref.alloc() : memref<f32>
        pipeline.block {
          %a = memref.load %A[%i] : memref<16xf32>
          memref.store %a, %B[] : memref<f32>
        }
        pipeline.block {
          %b = memref.load %B[] : memref<f32>
          memref.store %b, %C[%i] : memref<16xf32>
          %not = arith.constant false
          memref.store %not, %P[%i] : memref<16xi1>
        }
      }
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @loaded_before_another(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %in = arith.cmpi slt, %i, %c7 : index
    scf.if %in {
      pipeline.block {
        // expected-error @below {{statement 1 of the block needs this in front of another statement}}
        %a = memref.load %A[%i] : memref<16xf32>
        pipeline.block {
          %b = memref.load %C[%i] : memref<16xf32>
          memref.store %b, %A[%i] : memref<16xf32>
        }
        // expected-note @below {{this is statement 1}}
        memref.store %a, %C[%i] : memref<16xf32>
      }
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @no_such_buffer(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-error @below {{'double_buffer_scope' is 1 : i64, and the block writes 1 buffers}}
    pipeline.block attributes {double_buffer_scope = 1 : i64} {
      %a = memref.load %A[%i] : memref<16xf32>
      memref.store %a, %C[%i] : memref<16xf32>
    }
  } {software_pipeline_stage = [0], software_pipeline_order = [0]}
  return
}

// -----

// A hash of the iteration picks the slot: modulo 2^32, iterations 2 and 4 have the same one, which iteration 4 fills
// again before iteration 2 reads it.
func.func @hashed_slots(%A: memref<16xi32>, %O: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %m = arith.constant 1103515243 : i32
  %k = arith.constant 10 : i32
  scf.for %i = %c0 to %c10 step %c1 {
    %a = memref.load %A[%i] : memref<16xi32>
    %x = arith.index_cast %i : index to i32
    %h = arith.muli %x, %m : i32
    %s = arith.remui %h, %k : i32
    %j = arith.index_castui %s : i32 to index
    // expected-note @below {{statement 0 writes the same element 2 iterations later}}
    memref.store %a, %O[%j] : memref<16xi32>
    // expected-note @below {{statement 1 reads here}}
    %b = memref.load %O[%j] : memref<16xi32>
    %b2 = arith.addi %b, %b : i32
    memref.store %b2, %A[%i] : memref<16xi32>
  // expected-error @below {{the annotation runs statement 0 (stage 0, order 0) before statement 1 (stage 2, order 1), on which it depends}}
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----

// What is printed keeps its order.
func.func @prints(%A: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-note @+1 {{statement 0 prints here, afterwards}}
    vector.print %i : index punctuation <comma>
    memref.store %x, %A[%i] : memref<16xf32>
    // expected-note @+1 {{statement 2 prints here}}
    vector.print str "done"
  // expected-error @+1 {{the annotation runs statement 0 (stage 0, order 0) before statement 2 (stage 1, order 2), and both print}}
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_order = [0, 1, 2]}
  return
}

// -----

func.func @prints_asynchronously(%A: memref<16xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    memref.store %x, %A[%i] : memref<16xf32>
    // expected-note @+1 {{statement 1 prints here}}
    vector.print %i : index punctuation <comma>
  // expected-error @+1 {{statement 1 prints, and would do so at any moment if it is asynchronous}}
  } {software_pipeline_stage = [1, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----

func.func @local_stage_of_two_stores(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %S = memref.alloc() : memref<2xf32, 3>
    // expected-note @below {{'tirx.manifest_shared_memory_local_stage' is asked for here}}
    pipeline.block attributes {"tirx.manifest_shared_memory_local_stage" = 1 : i64} {
      %a = memref.load %A[%i] : memref<16xf32>
      memref.store %a, %S[%c0] : memref<2xf32, 3>
      // expected-error @below {{the block does more than one store, and cannot have a local stage}}
      memref.store %a, %S[%c1] : memref<2xf32, 3>
    }
    %s = memref.load %S[%c0] : memref<2xf32, 3>
    memref.store %s, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_order = [0, 1, 2]}
  return
}

// -----

func.func @local_stage_of_global_memory(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    // expected-note @below {{is asked for here}}
    pipeline.block attributes {"manifest_shared_memory_local_stage" = 1 : i64} {
      %a = memref.load %A[%i] : memref<16xf32>
      // expected-error @below {{the block stores to memory that is not shared}}
      memref.store %a, %C[%i] : memref<16xf32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

func.func @local_stage_of_a_recurrence(%A: memref<16x8xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %S = memref.alloc() : memref<8xf32, 3>
    // expected-note @below {{is asked for here}}
    pipeline.block attributes {"tirx.manifest_shared_memory_local_stage" = 1 : i64} {
      scf.for %x = %c0 to %c7 step %c1 {
        %next = arith.addi %x, %c1 : index
        // expected-error @below {{the block reads the memory that it writes}}
        %s = memref.load %S[%x] : memref<8xf32, 3>
        memref.store %s, %S[%next] : memref<8xf32, 3>
      }
    }
    %s = memref.load %S[%c0] : memref<8xf32, 3>
    memref.store %s, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_order = [0, 1, 2]}
  return
}

// -----

func.func @local_stage_of_any_extent(%A: memref<16x?xf32>, %C: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %S = memref.alloc(%n) : memref<?xf32, 3>
    pipeline.block attributes {"tirx.manifest_shared_memory_local_stage" = 1 : i64} {
      // expected-error @below {{needs a constant number of iterations}}
      scf.for %x = %c0 to %n step %c1 {
        %a = memref.load %A[%i, %x] : memref<16x?xf32>
        memref.store %a, %S[%x] : memref<?xf32, 3>
      }
    }
    %s = memref.load %S[%c0] : memref<?xf32, 3>
    memref.store %s, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_order = [0, 1, 2]}
  return
}

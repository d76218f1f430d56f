// Why copies stay synchronous, or are made in pieces: a remark at each.

func.func @computed(%A: memref<4xf32>, %S: memref<4xf32, 3>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %early = memref.load %A[%c0] : memref<4xf32>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = memref.load %A[%c0] : memref<4xf32>
      %w = arith.addf %v, %v : f32
      // expected-remark @below {{this copy stays synchronous: what it stores is what 'arith.addf' computes, not what a load returns}}
      memref.store %w, %S[%c0] : memref<4xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: what it stores comes from outside of the operation, not what a load returns}}
      memref.store %x, %S[%c0] : memref<4xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: what it stores is a constant, not what a load returns}}
      memref.store %zero, %S[%c0] : memref<4xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: what it stores was loaded before the operation is issued, not what a load returns}}
      memref.store %early, %S[%c1] : memref<4xf32, 3>
    }
  }
  return
}

// -----

func.func @cast(%A: memref<4xf16>, %S: memref<4xf32, 3>) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = memref.load %A[%c0] : memref<4xf16>
      %w = arith.extf %v : f16 to f32
      // expected-remark @below {{this copy stays synchronous: what it stores is what 'arith.extf' computes, not what a load returns}}
      memref.store %w, %S[%c0] : memref<4xf32, 3>
    }
  }
  return
}

// -----

func.func @no_copy(%A: memref<4xf32>, %S: memref<4xf32, 3>, %I: memref<4xi32, 3>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: 'memref.atomic_rmw' is no copy}}
      %old = memref.atomic_rmw addi %one, %I[%c0] : (i32, memref<4xi32, 3>) -> i32
      pipeline.commit_queue 0 {
        // expected-remark @below {{this operation stays synchronous: it is issued by an asynchronous operation}}
        pipeline.async_scope {
          memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
        }
      }
    }
  }
  return
}

// -----

func.func @spaces(%A: memref<4xf32>, %B: memref<4xf32>, %L: memref<4xf32, 5>, %S: memref<4xf32, 3>, %W: memref<4xf32, "warp">, %X: memref<4xf32, 17>) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = memref.load %A[%c0] : memref<4xf32>
      // expected-remark @below {{this copy stays synchronous: its destination is in global memory, not in shared memory}}
      memref.store %v, %B[%c0] : memref<4xf32>
    }
    pipeline.async_scope {
      %v = memref.load %L[%c0] : memref<4xf32, 5>
      // expected-remark @below {{this copy stays synchronous: its source is in local memory, not in global memory}}
      memref.store %v, %S[%c0] : memref<4xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: its destination is in warp memory, not in shared memory}}
      memref.copy %A, %W : memref<4xf32> to memref<4xf32, "warp">
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: its source is in 17 : i64 memory, not in global memory}}
      memref.copy %X, %S : memref<4xf32, 17> to memref<4xf32, 3>
    }
  }
  return
}

// -----

func.func @sizes(%H: memref<16xf16>, %S: memref<16xf16, 3>, %B: memref<16xi8>, %T: memref<16xi8, 3>, %X: memref<4xindex>, %Y: memref<4xindex, 3>, %V: memref<4xvector<4xf32>>, %U: memref<4xvector<4xf32>, 3>, %G: memref<4x4xf16>, %R: memref<4x4xf16, 3>) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = memref.load %H[%c0] : memref<16xf16>
      // expected-remark @below {{this copy stays synchronous: its size is 2, and no multiple of 4 bytes}}
      memref.store %v, %S[%c0] : memref<16xf16, 3>
    }
    pipeline.async_scope {
      %v = memref.load %B[%c0] : memref<16xi8>
      // expected-remark @below {{this copy stays synchronous: its size is 1, and no multiple of 4 bytes}}
      memref.store %v, %T[%c0] : memref<16xi8, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: elements of type 'index' are no bytes that can be counted}}
      memref.copy %X, %Y : memref<4xindex> to memref<4xindex, 3>
    }
    pipeline.async_scope {
      %v = memref.load %V[%c0] : memref<4xvector<4xf32>>
      // expected-remark @below {{this copy stays synchronous: elements of type 'vector<4xf32>' are no bytes that can be counted}}
      memref.store %v, %U[%c0] : memref<4xvector<4xf32>, 3>
    }
    pipeline.async_scope {
      %v = vector.load %G[%c0, %c0] : memref<4x4xf16>, vector<2x2xf16>
      // expected-remark @below {{this copy stays synchronous: 'vector<2x2xf16>' is no row of elements}}
      vector.store %v, %R[%c0, %c0] : memref<4x4xf16, 3>, vector<2x2xf16>
    }
  }
  return
}

// -----

func.func @too_many(%A: memref<1024xf32>, %S: memref<1024xf32, 3>, %H: memref<9223372036854775807xi8>, %T: memref<9223372036854775807xi8, 3>) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = vector.load %A[%c0] : memref<1024xf32>, vector<1024xf32>
      // expected-remark @below {{this copy stays synchronous: 1024 elements are too many}}
      vector.store %v, %S[%c0] : memref<1024xf32, 3>, vector<1024xf32>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: 9223372036854775807 elements are too many}}
      memref.copy %H, %T : memref<9223372036854775807xi8> to memref<9223372036854775807xi8, 3>
    }
  }
  return
}

// -----

func.func @dynamic(%A: memref<?xf32>, %S: memref<?xf32, 3>, %U: memref<*xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: its extents are not constant}}
      memref.copy %A, %S : memref<?xf32> to memref<?xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: its shape is not known}}
      memref.copy %U, %S : memref<*xf32> to memref<?xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{the elements of this loop are copied one by one: its extent is not a constant from 1 to 64}}
      scf.for %v = %c0 to %n step %c1 {
        %a = memref.load %A[%v] : memref<?xf32>
        memref.store %a, %S[%v] : memref<?xf32, 3>
      } {loop_kind = "vectorized"}
    }
  }
  return
}

// -----

func.func @strided(%A: memref<16x16xf32>, %H: memref<16x16xf16>, %S: memref<16xf32, 3>, %T: memref<16xf16, 3>, %Q: memref<16x16xf32, strided<[1, 16]>>, %at: vector<4xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %mask = arith.constant dense<true> : vector<4xi1>
  %pass = arith.constant dense<0.0> : vector<4xf32>
  %two = arith.constant dense<2> : vector<4xindex>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{the elements of this loop are copied one by one: the elements of its source do not lie next to each other}}
      scf.for %v = %c0 to %c4 step %c1 {
        %a = memref.load %A[%v, %c0] : memref<16x16xf32>
        memref.store %a, %S[%v] : memref<16xf32, 3>
      } {loop_kind = "vectorized"}
    }
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: the elements of its source do not lie next to each other}}
      scf.for %v = %c0 to %c4 step %c1 {
        %a = memref.load %H[%v, %c0] : memref<16x16xf16>
        memref.store %a, %T[%v] : memref<16xf16, 3>
      } {loop_kind = "vectorized"}
    }
    pipeline.async_scope {
      %step = vector.step : vector<4xindex>
      %twice = arith.muli %step, %two : vector<4xindex>
      %a = vector.gather %A[%c0, %c0] [%twice], %mask, %pass : memref<16x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      // expected-remark @below {{this copy is made in pieces: its elements do not lie next to each other}}
      vector.store %a, %S[%c4] : memref<16xf32, 3>, vector<4xf32>
    }
    pipeline.async_scope {
      %a = vector.gather %A[%c0, %c0] [%at], %mask, %pass : memref<16x16xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
      // expected-remark @below {{this copy stays synchronous: which elements it takes is known at run time only}}
      vector.store %a, %S[%c4] : memref<16xf32, 3>, vector<4xf32>
    }
    pipeline.async_scope {
      %a = memref.load %Q[%c0, %c0] : memref<16x16xf32, strided<[1, 16]>>
      // expected-remark @below {{this copy stays synchronous: the innermost dimension of its source does not have stride 1}}
      memref.store %a, %S[%c0] : memref<16xf32, 3>
    }
  }
  return
}

// -----

func.func @strided_bytes(%H: memref<64xf16>, %T: memref<16xf16, 3>) {
  %c0 = arith.constant 0 : index
  %mask = arith.constant dense<true> : vector<4xi1>
  %pass = arith.constant dense<0.0> : vector<4xf16>
  %at = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %a = vector.gather %H[%c0] [%at], %mask, %pass : memref<64xf16>, vector<4xindex>, vector<4xi1>, vector<4xf16> into vector<4xf16>
      // expected-remark @below {{this copy stays synchronous: its elements do not lie next to each other, and have 2 bytes}}
      vector.store %a, %T[%c0] : memref<16xf16, 3>, vector<4xf16>
    }
  }
  return
}

// -----

func.func @loops(%A: memref<16xf32>, %S: memref<16xf32, 3>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{the elements of this loop are copied one by one: it holds more, or other things, than one copy of an element}}
      scf.for %v = %c0 to %c4 step %c1 {
        %a = memref.load %A[%v] : memref<16xf32>
        memref.store %a, %S[%v] : memref<16xf32, 3>
        %w = arith.addi %v, %c4 : index
        %b = memref.load %A[%w] : memref<16xf32>
        memref.store %b, %S[%w] : memref<16xf32, 3>
      } {loop_kind = "vectorized"}
    }
  }
  return
}

// -----

func.func @alignment(%A: memref<64xf32>, %H: memref<64xf16>, %D: memref<?x?xf16>, %S: memref<8x6xf32, 3>, %T: memref<64xf16, 3>, %i: index) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = vector.load %A[%i] : memref<64xf32>, vector<4xf32>
      // expected-remark @below {{this copy is made in pieces: its addresses are known to be multiples of 4 only}}
      vector.store %v, %S[%c0, %c0] : memref<8x6xf32, 3>, vector<4xf32>
    }
    pipeline.async_scope {
      %v = vector.load %A[%c0] : memref<64xf32>, vector<4xf32>
      // expected-remark @below {{this copy is made in pieces: its addresses are known to be multiples of 8 only}}
      vector.store %v, %S[%i, %c0] : memref<8x6xf32, 3>, vector<4xf32>
    }
    pipeline.async_scope {
      %v = vector.load %H[%i] : memref<64xf16>, vector<4xf16>
      // expected-remark @below {{this copy stays synchronous: its addresses are known to be multiples of 2 only}}
      vector.store %v, %T[%c0] : memref<64xf16, 3>, vector<4xf16>
    }
    pipeline.async_scope {
      %v = vector.load %D[%i, %c0] : memref<?x?xf16>, vector<4xf16>
      // expected-remark @below {{this copy stays synchronous: its addresses are known to be multiples of 2 only}}
      vector.store %v, %T[%c0] : memref<64xf16, 3>, vector<4xf16>
    }
  }
  return
}

// -----

func.func @predicates(%A: memref<16xf32>, %S: memref<16xf32, 3>, %p: i1, %mask: vector<4xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %minus = arith.constant -0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<4xf32>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = scf.if %p -> f32 {
        %a = memref.load %A[%c0] : memref<16xf32>
        scf.yield %a : f32
      } else {
        scf.yield %minus : f32
      }
      // expected-remark @below {{this copy stays synchronous: where its predicate is false it stores something else than 0}}
      memref.store %v, %S[%c0] : memref<16xf32, 3>
    }
    pipeline.async_scope {
      %a = vector.load %A[%c0] : memref<16xf32>, vector<4xf32>
      %v = arith.select %mask, %a, %zeros : vector<4xi1>, vector<4xf32>
      // expected-remark @below {{this copy stays synchronous: its predicate is not the same for all elements}}
      vector.store %v, %S[%c0] : memref<16xf32, 3>, vector<4xf32>
    }
    pipeline.async_scope {
      %v = scf.if %p -> f32 {
        %a = memref.load %A[%c0] : memref<16xf32>
        %b = arith.addf %a, %a : f32
        scf.yield %b : f32
      } else {
        scf.yield %zero : f32
      }
      // expected-remark @below {{this copy stays synchronous: what it stores is computed under a condition, not what a load returns}}
      memref.store %v, %S[%c0] : memref<16xf32, 3>
    }
    pipeline.async_scope {
      // expected-remark @below {{the elements of this loop are copied one by one: its predicate is not the same for all elements}}
      scf.for %i = %c0 to %c4 step %c1 {
        %q = arith.cmpi slt, %i, %c3 : index
        %v = scf.if %q -> f32 {
          %a = memref.load %A[%i] : memref<16xf32>
          scf.yield %a : f32
        } else {
          scf.yield %zero : f32
        }
        memref.store %v, %S[%i] : memref<16xf32, 3>
      } {loop_kind = "vectorized"}
    }
  }
  return
}

// -----

func.func @not_movable(%A: memref<16xf32>, %S: memref<16xf32, 3>, %I: memref<4xindex>, %p: i1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = scf.if %p -> f32 {
        %i = memref.load %I[%c0] : memref<4xindex>
        %a = memref.load %A[%i] : memref<16xf32>
        scf.yield %a : f32
      } else {
        scf.yield %zero : f32
      }
      // expected-remark @below {{this copy stays synchronous: where it copies from or to is computed by operations that cannot be moved}}
      memref.store %v, %S[%c0] : memref<16xf32, 3>
    }
  }
  return
}

// -----

func.func @overlap(%A: memref<16xf32>, %S: memref<16xf32, 3>, %D: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      scf.for %i = %c0 to %c4 step %c1 {
        %a = memref.load %A[%i] : memref<16xf32>
        // expected-remark @below {{this copy stays synchronous: it may write the same element twice}}
        memref.store %a, %S[%c0] : memref<16xf32, 3>
      }
    }
    pipeline.async_scope {
      %a = memref.load %A[%c0] : memref<16xf32>
      // expected-remark @+2 {{this copy stays synchronous: it may touch the same memory as another access of this operation}}
      // expected-note @below {{the other access is here}}
      memref.store %a, %S[%c0] : memref<16xf32, 3>
      %b = memref.load %A[%c1] : memref<16xf32>
      // expected-note @+2 {{the other access is here}}
      // expected-remark @below {{this copy stays synchronous: it may touch the same memory as another access of this operation}}
      memref.store %b, %S[%n] : memref<16xf32, 3>
    }
    pipeline.async_scope {
      %a = memref.load %A[%c1] : memref<16xf32>
      // expected-remark @below {{this copy stays synchronous: it may touch the same memory as another access of this operation}}
      memref.store %a, %S[%c1] : memref<16xf32, 3>
      // expected-note @below {{the other access is here}}
      %b = memref.load %S[%n] : memref<16xf32, 3>
      // expected-remark @below {{this copy stays synchronous: its destination is in global memory, not in shared memory}}
      memref.store %b, %D[%c0] : memref<16xf32>
    }
  }
  return
}

// -----

func.func @two_queues(%A: memref<4xf32>, %B: memref<4xf32>, %S: memref<4xf32, 3>, %T: memref<4xf32, 3>, %U: memref<4xf32, 3>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this copy stays synchronous: cp.async stands for queue 1, and this is one of queue 0}}
      memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
    }
  }
  pipeline.commit_queue 1 {
    pipeline.async_scope {
      memref.copy %B, %T : memref<4xf32> to memref<4xf32, 3>
    }
    pipeline.async_scope {
      memref.copy %A, %U : memref<4xf32> to memref<4xf32, 3>
    }
  }
  pipeline.wait_queue 0, 0 {
  }
  pipeline.wait_queue 1, 0 {
  }
  return
}

// -----

func.func @dynamic_count(%A: memref<4xf32>, %S: memref<4xf32, 3>, %n: index) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
    }
  }
  // expected-remark @below {{the copies of queue 0 stay synchronous: a wait of cp.async has a constant count, and this one has not}}
  pipeline.wait_queue 0, %n {
  }
  return
}

// -----

func.func @no_commit(%A: memref<4xf32>, %S: memref<4xf32, 3>, %p: i1) {
  pipeline.async_scope {
    // expected-remark @below {{this copy stays synchronous: it is not certain which commit takes it}}
    memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
  }
  scf.if %p {
    pipeline.async_commit_stage 0
  }
  pipeline.async_commit_stage 0
  return
}

// -----

func.func @by_hand(%A: memref<4xf32>, %S: memref<4xf32, 3>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
    }
  }
  // expected-remark @below {{nothing is done: the program has copies like this one already, and its waits count their groups}}
  nvvm.cp.async.commit.group
  return
}

// -----

func.func private @inner(%A: memref<4xf32>, %S: memref<4xf32, 3>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      memref.copy %A, %S : memref<4xf32> to memref<4xf32, 3>
    }
  }
  pipeline.wait_queue 0, 0 {
  }
  return
}
func.func @calls(%A: memref<4xf32>, %S: memref<4xf32, 3>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{nothing is done: this asynchronous operation calls a function with commits or waits, which are not those of the thread around}}
      func.call @inner(%A, %S) : (memref<4xf32>, memref<4xf32, 3>) -> ()
    }
  }
  return
}

// -----

func.func @branches(%A: memref<4xf32>, %S: memref<4xf32, 3>, %p: i1) {
  %c0 = arith.constant 0 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      scf.execute_region {
        cf.br ^again
      ^again:
        %v = memref.load %A[%c0] : memref<4xf32>
        // expected-remark @below {{this copy stays synchronous: it may write the same element twice}}
        memref.store %v, %S[%c0] : memref<4xf32, 3>
        cf.cond_br %p, ^again, ^end
      ^end:
        scf.yield
      }
    }
  }
  return
}

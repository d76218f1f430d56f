// Why asynchronous operations are not left to a DMA engine: a remark at each.

func.func @shapes(%A: memref<16x16xf32>, %B: memref<16x16xf32>, %C: memref<16x16xf32>, %n: index, %p: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %v = memref.load %A[%c0, %c0] : memref<16x16xf32>
      %w = arith.addf %v, %v : f32
      // expected-remark @below {{this operation stays synchronous: what it stores is not what it loads}}
      memref.store %w, %B[%c0, %c0] : memref<16x16xf32>
    }
    pipeline.async_scope {
      memref.copy %A, %B : memref<16x16xf32> to memref<16x16xf32>
      // expected-remark @below {{this operation stays synchronous: it holds more than one copy}}
      memref.copy %A, %C : memref<16x16xf32> to memref<16x16xf32>
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: 'memref.atomic_rmw' is no copy of a block}}
      %old = memref.atomic_rmw addf %x, %A[%c0, %c0] : (f32, memref<16x16xf32>) -> f32
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its loops hold more than one copy of an element}}
      scf.for %i = %c0 to %c4 step %c1 {
        %v = memref.load %A[%i, %c0] : memref<16x16xf32>
        memref.store %v, %B[%i, %c0] : memref<16x16xf32>
        memref.store %v, %C[%i, %c0] : memref<16x16xf32>
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: 'scf.if' is no copy of an element}}
      scf.for %i = %c0 to %c4 step %c1 {
        scf.if %p {
          %v = memref.load %A[%c0, %i] : memref<16x16xf32>
          memref.store %v, %B[%c0, %i] : memref<16x16xf32>
        }
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: the dimensions of its source are not in the order of those of its destination}}
      scf.for %i = %c0 to %c4 step %c1 {
        scf.for %j = %c0 to %c4 step %c1 {
          %v = memref.load %A[%j, %i] : memref<16x16xf32>
          memref.store %v, %B[%i, %j] : memref<16x16xf32>
        }
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: the bounds of its loops depend on each other}}
      scf.for %i = %c0 to %c4 step %c1 {
        scf.for %j = %i to %c4 step %c1 {
          %v = memref.load %A[%i, %j] : memref<16x16xf32>
          memref.store %v, %B[%i, %j] : memref<16x16xf32>
        }
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: a loop around it copies the same elements again}}
      scf.for %i = %c0 to %c4 step %c1 {
        scf.for %j = %c0 to %c4 step %c1 {
          %v = memref.load %A[%c0, %j] : memref<16x16xf32>
          memref.store %v, %B[%c0, %j] : memref<16x16xf32>
        }
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: it does not copy a rectangle}}
      scf.for %i = %c0 to %c4 step %c1 {
        %back = arith.subi %c4, %i : index
        %v = memref.load %A[%c0, %back] : memref<16x16xf32>
        memref.store %v, %B[%c0, %i] : memref<16x16xf32>
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its subscripts are not linear}}
      scf.for %i = %c0 to %c4 step %c1 {
        %c3 = arith.constant 3 : index
        %k = arith.remui %i, %c3 : index
        %m = arith.floordivsi %i, %c3 : index
        %v = memref.load %A[%m, %k] : memref<16x16xf32>
        memref.store %v, %B[%c0, %i] : memref<16x16xf32>
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: where it copies from or to is computed in its loops}}
      scf.for %i = %c0 to %c4 step %c1 {
        %row = memref.subview %A[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<16xf32, strided<[1], offset: ?>>
        %v = memref.load %row[%i] : memref<16xf32, strided<[1], offset: ?>>
        memref.store %v, %B[%i, %i] : memref<16x16xf32>
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: the extent of its loop is not known}}
      scf.for %i = %c0 to %n step %c4 {
        %v = memref.load %A[%c0, %i] : memref<16x16xf32>
        memref.store %v, %B[%c0, %i] : memref<16x16xf32>
      }
    }
  }
  pipeline.wait_queue 0, 0 {
  }
  return
}

// -----

func.func @carried(%A: memref<16xf32>, %B: memref<16xf32>, %H: memref<16xf16>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its loop carries values}}
      %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%k = %c0) -> (index) {
        %v = memref.load %A[%k] : memref<16xf32>
        memref.store %v, %B[%k] : memref<16xf32>
        %l = arith.addi %k, %c1 : index
        scf.yield %l : index
      }
    }
    pipeline.async_scope {
      %h = memref.load %H[%c0] : memref<16xf16>
      %f = arith.extf %h : f16 to f32
      // expected-remark @below {{this operation stays synchronous: what it stores is not what it loads}}
      memref.store %f, %B[%c0] : memref<16xf32>
    }
  }
  return
}

// -----

func.func @strided(%A: memref<16x16xf32>, %B: memref<16xf32>, %T: memref<16x16xf32, strided<[1, 16]>>, %U: memref<16x16xf32>, %M: memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>, %V: memref<4xf32>, %X: memref<4x4xvector<4xf32>>, %Y: memref<4x4xvector<4xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its elements do not lie next to each other}}
      scf.for %i = %c0 to %c4 step %c1 {
        %v = memref.load %A[%i, %c0] : memref<16x16xf32>
        memref.store %v, %B[%i] : memref<16xf32>
      }
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its elements do not lie next to each other}}
      memref.copy %T, %U : memref<16x16xf32, strided<[1, 16]>> to memref<16x16xf32>
    }
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: the layout of 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>' is not known}}
      memref.copy %M, %V : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>> to memref<4xf32>
    }
    pipeline.async_scope {
      %v = memref.load %X[%c0, %c0] : memref<4x4xvector<4xf32>>
      // expected-remark @below {{this operation stays synchronous: 'vector<4xf32>' is no row of elements}}
      memref.store %v, %Y[%c0, %c0] : memref<4x4xvector<4xf32>>
    }
  }
  return
}

// -----

func.func @overlap(%A: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{this operation stays synchronous: its source and its destination may be the same memory}}
      scf.for %i = %c0 to %c4 step %c1 {
        %j = arith.addi %i, %c1 : index
        %v = memref.load %A[%i] : memref<16xf32>
        memref.store %v, %A[%j] : memref<16xf32>
      }
    }
  }
  return
}

// -----

func.func @commits(%A: memref<16xf32>, %B: memref<16xf32>, %C: memref<16xf32>, %p: i1) {
  pipeline.async_scope {
    // expected-remark @below {{this operation stays synchronous: the commit that takes it does not stand around it}}
    memref.copy %A, %B : memref<16xf32> to memref<16xf32>
  }
  pipeline.async_scope {
    // expected-remark @below {{this operation stays synchronous: the commit that takes it does not stand around it}}
    memref.copy %A, %C : memref<16xf32> to memref<16xf32>
  }
  pipeline.async_commit_stage 0
  pipeline.async_scope {
    // expected-remark @below {{this operation stays synchronous: it is not certain which commit takes it}}
    memref.copy %A, %B : memref<16xf32> to memref<16xf32>
  }
  scf.if %p {
    pipeline.async_commit_stage 0
  }
  pipeline.async_wait_stage 0, 0
  return
}

// -----

func.func @nested(%A: memref<16xf32>, %B: memref<16xf32>) {
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      // expected-remark @below {{nothing is done: this stands in an asynchronous operation, whose queues are not those of the thread around}}
      pipeline.dma_copy 0, %A, %B : memref<16xf32>, memref<16xf32>
      pipeline.dma_wait 0, 0
    }
  }
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

// A global that a block looks up inside of itself.
memref.global @g : memref<4xi32> = dense<7>
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    pipeline.block {
      %g = memref.get_global @g : memref<4xi32>
      %a = memref.load %A[%i] : memref<16xi32>
      memref.store %a, %g[%c0] : memref<4xi32>
    }
    pipeline.block {
      %g = memref.get_global @g : memref<4xi32>
      %a = memref.load %g[%c0] : memref<4xi32>
      memref.store %a, %C[%i] : memref<16xi32>
    }
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Subscripts with a remainder besides the induction variable.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<16xi32>) {
  affine.for %i = 0 to 8 {
    %a = affine.load %C[%i] : memref<16xi32>
    %b = affine.load %A[%i + (%i mod 2)] : memref<64xi32>
    %s = arith.addi %a, %b : i32
    affine.store %s, %A[%i + (%i mod 2)] : memref<64xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  return
}
// -----
// Slots by hand, with a step that is not known.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %m = arith.minsi %n, %c1 : index
  %step = arith.maxsi %m, %c1 : index
  %B = memref.alloc() : memref<2xi32>
  affine.for %k = 0 to 2 {
    %z = arith.constant 0 : i32
    affine.store %z, %B[%k] : memref<2xi32>
  }
  scf.for %i = %c0 to %c8 step %step {
    %slot = arith.remui %i, %c2 : index
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%slot] : memref<2xi32>
    %j = arith.addi %i, %c1 : index
    %other = arith.remui %j, %c2 : index
    %b = memref.load %B[%other] : memref<2xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  memref.dealloc %B : memref<2xi32>
  return
}
// -----
// Signed remainders of negative numbers.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  %c11 = arith.constant 11 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %x = arith.muli %i, %c4 : index
    %y = arith.subi %x, %c1 : index
    %r = arith.remsi %y, %c4 : index
    %s = arith.addi %r, %c8 : index
    %a = memref.load %A[%s] : memref<64xi32>
    memref.store %a, %C[%i] : memref<64xi32>
    %c7 = arith.constant 7 : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %A[%c7] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Signed remainders in a loop inside of a statement.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %y = arith.subi %j, %c5 : index
      %r = arith.remsi %y, %c4 : index
      %s = arith.addi %r, %c8 : index
      %v = arith.index_cast %i : index to i32
      memref.store %v, %A[%s] : memref<64xi32>
    }
    %a = memref.load %A[%c5] : memref<64xi32>
    memref.store %a, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Unsigned remainders of negative numbers: -1 remui 3 is 0.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %D: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %y = arith.subi %i, %c1 : index
    %r = arith.remui %y, %c3 : index
    %a = memref.load %D[%i] : memref<64xi32>
    memref.store %a, %A[%r] : memref<64xi32>
    %q = arith.remui %i, %c3 : index
    %b = memref.load %A[%q] : memref<64xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Narrow integers wrap around.
// conservative
func.func @f(%A: memref<300xi32>, %C: memref<300xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %k = arith.constant 127 : i8
    %one = arith.constant 1 : i8
    %w = arith.addi %k, %one : i8
    %x = arith.index_cast %w : i8 to index
    %c133 = arith.constant 133 : index
    %y = arith.addi %x, %c133 : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %A[%y] : memref<300xi32>
    %c5 = arith.constant 5 : index
    %b = memref.load %A[%c5] : memref<300xi32>
    memref.store %b, %C[%i] : memref<300xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Casts of i1 from a comparison.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %t = arith.cmpi slt, %c0, %c1 : index
    %x = arith.index_cast %t : i1 to index
    %y = arith.addi %x, %c5 : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %A[%y] : memref<64xi32>
    %c4 = arith.constant 4 : index
    %b = memref.load %A[%c4] : memref<64xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Control flow inside of a statement: not every block runs.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %B = memref.alloc() : memref<1xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.execute_region {
      %p = arith.cmpi eq, %i, %c0 : index
      cf.cond_br %p, ^a, ^b
    ^a:
      %v = arith.index_cast %i : index to i32
      memref.store %v, %B[%c0] : memref<1xi32>
      scf.yield
    ^b:
      scf.yield
    }
    %b = memref.load %B[%c0] : memref<1xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = []}
  return
}
// -----
// A buffer that each iteration makes and frees, filled asynchronously.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<1xi32>
    %D = memref.alloc() : memref<1xi32>
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
    %b = memref.load %B[%c0] : memref<1xi32>
    memref.store %b, %D[%c0] : memref<1xi32>
    memref.dealloc %B : memref<1xi32>
    memref.dealloc %D : memref<1xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0, 1]}
  return
}
// -----
// A loop in a block that control flow enters again.
// unchecked
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %B = memref.alloc() : memref<1xi32>
  cf.br ^loop(%c0 : index)
^loop(%k: index):
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  %next = arith.addi %k, %c1 : index
  %more = arith.cmpi slt, %next, %c3 : index
  cf.cond_br %more, ^loop(%next : index), ^done
^done:
  return
}
// -----
// Views of views, with offsets.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<8xi32>
    %p = memref.subview %B[2][4][1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
    %q = memref.subview %p[1][2][1] : memref<4xi32, strided<[1], offset: 2>> to memref<2xi32, strided<[1], offset: 3>>
    %s = memref.subview %A[%i][2][1] : memref<64xi32> to memref<2xi32, strided<[1], offset: ?>>
    memref.copy %s, %q : memref<2xi32, strided<[1], offset: ?>> to memref<2xi32, strided<[1], offset: 3>>
    %p2 = memref.subview %B[2][4][1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 2>>
    %q2 = memref.subview %p2[1][2][1] : memref<4xi32, strided<[1], offset: 2>> to memref<2xi32, strided<[1], offset: 3>>
    %b = memref.load %q2[%c1] : memref<2xi32, strided<[1], offset: 3>>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// A view of a memref with an offset of its own, which needs no versions.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %T = memref.subview %A[4][32][1] : memref<64xi32> to memref<32xi32, strided<[1], offset: 4>>
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<2xi32>
    %s = memref.subview %T[3][2][1] : memref<32xi32, strided<[1], offset: 4>> to memref<2xi32, strided<[1], offset: 7>>
    memref.copy %s, %B : memref<2xi32, strided<[1], offset: 7>> to memref<2xi32>
    %b = memref.load %B[%c1] : memref<2xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Affine loads and stores in an scf.for.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<4xi32>
    affine.for %j = 0 to 4 {
      %a = memref.load %A[%i] : memref<64xi32>
      affine.store %a, %B[%j] : memref<4xi32>
    }
    %b = affine.load %B[3] : memref<4xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// A transfer with a tag: the wait for it stays where it is.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %tag = memref.alloc() : memref<1xi32>
    %B = memref.alloc() : memref<4xi32>
    memref.dma_start %A[%i], %B[%c0], %c1, %tag[%c0] : memref<64xi32>, memref<4xi32>, memref<1xi32>
    memref.dma_wait %tag[%c0], %c1 : memref<1xi32>
    %b = memref.load %B[%c0] : memref<4xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0, 0], software_pipeline_order = [0, 1, 2]}
  return
}
// -----
// Waits written by hand in a statement.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
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
    pipeline.async_wait_stage 0, 0
    %b = memref.load %B[%c0] : memref<4xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 0, 0], software_pipeline_order = [0, 1, 2]}
  return
}
// -----
// A dependence over many iterations.
// unchecked
func.func @f(%A: memref<4096xi32>, %n: index) {
  affine.for %i = 0 to %n {
    %a = affine.load %A[%i] : memref<4096xi32>
    affine.store %a, %A[%i + 700] : memref<4096xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  return
}
// -----
// Three statements of an inner pipeline, spread over stages.
func.func @f(%A: memref<64xi32>, %C: memref<64x4xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %n step %c1 {
    %B = memref.alloc() : memref<4xi32>
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c1] : memref<4xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %R = memref.alloc() : memref<1xi32>
      %b = memref.load %B[%c1] : memref<4xi32>
      memref.store %b, %R[%c0] : memref<1xi32>
      %c = memref.load %R[%c0] : memref<1xi32>
      memref.store %c, %C[%i, %j] : memref<64x4xi32>
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  } {software_pipeline_stage = [0, 1, 1, 2], software_pipeline_order = [0, 2, 3, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// Sixty-four stages.
func.func @f(%A: memref<200xi32>, %C: memref<200xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %B = memref.alloc() : memref<1xi32>
    %a = memref.load %A[%i] : memref<200xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
    %b = memref.load %B[%c0] : memref<1xi32>
    memref.store %b, %C[%i] : memref<200xi32>
  } {software_pipeline_stage = [0, 64], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// A step that is computed, and a loop that runs from a negative bound.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %lb = arith.constant -5 : index
  %st = arith.addi %c1, %c2 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %lb to %n step %st {
    %B = memref.alloc() : memref<1xi32>
    %k = arith.addi %i, %c5 : index
    %a = memref.load %A[%k] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
    %b = memref.load %B[%c0] : memref<1xi32>
    memref.store %b, %C[%k] : memref<64xi32>
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [1, 0], software_pipeline_async_stages = [0]}
  return
}
// -----
// A view made in front of the loop, read behind it.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %B = memref.alloc() : memref<2xi32>
  %v = memref.cast %B : memref<2xi32> to memref<?xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<2xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  %b = memref.load %v[%c0] : memref<?xi32>
  memref.store %b, %C[%c0] : memref<64xi32>
  return
}
// -----
// An enormous number of iterations that never runs.
// unchecked
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %P: memref<1xi1>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %big = arith.constant 1000000000000 : index
  %huge = arith.constant 4000000000000000000 : index
  %false = arith.constant false
  scf.if %false {
  scf.for %i = %c0 to %big step %c1 {
    %B = memref.alloc() : memref<1xi32>
    %k = arith.addi %i, %huge : index
    %a = memref.load %A[%k] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
    %b = memref.load %B[%c0] : memref<1xi32>
    %m = arith.muli %i, %huge : index
    memref.store %b, %A[%m] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  }
  return
}
// -----
// A far dependence that lies beyond the constant extent.
func.func @f(%A: memref<4096xi32>) {
  affine.for %i = 0 to 20 {
    %a = affine.load %A[%i + 3000] : memref<4096xi32>
    affine.store %a, %A[%i] : memref<4096xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  return
}
// -----
// A dependence over ten thousand iterations.
// unchecked
func.func @f(%A: memref<4096xi32>) {
  affine.for %i = 0 to 20000 {
    %a = affine.load %A[%i mod 5] : memref<4096xi32>
    affine.store %a, %A[(%i mod 5) + 10] : memref<4096xi32>
  } {software_pipeline_stage = [0], software_pipeline_order = [0], software_pipeline_async_stages = [0]}
  return
}
// -----
// Dynamic extents of a buffer of two dimensions.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %n: index) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %B = memref.alloc(%c2, %c3) : memref<?x?xi32>
    %d = memref.dim %B, %c1 : memref<?x?xi32>
    scf.for %j = %c0 to %d step %c1 {
      %a = memref.load %A[%i] : memref<64xi32>
      memref.store %a, %B[%c1, %j] : memref<?x?xi32>
    }
    %s = memref.subview %B[1, 0][1, 3][1, 1] : memref<?x?xi32> to memref<3xi32, strided<[1], offset: ?>>
    %b = memref.load %s[%c2] : memref<3xi32, strided<[1], offset: ?>>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// A load inside of a value that a condition gives.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %P: memref<64xi1>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<2xi32>
    %p = memref.load %P[%i] : memref<64xi1>
    %x = scf.if %p -> i32 {
      %a = memref.load %A[%i] : memref<64xi32>
      scf.yield %a : i32
    } else {
      %z = arith.constant 3 : i32
      scf.yield %z : i32
    }
    memref.store %x, %B[%c0] : memref<2xi32>
    %b = memref.load %B[%c0] : memref<2xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [1, 0], software_pipeline_async_stages = [0, 1]}
  return
}
// -----
// Reductions over an inner loop with a carried value.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>, %P: memref<64xi1>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<4xi32>
    %s = memref.subview %A[%i][4][1] : memref<64xi32> to memref<4xi32, strided<[1], offset: ?>>
    memref.copy %s, %B : memref<4xi32, strided<[1], offset: ?>> to memref<4xi32>
    %z = arith.constant 0 : i32
    %sum = scf.for %j = %c0 to %c4 step %c1 iter_args(%acc = %z) -> i32 {
      %b = memref.load %B[%j] : memref<4xi32>
      %t = arith.addi %acc, %b : i32
      scf.yield %t : i32
    }
    memref.store %sum, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// The same element of an array by two arguments of one view.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %V = memref.subview %A[2][16][2] : memref<64xi32> to memref<16xi32, strided<[2], offset: 2>>
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %V[%i] : memref<16xi32, strided<[2], offset: 2>>
    memref.store %a, %C[%i] : memref<64xi32>
    %k = arith.addi %i, %c8 : index
    %v = arith.index_cast %i : index to i32
    memref.store %v, %A[%k] : memref<64xi32>
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
// -----
// A loop in scf.parallel, with a buffer of the enclosing iteration.
// unchecked
func.func @f(%A: memref<64xi32>, %C: memref<64x8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%p) = (%c0) to (%c4) step (%c1) {
    %B = memref.alloc() : memref<1xi32>
    scf.for %i = %c0 to %c8 step %c1 {
      %a = memref.load %A[%i] : memref<64xi32>
      memref.store %a, %B[%c0] : memref<1xi32>
      %b = memref.load %B[%c0] : memref<1xi32>
      memref.store %b, %C[%p, %i] : memref<64x8xi32>
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
    scf.reduce
  }
  return
}
// -----
// Waits by hand around the loop, on the queue that the loop uses.
// conservative
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %D = memref.alloc() : memref<1xi32>
  pipeline.commit_queue 0 {
    pipeline.async_scope {
      %a = memref.load %A[%c0] : memref<64xi32>
      memref.store %a, %D[%c0] : memref<1xi32>
    }
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<1xi32>
    %a = memref.load %A[%i] : memref<64xi32>
    memref.store %a, %B[%c0] : memref<1xi32>
    %b = memref.load %B[%c0] : memref<1xi32>
    memref.store %b, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  pipeline.wait_queue 0, 0 {
    %d = memref.load %D[%c0] : memref<1xi32>
    memref.store %d, %C[%c8] : memref<64xi32>
  }
  return
}
// -----
// Two pipelines nested in a pipeline, with queues of their own.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<4xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %R = memref.alloc() : memref<1xi32>
      %a = memref.load %A[%i] : memref<64xi32>
      memref.store %a, %R[%c0] : memref<1xi32>
      %c = memref.load %R[%c0] : memref<1xi32>
      memref.store %c, %B[%j] : memref<4xi32>
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
    %D = memref.alloc() : memref<4xi32>
    scf.for %j = %c0 to %c4 step %c1 {
      %R = memref.alloc() : memref<1xi32>
      %a = memref.load %B[%j] : memref<4xi32>
      memref.store %a, %R[%c0] : memref<1xi32>
      %c = memref.load %R[%c0] : memref<1xi32>
      memref.store %c, %D[%j] : memref<4xi32>
    } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
    %d = memref.load %D[%c1] : memref<4xi32>
    memref.store %d, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1, 2], software_pipeline_order = [0, 1, 2], software_pipeline_async_stages = [0, 1]}
  return
}
// -----
// The result of a pure operation with regions that reads a private buffer.
func.func @f(%A: memref<64xi32>, %C: memref<64xi32>) {
  affine.for %i = 0 to 8 {
    %B = memref.alloc() : memref<4xi32>
    affine.for %j = 0 to 4 {
      %a = affine.load %A[%i + %j] : memref<64xi32>
      affine.store %a, %B[%j] : memref<4xi32>
    }
    %z = arith.constant 0 : i32
    %sum = affine.for %j = 0 to 4 iter_args(%acc = %z) -> (i32) {
      %b = affine.load %B[%j] : memref<4xi32>
      %t = arith.addi %acc, %b : i32
      affine.yield %t : i32
    }
    affine.store %sum, %C[%i] : memref<64xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0, 1]}
  return
}
// -----
// A slot of a buffer of which a part is copied on, through a view with a stride.
func.func @f(%A: memref<64x4xi32>, %C: memref<64x2xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %B = memref.alloc() : memref<4xi32>
    %s = memref.subview %A[%i, 0][1, 4][1, 1] : memref<64x4xi32> to memref<4xi32, strided<[1], offset: ?>>
    memref.copy %s, %B : memref<4xi32, strided<[1], offset: ?>> to memref<4xi32>
    %v = memref.subview %B[1][2][2] : memref<4xi32> to memref<2xi32, strided<[2], offset: 1>>
    %t = memref.subview %C[%i, 0][1, 2][1, 1] : memref<64x2xi32> to memref<2xi32, strided<[1], offset: ?>>
    memref.copy %v, %t : memref<2xi32, strided<[2], offset: 1>> to memref<2xi32, strided<[1], offset: ?>>
  } {software_pipeline_stage = [0, 3], software_pipeline_order = [1, 0], software_pipeline_async_stages = [0, 3]}
  return
}
// -----
// No statements.
func.func @f(%A: memref<64xi32>, %n: index) {
  affine.for %i = 0 to %n {
  } {software_pipeline_stage = [], software_pipeline_order = []}
  return
}

// -----

// Threads fetch a tile of 4 rows together: f floordiv 32 and f mod 32 are each element of it once.
func.func @f(%A: memref<8x32xf32>, %C: memref<8x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c128 = arith.constant 128 : index
  %S = memref.alloc() : memref<8x32xf32>
  scf.for %k = %c0 to %c2 step %c1 {
    pipeline.block {
      scf.for %f = %c0 to %c128 step %c1 {
        %k4 = arith.muli %k, %c4 : index
        %r = arith.floordivsi %f, %c32 : index
        %x = arith.remui %f, %c32 : index
        %row = arith.addi %k4, %r : index
        %a = memref.load %A[%row, %x] : memref<8x32xf32>
        memref.store %a, %S[%row, %x] : memref<8x32xf32>
      }
    }
    pipeline.block {
      scf.for %r = %c0 to %c4 step %c1 {
        %k4 = arith.muli %k, %c4 : index
        %row = arith.addi %k4, %r : index
        %s = memref.load %S[%row, %c0] : memref<8x32xf32>
        memref.store %s, %C[%row, %c0] : memref<8x32xf32>
      }
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1]}
  return
}

// -----

// Four elements of each thread, with one number for all: (f * 4 + v) floordiv 64 fills a buffer that gets versions.
func.func @f(%A: memref<64xf32>, %C: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %S = memref.alloc() : memref<2x16xf32>
  scf.for %k = %c0 to %c8 step %c1 {
    pipeline.block {
      scf.for %f = %c0 to %c8 step %c1 {
        scf.for %v = %c0 to %c4 step %c1 {
          %f4 = arith.muli %f, %c4 : index
          %e = arith.addi %f4, %v : index
          %r = arith.divui %e, %c16 : index
          %x = arith.remui %e, %c16 : index
          %a = memref.load %A[%e] : memref<64xf32>
          memref.store %a, %S[%r, %x] : memref<2x16xf32>
        }
      }
    }
    pipeline.block {
      %s = memref.load %S[%c1, %k] : memref<2x16xf32>
      memref.store %s, %C[%k] : memref<64xf32>
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----

// A hash of the iteration picks the slot, modulo 2^32: the same one again after two iterations at the least.
func.func @f(%A: memref<16xi32>, %O: memref<16xi32>) {
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
    memref.store %a, %O[%j] : memref<16xi32>
    %b = memref.load %O[%j] : memref<16xi32>
    %b2 = arith.addi %b, %b : i32
    memref.store %b2, %A[%i] : memref<16xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----

// The iterations of a pair exchange their slots: i xor 1.
func.func @f(%A: memref<16xi32>, %O: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.load %A[%i] : memref<16xi32>
    %j = arith.xori %i, %c1 : index
    memref.store %a, %O[%j] : memref<16xi32>
    %b = memref.load %O[%j] : memref<16xi32>
    %b2 = arith.addi %b, %b : i32
    memref.store %b2, %A[%i] : memref<16xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// a predicate that guards a division
// conservative
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %some = arith.cmpi ne, %i, %c0 : index
    scf.if %some {
      %q = arith.divsi %c12, %i : index
      pipeline.block {
        %B = memref.alloc() : memref<i32>
        %r = arith.addi %q, %c1 : index
        pipeline.block {
          %a = memref.load %A[%q] : memref<16xi32>
          memref.store %a, %B[] : memref<i32>
        }
        pipeline.block {
          %b = memref.load %B[] : memref<i32>
          memref.store %b, %C[%r] : memref<16xi32>
        }
        memref.dealloc %B : memref<i32>
      }
    }
  } {software_pipeline_stage = [0, 0], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----
// loads under a predicate, in front of the statement that they feed
// conservative
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %in = arith.cmpi slt, %i, %c7 : index
    scf.if %in {
      pipeline.block {
        %B = memref.alloc() : memref<i32>
        %a = memref.load %A[%i] : memref<16xi32>
        %two = arith.addi %a, %a : i32
        memref.store %two, %B[] : memref<i32>
        %b = memref.load %B[] : memref<i32>
        %same = memref.load %A[%i] : memref<16xi32>
        %sum = arith.addi %b, %same : i32
        memref.store %sum, %C[%i] : memref<16xi32>
      }
    }
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----
// a predicate in a predicate, around a block in a block
// conservative
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %n step %c1 {
    %low = arith.cmpi sge, %i, %c1 : index
    scf.if %low {
      %double = arith.addi %i, %i : index
      %high = arith.cmpi slt, %double, %c3 : index
      scf.if %high {
        pipeline.block {
          pipeline.block {
            %v = pipeline.axis "spatial" %double in %c0 to %n
            %B = memref.alloc() : memref<i32>
            pipeline.block {
              %a = memref.load %A[%v] : memref<16xi32>
              memref.store %a, %B[] : memref<i32>
            }
            pipeline.block {
              %b = memref.load %B[] : memref<i32>
              memref.store %b, %C[%i] : memref<16xi32>
            }
          }
        }
      }
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----
// the block of an affine loop, with an axis in a statement
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  affine.for %i = 0 to 8 {
    pipeline.block {
      %B = memref.alloc() : memref<1xi32>
      pipeline.block {
        %v = pipeline.axis "spatial" %i in %c0 to %c16
        %a = memref.load %A[%v] : memref<16xi32>
        affine.store %a, %B[0] : memref<1xi32>
      }
      pipeline.block {
        %b = affine.load %B[0] : memref<1xi32>
        affine.store %b, %C[%i] : memref<16xi32>
      }
    }
  } {software_pipeline_stage = [0, 2], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

// -----
// a block that declares nothing, under a condition, is a statement
// conservative
func.func @f(%A: memref<16xi32>, %C: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c12 step %c1 {
    %B = memref.alloc() : memref<i32>
    %in = arith.cmpi slt, %i, %c7 : index
    scf.if %in {
      pipeline.block {
        %a = memref.load %A[%i] : memref<16xi32>
        memref.store %a, %B[] : memref<i32>
      }
    }
    scf.if %in {
      pipeline.block {
        %b = memref.load %B[] : memref<i32>
        memref.store %b, %C[%i] : memref<16xi32>
      }
    }
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}

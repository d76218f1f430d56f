// what an asynchronous last stage leaves in a buffer of the function, read behind the loop
func.func @f(%A: memref<8xi32>, %C: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %D = memref.alloc() : memref<8xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<i32>
    %a = memref.load %A[%i] : memref<8xi32>
    memref.store %a, %B[] : memref<i32>
    %b = memref.load %B[] : memref<i32>
    memref.store %b, %D[%i] : memref<8xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [1]}
  %last = memref.load %D[%c7] : memref<8xi32>
  memref.store %last, %C[%c0] : memref<8xi32>
  return
}

// -----
// the same, read through a view made in front of the loop
func.func @f(%A: memref<8xi32>, %C: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %D = memref.alloc() : memref<8xi32>
  %view = memref.subview %D[4] [4] [1] : memref<8xi32> to memref<4xi32, strided<[1], offset: 4>>
  scf.for %i = %c0 to %c8 step %c1 {
    %B = memref.alloc() : memref<i32>
    %a = memref.load %A[%i] : memref<8xi32>
    memref.store %a, %B[] : memref<i32>
    %b = memref.load %B[] : memref<i32>
    memref.store %b, %D[%i] : memref<8xi32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [1]}
  %last = memref.load %view[%c3] : memref<4xi32, strided<[1], offset: 4>>
  memref.store %last, %C[%c0] : memref<8xi32>
  return
}

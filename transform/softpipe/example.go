package softpipe

const before = `func.func @f(%A: memref<16xf32>, %C: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    %B = memref.alloc() : memref<f32>
    %a = memref.load %A[%i] : memref<16xf32>
    memref.store %a, %B[] : memref<f32>
    %b = memref.load %B[] : memref<f32>
    memref.store %b, %C[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}
  return
}
`

const after = ``

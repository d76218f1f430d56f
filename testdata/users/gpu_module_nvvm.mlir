// Only read and printed: a kernel for a device.
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90", O = 3>] {
    gpu.func @saxpy(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %b = gpu.block_id x
      %d = gpu.block_dim x
      %t = gpu.thread_id x
      %0 = arith.muli %b, %d : index
      %i = arith.addi %0, %t : index
      %in = arith.cmpi ult, %i, %n : index
      scf.if %in {
        %1 = memref.load %x[%i] : memref<?xf32>
        %2 = memref.load %y[%i] : memref<?xf32>
        %3 = math.fma %a, %1, %2 : f32
        memref.store %3, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
  }
  func.func @launch(%n: index, %a: f32, %x: memref<?xf32>, %y: memref<?xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %g = arith.ceildivui %n, %c128 : index
    gpu.launch_func @kernels::@saxpy blocks in (%g, %c1, %c1) threads in (%c128, %c1, %c1)
      args(%n : index, %a : f32, %x : memref<?xf32>, %y : memref<?xf32>)
    return
  }
}

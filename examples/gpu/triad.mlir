// A streaming kernel, C = 2 A + B: each thread copies its own 16 bytes of each tile to shared memory, three tiles ahead of the sums.
// Pipelined, the copies become cp.async with a group per tile, of which three may be in flight while the sums wait for the fourth:
//
//   inflight run examples/gpu/triad.mlir
//   inflight build examples/gpu/triad.mlir -o /tmp/triad.ptx

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @triad(%A: memref<65536xf32>, %B: memref<65536xf32>, %C: memref<65536xf32>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c512 = arith.constant 512 : index
      %c4096 = arith.constant 4096 : index
      %two = arith.constant dense<2.0> : vector<4xf32>
      %As = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
      %Bs = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
      %t = gpu.thread_id x
      %b = gpu.block_id x
      %first = arith.muli %b, %c4096 : index
      %own = arith.muli %t, %c4 : index
      scf.for %i = %c0 to %c8 step %c1 {
        %tile = arith.muli %i, %c512 : index
        %base = arith.addi %first, %tile : index
        %at = arith.addi %base, %own : index
        pipeline.block {
          %a = vector.load %A[%at] : memref<65536xf32>, vector<4xf32>
          vector.store %a, %As[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
        pipeline.block {
          %a = vector.load %B[%at] : memref<65536xf32>, vector<4xf32>
          vector.store %a, %Bs[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
        pipeline.block {
          %x = vector.load %As[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          %y = vector.load %Bs[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          %z = arith.mulf %x, %two : vector<4xf32>
          %w = arith.addf %z, %y : vector<4xf32>
          vector.store %w, %C[%at] : memref<65536xf32>, vector<4xf32>
        }
      } {software_pipeline_stage = [0, 0, 3], software_pipeline_order = [0, 1, 2], software_pipeline_async_stages = [0]}
      gpu.return
    }
  }

  func.func @main(%A: memref<65536xf32>, %B: memref<65536xf32>, %C: memref<65536xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@triad blocks in (%c16, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%A : memref<65536xf32>, %B : memref<65536xf32>, %C : memref<65536xf32>)
    return
  }
}

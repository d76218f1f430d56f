module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @triad(%arg0: memref<65536xf32>, %arg1: memref<65536xf32>, %arg2: memref<65536xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c3584 = arith.constant 3584 : index
      %c3072 = arith.constant 3072 : index
      %c2560 = arith.constant 2560 : index
      %c1024 = arith.constant 1024 : index
      %c3 = arith.constant 3 : index
      %c5 = arith.constant 5 : index
      %c2 = arith.constant 2 : index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c512 = arith.constant 512 : index
      %c4096 = arith.constant 4096 : index
      %cst = arith.constant dense<2.000000e+00> : vector<4xf32>
      %alloc = memref.alloc() : memref<4x512xf32, #gpu.address_space<workgroup>>
      %alloc_0 = memref.alloc() : memref<4x512xf32, #gpu.address_space<workgroup>>
      %thread_id_x = gpu.thread_id  x
      %block_id_x = gpu.block_id  x
      %0 = arith.muli %block_id_x, %c4096 : index
      %1 = arith.muli %thread_id_x, %c4 : index
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %2 = arith.addi %0, %1 : index
          %3 = vector.load %arg0[%2] : memref<65536xf32>, vector<4xf32>
          vector.store %3, %alloc[%c0, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
        pipeline.async_scope {
          %2 = arith.addi %0, %1 : index
          %3 = vector.load %arg1[%2] : memref<65536xf32>, vector<4xf32>
          vector.store %3, %alloc_0[%c0, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
      }
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %2 = arith.addi %0, %c512 : index
          %3 = arith.addi %2, %1 : index
          %4 = vector.load %arg0[%3] : memref<65536xf32>, vector<4xf32>
          vector.store %4, %alloc[%c1, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
        pipeline.async_scope {
          %2 = arith.addi %0, %c512 : index
          %3 = arith.addi %2, %1 : index
          %4 = vector.load %arg1[%3] : memref<65536xf32>, vector<4xf32>
          vector.store %4, %alloc_0[%c1, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
      }
      pipeline.commit_queue 0 {
        pipeline.async_scope {
          %2 = arith.addi %0, %c1024 : index
          %3 = arith.addi %2, %1 : index
          %4 = vector.load %arg0[%3] : memref<65536xf32>, vector<4xf32>
          vector.store %4, %alloc[%c2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
        pipeline.async_scope {
          %2 = arith.addi %0, %c1024 : index
          %3 = arith.addi %2, %1 : index
          %4 = vector.load %arg1[%3] : memref<65536xf32>, vector<4xf32>
          vector.store %4, %alloc_0[%c2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
      }
      scf.for %arg3 = %c0 to %c5 step %c1 {
        pipeline.commit_queue 0 {
          pipeline.async_scope {
            %2 = arith.addi %arg3, %c3 : index
            %3 = arith.remui %2, %c4 : index
            %4 = arith.muli %2, %c512 : index
            %5 = arith.addi %0, %4 : index
            %6 = arith.addi %5, %1 : index
            %7 = vector.load %arg0[%6] : memref<65536xf32>, vector<4xf32>
            vector.store %7, %alloc[%3, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          }
          pipeline.async_scope {
            %2 = arith.addi %arg3, %c3 : index
            %3 = arith.remui %2, %c4 : index
            %4 = arith.muli %2, %c512 : index
            %5 = arith.addi %0, %4 : index
            %6 = arith.addi %5, %1 : index
            %7 = vector.load %arg1[%6] : memref<65536xf32>, vector<4xf32>
            vector.store %7, %alloc_0[%3, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          }
        }
        pipeline.wait_queue 0, 3 {
          %2 = arith.remui %arg3, %c4 : index
          %3 = arith.muli %arg3, %c512 : index
          %4 = arith.addi %0, %3 : index
          %5 = arith.addi %4, %1 : index
          %6 = vector.load %alloc[%2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          %7 = vector.load %alloc_0[%2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          %8 = arith.mulf %6, %cst : vector<4xf32>
          %9 = arith.addf %8, %7 : vector<4xf32>
          vector.store %9, %arg2[%5] : memref<65536xf32>, vector<4xf32>
        }
      }
      pipeline.wait_queue 0, 2 {
        %2 = arith.addi %0, %c2560 : index
        %3 = arith.addi %2, %1 : index
        %4 = vector.load %alloc[%c1, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %5 = vector.load %alloc_0[%c1, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %6 = arith.mulf %4, %cst : vector<4xf32>
        %7 = arith.addf %6, %5 : vector<4xf32>
        vector.store %7, %arg2[%3] : memref<65536xf32>, vector<4xf32>
      }
      pipeline.wait_queue 0, 1 {
        %2 = arith.addi %0, %c3072 : index
        %3 = arith.addi %2, %1 : index
        %4 = vector.load %alloc[%c2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %5 = vector.load %alloc_0[%c2, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %6 = arith.mulf %4, %cst : vector<4xf32>
        %7 = arith.addf %6, %5 : vector<4xf32>
        vector.store %7, %arg2[%3] : memref<65536xf32>, vector<4xf32>
      }
      pipeline.wait_queue 0, 0 {
        %2 = arith.addi %0, %c3584 : index
        %3 = arith.addi %2, %1 : index
        %4 = vector.load %alloc[%c3, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %5 = vector.load %alloc_0[%c3, %1] : memref<4x512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        %6 = arith.mulf %4, %cst : vector<4xf32>
        %7 = arith.addf %6, %5 : vector<4xf32>
        vector.store %7, %arg2[%3] : memref<65536xf32>, vector<4xf32>
      }
      gpu.return
    }
  }
  func.func @main(%arg0: memref<65536xf32>, %arg1: memref<65536xf32>, %arg2: memref<65536xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func  @kernels::@triad blocks in (%c16, %c1, %c1) threads in (%c128, %c1, %c1)  args(%arg0 : memref<65536xf32>, %arg1 : memref<65536xf32>, %arg2 : memref<65536xf32>)
    return
  }
}


// Three chunks go to a device, are scaled there, and come back. Each copy of a chunk to the device depends on nothing, so it overlaps with
// what is done to the chunk before it; how far depends on the machine:
//
//   inflight sim examples/gpu/chunks.mlir --mode timed --machine h100
//   inflight sim examples/gpu/chunks.mlir --mode timed --machine h100-one-dma
//   inflight sim examples/gpu/chunks.mlir --mode timed --machine examples/gpu/slow_link.json --trace /tmp/chunks.json
//
// With one copy engine no two copies overlap, with two those of the two directions do.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale(%A: memref<128x128xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %two = arith.constant 2.0 : f32
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %a = memref.load %A[%i, %j] : memref<128x128xf32>
      %aa = arith.mulf %a, %two : f32
      memref.store %aa, %A[%i, %j] : memref<128x128xf32>
      gpu.return
    }
  }

  func.func @main(%A0: memref<128x128xf32>, %A1: memref<128x128xf32>, %A2: memref<128x128xf32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %a0, %t0 = gpu.alloc async () : memref<128x128xf32>
    %in0 = gpu.memcpy async [%t0] %a0, %A0 : memref<128x128xf32>, memref<128x128xf32>
    %s0 = gpu.launch_func async [%in0] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%a0 : memref<128x128xf32>)
    %out0 = gpu.memcpy async [%s0] %A0, %a0 : memref<128x128xf32>, memref<128x128xf32>
    %f0 = gpu.dealloc async [%out0] %a0 : memref<128x128xf32>
    %a1, %t1 = gpu.alloc async () : memref<128x128xf32>
    %in1 = gpu.memcpy async [%t1] %a1, %A1 : memref<128x128xf32>, memref<128x128xf32>
    %s1 = gpu.launch_func async [%in1] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%a1 : memref<128x128xf32>)
    %out1 = gpu.memcpy async [%s1] %A1, %a1 : memref<128x128xf32>, memref<128x128xf32>
    %f1 = gpu.dealloc async [%out1] %a1 : memref<128x128xf32>
    %a2, %t2 = gpu.alloc async () : memref<128x128xf32>
    %in2 = gpu.memcpy async [%t2] %a2, %A2 : memref<128x128xf32>, memref<128x128xf32>
    %s2 = gpu.launch_func async [%in2] @kernels::@scale blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%a2 : memref<128x128xf32>)
    %out2 = gpu.memcpy async [%s2] %A2, %a2 : memref<128x128xf32>, memref<128x128xf32>
    %f2 = gpu.dealloc async [%out2] %a2 : memref<128x128xf32>
    gpu.wait [%f0, %f1, %f2]
    return
  }
}

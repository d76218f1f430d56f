// Two products and a fused sum on a device, in order, each with transfers of its own: the products come back to the host and go to the
// device again. cancel-transfers keeps them there; then everything becomes regions, whose operations of the device get tokens:
//
//   inflight opt examples/regions/device.mlir --cancel-transfers
//   inflight opt examples/regions/device.mlir --cancel-transfers --form-async-regions=machine=h100
//   inflight opt examples/regions/device.mlir --cancel-transfers --form-async-regions --gpu-async-region
//   inflight run examples/regions/device.mlir --engine sim

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%A: memref<32x8xf32>, %B: memref<8x32xf32>, %C: memref<32x32xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %zero = arith.constant 0.0 : f32
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> (f32) {
        %a = memref.load %A[%i, %k] : memref<32x8xf32>
        %b = memref.load %B[%k, %j] : memref<8x32xf32>
        %ab = arith.mulf %a, %b : f32
        %next = arith.addf %s, %ab : f32
        scf.yield %next : f32
      }
      memref.store %sum, %C[%i, %j] : memref<32x32xf32>
      gpu.return
    }
    gpu.func @fused(%X: memref<32x32xf32>, %Y: memref<32x32xf32>, %bias: memref<32xf32>, %R: memref<32x32xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %i = gpu.block_id x
      %j = gpu.thread_id x
      %x = memref.load %X[%i, %j] : memref<32x32xf32>
      %y = memref.load %Y[%i, %j] : memref<32x32xf32>
      %b = memref.load %bias[%j] : memref<32xf32>
      %t = arith.addf %x, %y : f32
      %r = arith.addf %t, %b : f32
      memref.store %r, %R[%i, %j] : memref<32x32xf32>
      gpu.return
    }
  }

  func.func @f(%a: memref<32x8xf32>, %b: memref<8x32xf32>, %c: memref<8x32xf32>, %bias: memref<32xf32>, %r: memref<32x32xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    // Product 0.
    %a0 = gpu.alloc () : memref<32x8xf32>
    %b0 = gpu.alloc () : memref<8x32xf32>
    %d0 = gpu.alloc () : memref<32x32xf32>
    gpu.memcpy %a0, %a : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy %b0, %b : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a0 : memref<32x8xf32>, %b0 : memref<8x32xf32>, %d0 : memref<32x32xf32>)
    %h0 = memref.alloc() : memref<32x32xf32>
    gpu.memcpy %h0, %d0 : memref<32x32xf32>, memref<32x32xf32>
    gpu.dealloc %a0 : memref<32x8xf32>
    gpu.dealloc %b0 : memref<8x32xf32>
    gpu.dealloc %d0 : memref<32x32xf32>
    // Product 1.
    %a1 = gpu.alloc () : memref<32x8xf32>
    %b1 = gpu.alloc () : memref<8x32xf32>
    %d1 = gpu.alloc () : memref<32x32xf32>
    gpu.memcpy %a1, %a : memref<32x8xf32>, memref<32x8xf32>
    gpu.memcpy %b1, %c : memref<8x32xf32>, memref<8x32xf32>
    gpu.launch_func @kernels::@matmul blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%a1 : memref<32x8xf32>, %b1 : memref<8x32xf32>, %d1 : memref<32x32xf32>)
    %h1 = memref.alloc() : memref<32x32xf32>
    gpu.memcpy %h1, %d1 : memref<32x32xf32>, memref<32x32xf32>
    gpu.dealloc %a1 : memref<32x8xf32>
    gpu.dealloc %b1 : memref<8x32xf32>
    gpu.dealloc %d1 : memref<32x32xf32>
    // The sum.
    %x = gpu.alloc () : memref<32x32xf32>
    %y = gpu.alloc () : memref<32x32xf32>
    %s = gpu.alloc () : memref<32xf32>
    %d = gpu.alloc () : memref<32x32xf32>
    gpu.memcpy %x, %h0 : memref<32x32xf32>, memref<32x32xf32>
    gpu.memcpy %y, %h1 : memref<32x32xf32>, memref<32x32xf32>
    gpu.memcpy %s, %bias : memref<32xf32>, memref<32xf32>
    gpu.launch_func @kernels::@fused blocks in (%c32, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<32x32xf32>, %y : memref<32x32xf32>, %s : memref<32xf32>, %d : memref<32x32xf32>)
    gpu.memcpy %r, %d : memref<32x32xf32>, memref<32x32xf32>
    gpu.dealloc %x : memref<32x32xf32>
    gpu.dealloc %y : memref<32x32xf32>
    gpu.dealloc %s : memref<32xf32>
    gpu.dealloc %d : memref<32x32xf32>
    memref.dealloc %h0 : memref<32x32xf32>
    memref.dealloc %h1 : memref<32x32xf32>
    return
  }
}

// Two GPUs each take half of an array: the copies and kernels of one do not wait for those of the other.
//
//   inflight opt examples/gpu/two_devices.mlir --gpu-async-region | inflight graph -
//   inflight build examples/gpu/two_devices.mlir --emit llvm -o two_devices.ll
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @square(%a: memref<1024xf32>) kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %i = gpu.global_id x
      %x = memref.load %a[%i] : memref<1024xf32>
      %y = arith.mulf %x, %x : f32
      memref.store %y, %a[%i] : memref<1024xf32>
      gpu.return
    }
  }

  func.func @main(%left: memref<1024xf32>, %right: memref<1024xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c256 = arith.constant 256 : index
    %first = arith.constant 0 : i32
    %second = arith.constant 1 : i32

    gpu.set_default_device %first
    %a = gpu.alloc () : memref<1024xf32>
    gpu.memcpy %a, %left : memref<1024xf32>, memref<1024xf32>
    gpu.launch_func @kernels::@square blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1) args(%a : memref<1024xf32>)
    gpu.memcpy %left, %a : memref<1024xf32>, memref<1024xf32>
    gpu.dealloc %a : memref<1024xf32>

    gpu.set_default_device %second
    %b = gpu.alloc () : memref<1024xf32>
    gpu.memcpy %b, %right : memref<1024xf32>, memref<1024xf32>
    gpu.launch_func @kernels::@square blocks in (%c4, %c1, %c1) threads in (%c256, %c1, %c1) args(%b : memref<1024xf32>)
    gpu.memcpy %right, %b : memref<1024xf32>, memref<1024xf32>
    gpu.dealloc %b : memref<1024xf32>
    return
  }
}

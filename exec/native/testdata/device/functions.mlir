// Functions that a kernel calls, and memory of its module, which the host gets copies of.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" constant @weights : memref<8xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]>
    func.func @weight(%i: index) -> f32 {
      %w = memref.get_global @weights : memref<8xf32>
      %x = memref.load %w[%i] : memref<8xf32>
      return %x : f32
    }
    func.func @scale(%a: memref<8xf32>, %i: index) {
      %w = func.call @weight(%i) : (index) -> f32
      %x = memref.load %a[%i] : memref<8xf32>
      %y = arith.mulf %x, %w : f32
      memref.store %y, %a[%i] : memref<8xf32>
      return
    }
    gpu.func @k(%a: memref<8xf32>) kernel {
      %i = gpu.thread_id x
      func.call @scale(%a, %i) : (memref<8xf32>, index) -> ()
      gpu.return
    }
  }
  func.func @main(%A: memref<8xf32>) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %a = gpu.alloc () : memref<8xf32>
    gpu.memcpy %a, %A : memref<8xf32>, memref<8xf32>
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xf32>)
    gpu.memcpy %A, %a : memref<8xf32>, memref<8xf32>
    gpu.dealloc %a : memref<8xf32>
    return
  }
}

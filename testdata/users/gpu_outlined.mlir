// Only read and printed: attributions of memory, barriers and reductions in a kernel.
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @sum(%in: memref<64xf32>, %out: memref<1xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %v = memref.load %in[%t] : memref<64xf32>
      memref.store %v, %s[%t] : memref<64xf32, #gpu.address_space<workgroup>>
      gpu.barrier
      %r = gpu.all_reduce add %v uniform {
      } : (f32) -> (f32)
      memref.store %r, %out[%c0] : memref<1xf32>
      gpu.return
    }
  }
}

// Operations that no engine runs.
func.func @lane(%i: index, %m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  gpu.warp_execute_on_lane_0(%i)[32] {
    memref.store %f, %m[%c0] : memref<4xf32>
  }
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, "code">]
  func.func @main() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
}

// -----

func.func @number(%m: memref<f32>) {
  %0 = complex.constant [1.0 : f32, 2.0 : f32] : complex<f32>
  %1 = complex.im %0 : complex<f32>
  memref.store %1, %m[] : memref<f32>
  return
}

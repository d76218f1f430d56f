// Only read and printed: shuffles and reductions in a kernel for AMD.
gpu.module @k [#rocdl.target<chip = "gfx90a">] {
  gpu.func @f(%x: f32) kernel {
    %w = arith.constant 32 : i32
    %o = arith.constant 1 : i32
    %r, %v = gpu.shuffle xor %x, %o, %w : f32
    %s = gpu.subgroup_reduce add %x : (f32) -> f32
    %l = gpu.lane_id
    %g = gpu.global_id x
    gpu.printf "%f", %x : f32
    gpu.return
  }
}

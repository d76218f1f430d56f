// Covers the gpu dialect: places in the grid, reductions, shuffles and what else threads do.
func.func @ids(%x: f32, %o: i32) {
  %0 = gpu.thread_id x
  %1 = gpu.thread_id y upper_bound 4
  %2 = gpu.lane_id
  %3 = gpu.lane_id upper_bound 32 {a}
  %4 = gpu.subgroup_id : index
  %5 = gpu.subgroup_id upper_bound 4 : index
  %6 = gpu.num_subgroups upper_bound 4 {a} : index
  %7 = gpu.subgroup_size : index
  %8 = gpu.cluster_dim_blocks z
  %9, %v = gpu.shuffle xor %x, %o, %o : f32
  gpu.barrier
  gpu.barrier {a}
  gpu.printf "hello"
  gpu.printf "hello %d %f" {a}, %o, %x : i32, f32
  %r = gpu.all_reduce add %x {} : (f32) -> (f32)
  %r2 = gpu.all_reduce %x uniform {
  ^bb(%lhs : f32, %rhs : f32):
      %sum = arith.addf %lhs, %rhs : f32
      "gpu.yield"(%sum) : (f32) -> ()
  } : (f32) -> (f32)
  %r4 = gpu.all_reduce maximumf %x uniform {} {a} : (f32) -> (f32)
  %s = gpu.subgroup_reduce add %x : (f32) -> f32
  %s1 = gpu.subgroup_reduce add %x uniform cluster(size = 4) : (f32) -> f32
  %s2 = gpu.subgroup_reduce add %x cluster(size = 4, stride = 2) {a}: (f32) -> f32
  %z, %zv = gpu.rotate %x, 1, 16 : f32
  %bb = gpu.subgroup_broadcast %x, first_active_lane : f32
  %b2 = gpu.subgroup_broadcast %x, specific_lane %o : f32
  gpu.set_default_device {a} %o
  %dsm = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
func.func @places() {
  %0 = gpu.cluster_dim x
  %1 = gpu.cluster_dim_blocks y upper_bound 8 {a}
  %2 = gpu.cluster_id z
  %3 = gpu.cluster_block_id x
  %4 = gpu.block_dim x
  %5 = gpu.block_dim x
  %6 = gpu.block_id y
  %7 = gpu.grid_dim z {a}
  %8 = gpu.global_id x
  %9 = gpu.num_subgroups : index
  %10 = gpu.subgroup_size upper_bound 32 {a} : index
  %11 = gpu.thread_id z
  return
}
func.func @modes(%v: vector<4xf16>, %i: i8, %o: i32) {
  %0, %1 = gpu.shuffle up %v, %o, %o {a} : vector<4xf16>
  %2:2 = gpu.shuffle down %i, %o, %o : i8
  %3, %4 = gpu.shuffle idx %i, %o, %o : i8
  %5, %6 = gpu.rotate %v, 3, 4 {a} : vector<4xf16>
  %7 = gpu.subgroup_reduce xor %i : (i8) -> i8
  %8 = gpu.subgroup_reduce minimumf %v {a} : (vector<4xf16>) -> vector<4xf16>
  %9 = gpu.subgroup_broadcast %v, specific_lane %o {a} : vector<4xf16>
  return
}
module attributes {t.a = #gpu<dim x>, t.b = #gpu<all_reduce_op and>, t.c = #gpu<shuffle_mode down>, t.d = #gpu<broadcast first_active_lane>,
  t.e = #gpu<thread<x>>, t.f = !gpu.async.token} {
}

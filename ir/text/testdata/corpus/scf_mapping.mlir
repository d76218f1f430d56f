// Covers what the dimensions of parallel loops are mapped to, with parameters in any order.
func.func @parallel(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    scf.reduce
  } {mapping = [#gpu.loop_dim_map<bound = (d0) -> (d0), map = (d0) -> (d0 * 2), processor = thread_x>,
                #gpu.loop_dim_map<map = (d0) -> (d0), processor = block_y, bound = (d0) -> (d0 + 1)>]}
  return
}
func.func @forall(%n: index, %m: memref<4x4xf32>, %c: f32) {
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %c, %m[%i, %j] : memref<4x4xf32>
  } {mapping = [#gpu.warp<linear_dim_9>, #gpu.mask<0x88>, #gpu.warpgroup<z>]}
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %c, %m[%i, %j] : memref<4x4xf32>
  } {mapping = [#gpu.lane<x>, #gpu.memory_space<workgroup>]}
  scf.forall (%i, %j) in (%n, 4) {
    memref.store %c, %m[%i, %j] : memref<4x4xf32>
  } {mapping = []}
  return
}

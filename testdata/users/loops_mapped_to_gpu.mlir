// Only read and printed: parallel loops with their mapping to blocks and threads.
func.func @f(%m: memref<8x8xf32>, %x: f32) {
  %a = arith.constant 1 : index
  %b = arith.constant 4 : index
  scf.forall (%i, %j) in (8, 8) {
    memref.store %x, %m[%i, %j] : memref<8x8xf32>
  } {mapping = [#gpu.block<x>, #gpu.thread<y>]}
  scf.parallel (%i) = (%a) to (%b) step (%a) {
    memref.store %x, %m[%i, %i] : memref<8x8xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

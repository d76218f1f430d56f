// The sums of rows: a block for each row, and a thread for each of its elements.
func.func @rowsum(%A: memref<8x64xi32>, %B: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %init = arith.constant 7 : i32
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %r = scf.parallel (%j) = (%c0) to (%c64) step (%c1) init (%init) -> i32 {
      %x = memref.load %A[%i, %j] : memref<8x64xi32>
      scf.reduce(%x : i32) {
      ^bb0(%a: i32, %b: i32):
        %s = arith.addi %a, %b : i32
        scf.reduce.return %s : i32
      }
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %r, %B[%i] : memref<8xi32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}

// PASSES: --loop-invariant-code-motion
// Asynchronous regions, waits and groups stay in their loops.
func.func private @use(!async.token, f32)
func.func private @tok(!gpu.async.token)
func.func private @idx(index)
func.func @licm(%v: !async.value<f32>, %t: !async.token, %n: index, %m: memref<4xf32>, %x: f32, %g: !async.group, %ms: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0, %r0 = async.execute [%t] (%v as %y: !async.value<f32>) -> !async.value<f32> {
      %s = arith.addf %y, %y : f32
      async.yield %s : f32
    }
    %a0 = async.await %r0 : !async.value<f32>
    func.call @use(%0, %a0) : (!async.token, f32) -> ()
    %1 = async.execute {
      memref.store %x, %m[%c0] : memref<4xf32>
      async.yield
    }
    async.await %t : !async.token
    %group = async.create_group %n : !async.group
    %rank = async.add_to_group %t, %group : !async.token
    async.await_all %group
    %w = gpu.wait async
    %c = gpu.memcpy async [%w] %m, %ms : memref<4xf32>, memref<4xf32>
    gpu.wait [%c]
    %tid = gpu.thread_id x
    func.call @idx(%tid) : (index) -> ()
    %b1 = gpu.subgroup_broadcast %n, first_active_lane : index
    func.call @idx(%b1) : (index) -> ()
  }
  return
}

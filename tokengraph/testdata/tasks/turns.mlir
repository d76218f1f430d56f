// Tasks on a queue in order have a lane of its name; others, and a queue that orders starts alone, get lanes. A group stands for its tokens.
func.func @turns(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>, %d: memref<8xf32>) {
  %c2 = arith.constant 2 : index
  %q = task.queue {order = "complete"}
  %starts = task.queue {order = "issue", depth = 2}
  %t = task.execute on %q {
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
    task.yield
  }
  %u = task.execute [%t] on %starts {
    memref.copy %b, %d : memref<8xf32> to memref<8xf32>
    task.yield
  }
  %w, %v = task.execute [%t] on %q -> !async.value<f32> {
    %c0 = arith.constant 0 : index
    memref.copy %b, %c : memref<8xf32> to memref<8xf32>
    %x = memref.load %b[%c0] : memref<8xf32>
    task.yield %x : f32
  }
  %g = async.create_group %c2 : !async.group
  %0 = async.add_to_group %u, %g : !async.token
  %1 = async.add_to_group %w, %g : !async.token
  async.await_all %g
  %s = async.execute (%v as %x: !async.value<f32>) {
    %c0 = arith.constant 0 : index
    memref.store %x, %a[%c0] : memref<8xf32>
    async.yield
  }
  async.await %s : !async.token
  return
}

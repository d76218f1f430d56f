// The next block is loaded on a queue of its own while this one is worked on: translate --to=hlo prints the
// starts and dones that XLA would schedule.
func.func private @load(memref<8xf32> {bufferization.access = "read"}, memref<8xf32> {bufferization.access = "write"})
func.func private @work(memref<8xf32> {bufferization.access = "read"}, memref<8xf32> {bufferization.access = "read-write"})
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %out: memref<8xf32>) {
  %next = memref.alloc() : memref<8xf32>
  %t = async.execute attributes {pipeline.queue = 1 : i64} {
    func.call @load(%a, %next) : (memref<8xf32>, memref<8xf32>) -> ()
    async.yield
  }
  func.call @work(%b, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  async.await %t : !async.token
  func.call @work(%next, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

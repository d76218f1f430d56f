// Attributes of tasks, queues and pipelines, each in a program whose execution or whose verdict depends on it.
func.func @queues(%a: memref<16xf32>, %b: memref<16xf32>) {
  %tile = memref.alloc() : memref<16xf32>
  pipeline.async_scope {
    memref.copy %a, %tile : memref<16xf32> to memref<16xf32>
  }
  pipeline.commit_queue 0
  pipeline.wait_queue 0, 0
  memref.copy %tile, %b : memref<16xf32> to memref<16xf32>
  memref.dealloc %tile : memref<16xf32>
  return
}

// -----

func.func @references(%a: memref<4xf32>) {
  %t = async.runtime.create : !async.token
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.await %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  return
}

// -----

func.func @block(%a: memref<16xf32>, %b: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c16 step %c1 {
    pipeline.block reads(%a[%i] : memref<16xf32>) writes(%b[%i] : memref<16xf32>) {
      %v = memref.load %a[%i] : memref<16xf32>
      memref.store %v, %b[%i] : memref<16xf32>
    }
  }
  return
}

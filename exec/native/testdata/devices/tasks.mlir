// Devices by number: in a loop and in tasks, of callers and callees, behind a condition and behind branches; tokens go from one to another.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<8xi32>, %k: i32) kernel {
      %i = gpu.thread_id x
      %x = memref.load %a[%i] : memref<8xi32>
      %y = arith.addi %x, %k : i32
      memref.store %y, %a[%i] : memref<8xi32>
      gpu.return
    }
  }

  // On the device of whoever calls it.
  func.func private @part(%a: memref<8xi32>, %k: i32) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %d, %t0 = gpu.alloc async () : memref<8xi32>
    %t1 = gpu.memcpy async [%t0] %d, %a : memref<8xi32>, memref<8xi32>
    %t2 = gpu.launch_func async [%t1] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%d : memref<8xi32>, %k : i32)
    %t3 = gpu.memcpy async [%t2] %a, %d : memref<8xi32>, memref<8xi32>
    %t4 = gpu.dealloc async [%t3] %d : memref<8xi32>
    gpu.wait [%t4]
    return
  }

  // With memory of the device of whoever calls it.
  func.func private @on(%d: memref<8xi32>, %a: memref<8xi32>, %k: i32) {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%d : memref<8xi32>, %k : i32)
    gpu.memcpy %a, %d : memref<8xi32>, memref<8xi32>
    return
  }

  // Memory of the host that every device may access goes round: each device adds to it behind the one before.
  func.func private @round(%a: memref<8xi32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %u = memref.cast %a : memref<8xi32> to memref<*xi32>
    gpu.host_register %u : memref<*xi32>
    %first = gpu.wait async
    %last = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %first) -> (!gpu.async.token) {
      %n = arith.index_cast %i : index to i32
      gpu.set_default_device %n
      %t = gpu.launch_func async [%before] @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%a : memref<8xi32>, %n : i32)
      scf.yield %t : !gpu.async.token
    }
    gpu.wait [%last]
    gpu.host_unregister %u : memref<*xi32>
    return
  }

  // One of two devices, by a condition, and another behind a branch.
  func.func private @choose(%a: memref<8xi32>, %p: i1) {
    %n1 = arith.constant 1 : i32
    %n3 = arith.constant 3 : i32
    %n = arith.select %p, %n1, %n3 : i32
    gpu.set_default_device %n
    %d, %t0 = gpu.alloc async () : memref<8xi32>
    %t1 = gpu.memcpy async [%t0] %d, %a : memref<8xi32>, memref<8xi32>
    cf.cond_br %p, ^left, ^right(%t1 : !gpu.async.token)
  ^left:
    %t2 = gpu.memset async [%t1] %d, %n3 : memref<8xi32>, i32
    cf.br ^right(%t2 : !gpu.async.token)
  ^right(%t: !gpu.async.token):
    %t3 = gpu.memcpy async [%t] %a, %d : memref<8xi32>, memref<8xi32>
    gpu.wait [%t3]
    gpu.dealloc %d : memref<8xi32>
    return
  }

  func.func @main(%a: memref<8xi32>, %b: memref<4x8xi32>, %c: memref<8xi32>, %p: i1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %group = async.create_group %c4 : !async.group
    scf.for %i = %c0 to %c4 step %c1 {
      %n = arith.index_cast %i : index to i32
      %task = async.execute {
        gpu.set_default_device %n
        %row = memref.alloc() : memref<8xi32>
        %from = memref.subview %b[%i, 0] [1, 8] [1, 1] : memref<4x8xi32> to memref<8xi32, strided<[1], offset: ?>>
        memref.copy %from, %row : memref<8xi32, strided<[1], offset: ?>> to memref<8xi32>
        func.call @part(%row, %n) : (memref<8xi32>, i32) -> ()
        %d = gpu.alloc () : memref<8xi32>
        gpu.memcpy %d, %row : memref<8xi32>, memref<8xi32>
        gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1) args(%d : memref<8xi32>, %n : i32)
        gpu.memcpy %row, %d : memref<8xi32>, memref<8xi32>
        func.call @on(%d, %row, %n) : (memref<8xi32>, memref<8xi32>, i32) -> ()
        gpu.dealloc %d : memref<8xi32>
        memref.copy %row, %from : memref<8xi32> to memref<8xi32, strided<[1], offset: ?>>
        memref.dealloc %row : memref<8xi32>
        async.yield
      }
      %rank = async.add_to_group %task, %group : !async.token
    }
    func.call @round(%a) : (memref<8xi32>) -> ()
    func.call @choose(%c, %p) : (memref<8xi32>, i1) -> ()
    async.await_all %group
    return
  }
}

// Attributes of operations on a device, each in a program whose results depend on it.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.thread_id x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.block_id x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.block_dim x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.grid_dim x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.global_id x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.lane_id : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.num_subgroups : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.subgroup_id : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.subgroup_size : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.cluster_id x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.cluster_dim x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.cluster_block_id x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %i = gpu.cluster_dim_blocks x : index
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %v = arith.index_cast %i : index to i32
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      memref.store %v, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r, %p = gpu.shuffle xor %w, %one, %width : i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r, %p = gpu.rotate %w, 1, 32 : i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = gpu.all_reduce add %w {} : (i32) -> i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = gpu.subgroup_reduce add %w cluster(size = 4) : (i32) -> i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = gpu.subgroup_reduce add %w : (i32) -> i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = gpu.subgroup_broadcast %w, first_active_lane : i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = arith.addi %w, %w : i32
      gpu.printf "%d\n", %r : i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<512xf32>, %n: memref<512xi32>) kernel attributes {known_block_size = array<i32: 8, 2, 2>, known_grid_size = array<i32: 2, 1, 1>} {
      %x = gpu.global_id x
      %y = gpu.thread_id y
      %z = gpu.thread_id z
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %a = arith.muli %y, %c16 : index
      %b = arith.muli %z, %c32 : index
      %e = arith.addi %a, %x : index
      %f = arith.addi %e, %b : index
      %w = memref.load %n[%f] : memref<512xi32>
      %one = arith.constant 1 : i32
      %width = arith.constant 32 : i32
      %r = arith.addi %w, %w : i32
      memref.store %r, %n[%f] : memref<512xi32>
      gpu.return
    }
  }
  func.func @main(%m: memref<512xf32>, %n: memref<512xi32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c8 = arith.constant 8 : index
    %t = gpu.wait async
    %u = gpu.launch_func async [%t] @kernels::@k blocks in (%c2, %c1, %c1) threads in (%c8, %c2, %c2) args(%m : memref<512xf32>, %n : memref<512xi32>)
    gpu.wait [%u]
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
    gpu.func @k(%m: memref<512xf32> {llvm.noalias}, %n: memref<512xi32>) workgroup(%s: memref<8xi32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) private(%p: memref<8xi32, #gpu.address_space<private>> {llvm.align = 16 : i64}) kernel {
      %c0 = arith.constant 0 : index
      %v = arith.constant 7 : i32
      memref.store %v, %p[%c0] : memref<8xi32, #gpu.address_space<private>>
      %w = memref.load %p[%c0] : memref<8xi32, #gpu.address_space<private>>
      memref.store %w, %n[%c0] : memref<512xi32>
      gpu.return
    }
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<16x16xf16>, %n: memref<16x16xf16>) kernel {
      %c0 = arith.constant 0 : index
      %a = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
      %b = gpu.subgroup_mma_load_matrix %m[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
      %c = gpu.subgroup_mma_load_matrix %n[%c0, %c0] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "COp">
      %d = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
      %e = gpu.subgroup_mma_elementwise addf %d, %c : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
      gpu.subgroup_mma_store_matrix %e, %n[%c0, %c0] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<16x16xf16>
      gpu.return
    }
  }
}

// -----

func.func @main(%n: memref<64xi32>) {
  %c0 = arith.constant 0 : index
  %t = gpu.wait async
  %a, %u = gpu.alloc async [%t] () : memref<64xi32>
  %w = gpu.memcpy async [%u] %a, %n : memref<64xi32>, memref<64xi32>
  %x = gpu.memcpy async [%w] %n, %a : memref<64xi32>, memref<64xi32>
  %y = gpu.dealloc async [%x] %a : memref<64xi32>
  gpu.wait [%y]
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%m: memref<64xf32>, %n: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %x = gpu.thread_id x
      %i = arith.muli %x, %c4 : index
      %t = nvgpu.device_async_copy %m[%i], %s[%i], 4 {bypassL1} : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
      %g = nvgpu.device_async_create_group %t
      nvgpu.device_async_wait %g {numGroups = 0 : i32}
      %v = memref.load %s[%i] : memref<64xf32, #gpu.address_space<workgroup>>
      memref.store %v, %n[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%m: memref<64xf32>, %n: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c16, %c1, %c1) args(%m : memref<64xf32>, %n : memref<64xf32>)
    return
  }
}

// -----

gpu.module @targets [#nvvm.target<chip = "sm_80", features = "+ptx80">] {
  gpu.func @k(%m: memref<32xi32>) kernel {
    %i = gpu.thread_id x
    %v = arith.index_cast %i : index to i32
    memref.store %v, %m[%i] : memref<32xi32>
    gpu.return
  }
}

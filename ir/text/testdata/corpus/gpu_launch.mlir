// Covers the gpu dialect: launches, kernels, modules with every optional part present and absent.
module attributes {gpu.container_module} {
  func.func @launch(%c: index, %i: i32, %m: memref<4xf32>, %j: i64, %s: !llvm.ptr) {
    %t0 = gpu.wait async
    %t1 = gpu.wait async [%t0]
    gpu.wait
    gpu.wait [%t0, %t1]
    gpu.wait [%t0, %t1] {a}
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
      %x = arith.addi %bx, %sz : index
      gpu.terminator
    }
    %t2 = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) dynamic_shared_memory_size %i module(@mod) function(@fun) workgroup(%w: memref<4xf32, 3>, %w2 : memref<4xf32, 3>) private(%p: memref<1xf32, 5>) {
      %x = arith.addi %bx, %sz : index
      gpu.terminator
    } {foo = 1 }
    %t3 = gpu.launch async [%t2, %t1] clusters(%kx, %ky, %kz) in (%lx = %c, %ly = %c, %lz = %c) blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) private(%p: memref<1xf32, 5>) {
      %x = arith.addi %kx, %lz : index
      gpu.terminator
    }
    gpu.launch_func @k::@k1 blocks in (%c, %c, %c) threads in (%c, %c, %c)
    %t4 = gpu.launch_func async [%t3] @k::@k2 clusters in (%c, %c, %c) blocks in (%c, %c, %c) threads in (%c, %c, %c) dynamic_shared_memory_size %i args(%c : index, %m: memref<4xf32>) {a}
    gpu.launch_func [%t3] @k::@k1 blocks in (%j, %j, %j) threads in (%j, %j, %j) : i64
    gpu.launch_func @k::@k1 clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32
    gpu.launch_func @k::@k1 clusters in (%i, %i, %i) blocks in (%i, %i, %i) threads in (%i, %i, %i) : i32 dynamic_shared_memory_size %i 
    gpu.launch_func <%s : !llvm.ptr> @k::@k1 blocks in (%c, %c, %c) threads in (%c, %c, %c)
    gpu.launch_func @k::@k2 blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%c : index, %m: memref<4xf32>)
    return
  }
  gpu.module @k {
    gpu.func @k1() kernel { gpu.return }
    gpu.func @k2(%a: index {x.y}, %b: memref<4xf32>) workgroup(%w: memref<4xf32, 3> {a.b = 1}, %w2: memref<4xf32,3>) private(%p: memref<1xf32,5>) kernel attributes {known_block_size = array<i32: 1, 2, 3>, foo} { 
      gpu.barrier
      gpu.return }
    gpu.func @k3(%a: index) -> (index, f32 {a.b}) {
       %f = arith.constant 1.0 : f32
       gpu.return %a, %f : index, f32
    }
    gpu.func @k4(%a: index) private(%p: memref<1xf32,5>) {
       gpu.return 
    }
    func.func @helper() { return }
  }
}

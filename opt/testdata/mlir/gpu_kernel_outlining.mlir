// PASSES: --gpu-kernel-outlining
func.func private @dev(%x: f32) -> f32
func.func @helper(%x: f32) -> f32 {
  %0 = func.call @dev(%x) : (f32) -> f32
  return %0 : f32
}
memref.global "private" constant @tab : memref<4xf32> = dense<1.0>
func.func @f(%A: memref<?xf32>, %n: index, %tok: !gpu.async.token) -> !gpu.async.token {
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %cst = arith.constant 2.0 : f32
  %dyn = arith.constant 1024 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) dynamic_shared_memory_size %dyn workgroup(%w : memref<32xf32, #gpu.address_space<workgroup>>) private(%p : memref<4xf32, #gpu.address_space<private>>) {
    %0 = memref.load %A[%tx] : memref<?xf32>
    %1 = arith.addf %0, %cst : f32
    %2 = func.call @helper(%1) : (f32) -> f32
    %g = memref.get_global @tab : memref<4xf32>
    %x = memref.load %g[%c1] : memref<4xf32>
    %c = arith.cmpi ult, %tx, %n : index
    cf.cond_br %c, ^a, ^b
  ^a:
    memref.store %2, %A[%tx] : memref<?xf32>
    gpu.terminator
  ^b:
    memref.store %x, %p[%c1] : memref<4xf32, #gpu.address_space<private>>
    gpu.terminator
  } {foo = 1}
  %t = gpu.launch async [%tok] clusters(%cx, %cy, %cz) in (%ccx = %c1, %ccy = %c1, %ccz = %c1) blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) module(@km) function(@kf) {
    %3 = arith.addi %cx, %bx : index
    memref.store %cst, %A[%3] : memref<?xf32>
    gpu.terminator
  }
  %t2 = gpu.launch async [%t] blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) module(@km) function(@kf) {
    memref.store %cst, %A[%bx] : memref<?xf32>
    gpu.terminator
  }
  return %t2 : !gpu.async.token
}
func.func @k() { return }
func.func @k_kernel() { return }
func.func @g(%A: memref<?xf32>, %n: index) {
  %c1 = arith.constant 1 : index
  %d = memref.dim %A, %c1 : memref<?xf32>
  %cc = arith.cmpi slt, %n, %d : index
  %ss = arith.select %cc, %n, %d : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %cst = arith.constant 3.0 : f32
    memref.store %cst, %A[%ss] : memref<?xf32>
    scf.for %i = %tx to %ss step %c1 {
      memref.store %cst, %A[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  scf.for %i = %c1 to %n step %c1 {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %cst = arith.constant 3.0 : f32
    memref.store %cst, %A[%i] : memref<?xf32>
    gpu.terminator
  }
  }
  return
}
// -----
// Names are taken: by functions, by modules of kernels, and by each other.
gpu.module @named {
  gpu.func @one() kernel {
    gpu.return
  }
}
func.func @a_kernel() {
  return
}
func.func @other() {
  return
}
func.func @a(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@named) function(@one) {
    "test.use"() {symbols = [@other, {in = @other}]} : () -> ()
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@other) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) module(@other) {
    gpu.terminator
  }
  return
}
func.func @b(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) function(@a_kernel) {
    gpu.terminator
  }
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}
// -----
// Nothing to outline.
func.func @f() {
  return
}

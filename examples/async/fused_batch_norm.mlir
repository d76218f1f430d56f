// One task with three results that become ready one by one: the mean and the variance of a batch are used for the running statistics
// while the task still normalizes. The results of an async.execute would be ready together, at its end. The two updates have the statistics
// to themselves; which of them comes first is open.
//
//   go run ./cmd/inflight run examples/async/fused_batch_norm.mlir
//   go run ./cmd/inflight run examples/async/fused_batch_norm.mlir --engine native

func.func @fused_batch_norm(%x: memref<256xf32>, %y: memref<256xf32>, %statistics: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 256.0 : f32
  %epsilon = arith.constant 0.001 : f32
  %keep = arith.constant 0.75 : f32
  %take = arith.constant 0.25 : f32
  %mean = task.promise : !async.value<f32>
  %variance = task.promise : !async.value<f32>
  %norm = async.execute {
    %sum = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<256xf32>
      %t = arith.addf %s, %v : f32
      scf.yield %t : f32
    }
    %m = arith.divf %sum, %n : f32
    task.fulfill %mean : !async.value<f32> with %m : f32
    %squares = scf.for %i = %c0 to %c256 step %c1 iter_args(%s = %zero) -> f32 {
      %v = memref.load %x[%i] : memref<256xf32>
      %d = arith.subf %v, %m : f32
      %q = arith.mulf %d, %d : f32
      %t = arith.addf %s, %q : f32
      scf.yield %t : f32
    }
    %w = arith.divf %squares, %n : f32
    task.fulfill %variance : !async.value<f32> with %w : f32
    %safe = arith.addf %w, %epsilon : f32
    %deviation = math.sqrt %safe : f32
    scf.for %i = %c0 to %c256 step %c1 {
      %v = memref.load %x[%i] : memref<256xf32>
      %d = arith.subf %v, %m : f32
      %r = arith.divf %d, %deviation : f32
      memref.store %r, %y[%i] : memref<256xf32>
    }
    async.yield
  }
  // If the task fails, so do the promises that it has not fulfilled.
  task.settle %mean by %norm : !async.value<f32>
  task.settle %variance by %norm : !async.value<f32>

  %alone = task.resource
  %first = task.execute (%mean as %m: !async.value<f32>) holding(%alone) {
    %old = memref.load %statistics[%c0] : memref<2xf32>
    %a = arith.mulf %keep, %old : f32
    %b = arith.mulf %take, %m : f32
    %new = arith.addf %a, %b : f32
    memref.store %new, %statistics[%c0] : memref<2xf32>
    task.yield
  }
  %second = task.execute (%variance as %v: !async.value<f32>) holding(%alone) {
    %old = memref.load %statistics[%c1] : memref<2xf32>
    %a = arith.mulf %keep, %old : f32
    %b = arith.mulf %take, %v : f32
    %new = arith.addf %a, %b : f32
    memref.store %new, %statistics[%c1] : memref<2xf32>
    task.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  async.await %norm : !async.token
  return
}

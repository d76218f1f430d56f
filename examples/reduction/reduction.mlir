// A streaming reduction over any number of chunks: sum and maximum of a long
// vector that does not fit in the near memory. Chunks of 64 elements are
// fetched two ahead of the sums. The number of chunks is known only at run time.
//
//   inflight run examples/reduction/reduction.mlir --dim chunks=10

func.func @reduction(%x: memref<?x64xf64>, %sum: memref<f64>, %max: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0xFFF0000000000000 : f64
  %chunks = memref.dim %x, %c0 : memref<?x64xf64>
  memref.store %zero, %sum[] : memref<f64>
  memref.store %least, %max[] : memref<f64>
  scf.for %i = %c0 to %chunks step %c1 {
    %near = memref.alloc() : memref<64xf64, 3>
    // Statement 0: fetch a chunk.
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %x[%i, %j] : memref<?x64xf64>
      memref.store %v, %near[%j] : memref<64xf64, 3>
    }
    // Statement 1: add it up.
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %near[%j] : memref<64xf64, 3>
      %s = memref.load %sum[] : memref<f64>
      %t = arith.addf %s, %v : f64
      memref.store %t, %sum[] : memref<f64>
    }
    // Statement 2: find the maximum.
    scf.for %j = %c0 to %c64 step %c1 {
      %v = memref.load %near[%j] : memref<64xf64, 3>
      %m = memref.load %max[] : memref<f64>
      %n = arith.maximumf %m, %v : f64
      memref.store %n, %max[] : memref<f64>
    }
  } {software_pipeline_stage = [0, 2, 2],
     software_pipeline_order = [0, 1, 2],
     software_pipeline_async_stages = [0]}
  return
}

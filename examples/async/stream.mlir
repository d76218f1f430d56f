// Streams a recording through a kernel. Every row of %samples is a block of 16-bit samples: reading one takes the emphasis of high
// frequencies back, computing on it follows its envelope. Reading is an asynchronous stage: while one block is computed on, the next
// one is read from the file into the other buffer.
//
//   go run ./cmd/inflight run examples/async/stream.mlir --engine native
//
// An executable maps its .npy files, so that touching a row is what reads it, and a file may be larger than the memory:
//
//   go run ./examples/data --large /tmp/stream
//   go run ./cmd/inflight build examples/async/stream.mlir -o /tmp/stream/stream
//   /tmp/stream/stream --memory-limit 64MiB /tmp/stream/samples.npy /tmp/stream/loudness.npy

func.func @stream(%samples: memref<?x?xi16>, %loudness: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 3.05175781e-05 : f32
  %deemphasis = arith.constant 0.9375 : f32
  %decay = arith.constant 0.99609375 : f32
  %blocks = memref.dim %samples, %c0 : memref<?x?xi16>
  %width = memref.dim %samples, %c1 : memref<?x?xi16>
  scf.for %i = %c0 to %blocks step %c1 {
    %signal = memref.alloc(%width) : memref<?xf32>
    // Statement 0: read a block.
    %last = scf.for %j = %c0 to %width step %c1 iter_args(%y = %zero) -> f32 {
      %sample = memref.load %samples[%i, %j] : memref<?x?xi16>
      %number = arith.sitofp %sample : i16 to f32
      %x = arith.mulf %number, %scale : f32
      %before = arith.mulf %y, %deemphasis : f32
      %new = arith.addf %x, %before : f32
      memref.store %new, %signal[%j] : memref<?xf32>
      scf.yield %new : f32
    }
    // Statement 1: compute on it.
    %envelope, %sum = scf.for %j = %c0 to %width step %c1 iter_args(%e = %zero, %s = %zero) -> (f32, f32) {
      %x = memref.load %signal[%j] : memref<?xf32>
      %level = math.absf %x : f32
      %falling = arith.mulf %e, %decay : f32
      %peak = arith.maximumf %level, %falling : f32
      %t = arith.addf %s, %peak : f32
      scf.yield %peak, %t : f32, f32
    }
    memref.store %sum, %loudness[%i] : memref<?xf32>
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

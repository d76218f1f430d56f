// A matrix product with weights in 8 bits, C = A·(B scaled by column), in f32. Packing 8 columns of B into a panel makes numbers of
// the weights and puts those next to each other that the product takes together. It is an asynchronous stage: while the product with
// one panel is computed, the next one is packed, into the other of two buffers. On the engine wasm that is another goroutine:
//
//   go run ./cmd/inflight run examples/async/gemm.mlir --dim M=64 --dim K=1024 --dim N=1024 --trace /tmp/gemm.json
//
// The trace says what ran when, as measured; ui.perfetto.dev draws it.

func.func @gemm(%A: memref<?x?xf32>, %B: memref<?x?xi8>, %scale: memref<?xf32>, %C: memref<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %M = memref.dim %A, %c0 : memref<?x?xf32>
  %K = memref.dim %A, %c1 : memref<?x?xf32>
  %N = memref.dim %B, %c1 : memref<?x?xi8>
  %panels = arith.divui %N, %c8 : index
  scf.for %j = %c0 to %panels step %c1 {
    %panel = memref.alloc(%K) : memref<?x8xf32>
    %first = arith.muli %j, %c8 : index
    // Statement 0: pack a panel of B.
    scf.for %k = %c0 to %K step %c1 {
      scf.for %x = %c0 to %c8 step %c1 {
        %column = arith.addi %first, %x : index
        %weight = memref.load %B[%k, %column] : memref<?x?xi8>
        %number = arith.sitofp %weight : i8 to f32
        %s = memref.load %scale[%column] : memref<?xf32>
        %b = arith.mulf %number, %s : f32
        memref.store %b, %panel[%k, %x] : memref<?x8xf32>
      }
    }
    // Statement 1: multiply A by it.
    scf.for %i = %c0 to %M step %c1 {
      scf.for %x = %c0 to %c8 step %c1 {
        %column = arith.addi %first, %x : index
        %sum = scf.for %k = %c0 to %K step %c1 iter_args(%c = %zero) -> f32 {
          %a = memref.load %A[%i, %k] : memref<?x?xf32>
          %b = memref.load %panel[%k, %x] : memref<?x8xf32>
          %p = arith.mulf %a, %b : f32
          %t = arith.addf %c, %p : f32
          scf.yield %t : f32
        }
        memref.store %sum, %C[%i, %column] : memref<?x?xf32>
      }
    }
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

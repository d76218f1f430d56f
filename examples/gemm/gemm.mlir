// A layer of a network with compressed weights, Y = X·W for a batch of 192 rows. The weights of a panel of 512 columns are unpacked
// from a stream of bytes, and X is multiplied by them. Where the next panel begins in the stream is known only when the last one is
// unpacked, so that panels cannot be unpacked side by side; but while X is multiplied by one, the next one is unpacked into the other of
// two buffers, on another goroutine.
//
//   inflight run examples/gemm/gemm.mlir
//
// A weight takes a byte, whose upper 7 bits are the number, or two if its lowest bit is set: the second one has the 8 bits above those.

func.func @layer(%X: memref<192x1024xf32>, %stream: memref<16777216xi8>, %Y: memref<?x192x512xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c192 = arith.constant 192 : index
  %c512 = arith.constant 512 : index
  %c1024 = arith.constant 1024 : index
  %one = arith.constant 1 : i8
  %by_one = arith.constant 1 : i32
  %by_seven = arith.constant 7 : i32
  %mask = arith.constant 127 : i32
  %scale = arith.constant 0.0078125 : f32
  %zero = arith.constant 0.0 : f32
  %panels = memref.dim %Y, %c0 : memref<?x192x512xf32>
  %position = memref.alloc() : memref<1xindex>
  memref.store %c0, %position[%c0] : memref<1xindex>
  scf.for %p = %c0 to %panels step %c1 {
    %W = memref.alloc() : memref<1024x512xf32>
    // Statement 0: unpack the weights of a panel.
    scf.for %k = %c0 to %c1024 step %c1 {
      %begin = memref.load %position[%c0] : memref<1xindex>
      %end = scf.for %n = %c0 to %c512 step %c1 iter_args(%at = %begin) -> index {
        %byte = memref.load %stream[%at] : memref<16777216xi8>
        %bit = arith.andi %byte, %one : i8
        %is_long = arith.trunci %bit : i8 to i1
        %bits = arith.extsi %byte : i8 to i32
        %low = arith.shrsi %bits, %by_one : i32
        %behind = arith.addi %at, %c1 : index
        %number, %next = scf.if %is_long -> (i32, index) {
          %second = memref.load %stream[%behind] : memref<16777216xi8>
          %more = arith.extsi %second : i8 to i32
          %high = arith.shli %more, %by_seven : i32
          %seven = arith.andi %low, %mask : i32
          %long = arith.ori %high, %seven : i32
          %after = arith.addi %behind, %c1 : index
          scf.yield %long, %after : i32, index
        } else {
          scf.yield %low, %behind : i32, index
        }
        %float = arith.sitofp %number : i32 to f32
        %weight = arith.mulf %float, %scale : f32
        memref.store %weight, %W[%k, %n] : memref<1024x512xf32>
        scf.yield %next : index
      }
      memref.store %end, %position[%c0] : memref<1xindex>
    }
    // Statement 1: multiply X by them.
    scf.for %m = %c0 to %c192 step %c1 {
      scf.for %n = %c0 to %c512 step %c1 {
        %sum = scf.for %k = %c0 to %c1024 step %c1 iter_args(%s = %zero) -> f32 {
          %x = memref.load %X[%m, %k] : memref<192x1024xf32>
          %w = memref.load %W[%k, %n] : memref<1024x512xf32>
          %xw = arith.mulf %x, %w : f32
          %t = arith.addf %s, %xw : f32
          scf.yield %t : f32
        }
        memref.store %sum, %Y[%p, %m, %n] : memref<?x192x512xf32>
      }
    }
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

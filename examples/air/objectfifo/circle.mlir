// A circle of locks and a DMA channel: the core of tile (0, 3) fills its buffer when it has a credit, the
// core of tile (0, 2) gives the credit when data has come, and data comes when the buffer is full.
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %into = aie.buffer(%a) : memref<16xi32>
  %from = aie.buffer(%b) : memref<16xi32>
  %taken = aie.lock(%a) {init = 0 : i32, sym_name = "taken"}
  %credit = aie.lock(%a) {init = 0 : i32, sym_name = "credit"}
  %ready = aie.lock(%b) {init = 0 : i32, sym_name = "ready"}
  %free = aie.lock(%b) {init = 1 : i32, sym_name = "free"}
  aie.flow(%b, DMA : 0, %a, DMA : 0)
  %receive = aie.mem(%a) {
    %s = aie.dma_start(S2MM, 0, ^bd, ^end)
  ^bd:
    aie.dma_bd(%into : memref<16xi32>, 0, 16)
    aie.use_lock(%taken, Release, 1)
    aie.next_bd ^bd
  ^end:
    aie.end
  }
  %send = aie.mem(%b) {
    %s = aie.dma_start(MM2S, 0, ^bd, ^end)
  ^bd:
    aie.use_lock(%ready, AcquireGreaterEqual, 1)
    aie.dma_bd(%from : memref<16xi32>, 0, 16)
    aie.use_lock(%free, Release, 1)
    aie.next_bd ^bd
  ^end:
    aie.end
  }
  %first = aie.core(%a) {
    %lo = arith.constant 0 : index
    %one = arith.constant 1 : index
    %forever = arith.constant 4294967295 : index
    scf.for %i = %lo to %forever step %one {
      aie.use_lock(%taken, AcquireGreaterEqual, 1)
      aie.use_lock(%credit, Release, 1)
    }
    aie.end
  }
  %second = aie.core(%b) {
    %lo = arith.constant 0 : index
    %one = arith.constant 1 : index
    %forever = arith.constant 4294967295 : index
    scf.for %i = %lo to %forever step %one {
      aie.use_lock(%free, AcquireGreaterEqual, 1)
      aie.use_lock(%credit, AcquireGreaterEqual, 1)
      aie.use_lock(%ready, Release, 1)
    }
    aie.end
  }
}

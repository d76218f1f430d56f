aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{has no consumer}}
  aie.objectfifo @of(%a, {}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{has a depth that is not an integer of 1 or more for each tile}}
  aie.objectfifo @of(%a, {%b}, 0 : i32) : !aie.objectfifo<memref<4xi32>>
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{has a depth that is not an integer of 1 or more for each tile}}
  aie.objectfifo @of(%a, {%b}, [2 : i32]) : !aie.objectfifo<memref<4xi32>>
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  %c = aie.core(%a) {
    %v = aie.objectfifo.acquire @of(Produce, 1) : !aie.objectfifosubview<memref<4xi32>>
    // expected-error @+1 {{is of element 1, and 1 are acquired}}
    %x = aie.objectfifo.subview.access %v[1] : !aie.objectfifosubview<memref<4xi32>> -> memref<4xi32>
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  %c = aie.core(%a) {
    // expected-error @+1 {{has no port Produce or Consume}}
    aie.objectfifo.release @of(Own, 1)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  %c = aie.core(%a) {
    // expected-error @+1 {{is of 0 elements: 1 or more are possible}}
    aie.objectfifo.release @of(Produce, 0)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %c = aie.core(%a) {
    // expected-error @+1 {{names '@of', which is no object FIFO}}
    aie.objectfifo.release @of(Produce, 1)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  // expected-error @+1 {{is in no aie.core}}
  aie.objectfifo.release @of(Produce, 1)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  %c = aie.core(%a) {
    // expected-error @+1 {{is at the port Consume, and the core's tile is not on that side of '@of'}}
    aie.objectfifo.release @of(Consume, 1)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  %c = aie.core(%a) {
    // expected-error @+1 {{is of 3 elements, and '@of' has 2 at this tile}}
    %v = aie.objectfifo.acquire @of(Produce, 3) : !aie.objectfifosubview<memref<4xi32>>
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  // expected-error @+1 {{links no object FIFO on one side}}
  aie.objectfifo.link [@of] -> [] ([] [])
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<4xi32>>
  // expected-error @+1 {{names '@other', which is no object FIFO}}
  aie.objectfifo.link [@of] -> [@other] ([] [])
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{begins with the value 64: a lock has 0 to 63}}
  %l = aie.lock(%a) {init = 64 : i32}
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %l = aie.lock(%a)
  // expected-error @+1 {{has no action Acquire, AcquireGreaterEqual or Release}}
  aie.use_lock(%l, Take, 1)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %l = aie.lock(%a)
  // expected-error @+1 {{is of 64: a lock has 0 to 63}}
  aie.use_lock(%l, Release, 64)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{is of a value that is no aie.lock}}
  aie.use_lock(%a, Release, 1)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %m = aie.mem(%a) {
    // expected-error @+1 {{has no direction S2MM or MM2S}}
    %s = aie.dma_start(Up, 0, ^x, ^x)
  ^x:
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %m = aie.mem(%a) {
    // expected-error @+1 {{is of channel -1: channels count from 0}}
    %s = aie.dma_start(S2MM, -1, ^x, ^x)
  ^x:
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %m = aie.mem(%a) {
    // expected-error @+1 {{repeats its descriptors -1 times: 0 or more are possible}}
    %s = aie.dma_start(S2MM, 0, ^x, ^x, repeat_count = -1)
  ^x:
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %m = aie.mem(%a) {
    // expected-error @+1 {{expected 'repeat_count'}}
    %s = aie.dma_start(S2MM, 0, ^x, ^x, 2)
  ^x:
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %x = aie.buffer(%a) : memref<4xi32>
  %m = aie.mem(%a) {
    // expected-error @+1 {{moves -4 elements: 0 or more are possible}}
    aie.dma_bd(%x : memref<4xi32>, 0, -4)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %x = aie.buffer(%a) : memref<4xi32>
  %m = aie.mem(%a) {
    // expected-error @+1 {{begins at element -1: elements count from 0}}
    aie.dma_bd(%x : memref<4xi32>, -1, 4)
    aie.end
  }
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  %x = aie.buffer(%a) : memref<4xi32>
  // expected-error @+1 {{is in no aie.mem, aie.memtile_dma or aie.shim_dma}}
  aie.dma_bd(%x : memref<4xi32>, 0, 4)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{has an unknown port}}
  aie.flow(%a, DMA : -1, %b, DMA : 0)
}
// -----
aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  // expected-error @+1 {{has an unknown port}}
  aie.flow(%a, DMA : 0, %b, Side : 0)
}

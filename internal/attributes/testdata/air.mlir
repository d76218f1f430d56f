air.channel @in [2] {channel_type = "npu_dma_stream"}
func.func @tiles(%a: memref<16xi32>, %b: memref<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = air.channel.put async @in[%c0] (%a[0] [4] [1]) : (memref<16xi32>)
  %q = air.channel.put async @in[%c1] (%a[4] [4] [1]) : (memref<16xi32>)
  %h = air.herd async tile (%tx) in (%sx=%c2) args(%to=%b) : memref<16xi32> attributes {link_with = "kernel.o"} {
    %m = memref.alloc() : memref<4xi32, 2>
    %c4 = arith.constant 4 : index
    %at = arith.muli %tx, %c4 : index
    air.channel.get @in[%tx] (%m[0] [4] [1]) : (memref<4xi32, 2>)
    air.dma_memcpy_nd (%to[%at] [4] [1], %m[0] [4] [1]) : (memref<16xi32>, memref<4xi32, 2>)
  }
  air.wait_all [%p, %q, %h]
  return
}

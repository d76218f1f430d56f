air.channel @in [1]
air.channel @link [3] {channel_type = "npu_cascade"}
air.channel @out [1]
func.func @cascade(%a: memref<4xi32>, %b: memref<4xi32>) {
  %c4 = arith.constant 4 : index
  %c0 = arith.constant 0 : index
  %p = air.channel.put async @in[%c0] (%a[] [] []) : (memref<4xi32>)
  %h = air.herd async tile (%tx) in (%sx=%c4) {
    %c0_0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %m = memref.alloc() : memref<4xi32, 2>
    %first = arith.cmpi eq, %tx, %c0_0 : index
    scf.if %first {
      air.channel.get @in[%c0_0] (%m[] [] []) : (memref<4xi32, 2>)
    } else {
      %prev = arith.subi %tx, %c1 : index
      air.channel.get @link[%prev] (%m[] [] []) : (memref<4xi32, 2>)
    }
    affine.for %i = 0 to 4 {
      %v = affine.load %m[%i] : memref<4xi32, 2>
      %w = arith.addi %v, %v : i32
      affine.store %w, %m[%i] : memref<4xi32, 2>
    }
    %inner = arith.cmpi slt, %tx, %c3 : index
    scf.if %inner {
      air.channel.put @link[%tx] (%m[] [] []) : (memref<4xi32, 2>)
    } else {
      air.channel.put @out[%c0_0] (%m[] [] []) : (memref<4xi32, 2>)
    }
  }
  %g = air.channel.get async @out[%c0] (%b[] [] []) : (memref<4xi32>)
  air.wait_all [%p, %h, %g]
  return
}

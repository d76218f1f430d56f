module {
  air.channel @in [1]
  air.channel @link [3] {channel_type = "npu_cascade"}
  air.channel @out [1]
  func.func @cascade(%arg0: memref<4xi32>, %arg1: memref<4xi32>) {
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %token = air.channel.put async @in[%c0] (%arg0[] [] []) : (memref<4xi32>)
    %token_0 = air.herd async tile (%x) in (%arg2=%c4) {
      %c0_2 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %alloc = memref.alloc() : memref<4xi32, 2>
      %0 = arith.cmpi eq, %x, %c0_2 : index
      scf.if %0 {
        air.channel.get @in[%c0_2] (%alloc[] [] []) : (memref<4xi32, 2>)
      } else {
        %2 = arith.subi %x, %c1 : index
        air.channel.get @link[%2] (%alloc[] [] []) : (memref<4xi32, 2>)
      }
      affine.for %arg3 = 0 to 4 {
        %2 = affine.load %alloc[%arg3] : memref<4xi32, 2>
        %3 = arith.addi %2, %2 : i32
        affine.store %3, %alloc[%arg3] : memref<4xi32, 2>
      }
      %1 = arith.cmpi slt, %x, %c3 : index
      scf.if %1 {
        air.channel.put @link[%x] (%alloc[] [] []) : (memref<4xi32, 2>)
      } else {
        air.channel.put @out[%c0_2] (%alloc[] [] []) : (memref<4xi32, 2>)
      }
    }
    %token_1 = air.channel.get async @out[%c0] (%arg1[] [] []) : (memref<4xi32>)
    air.wait_all [%token, %token_0, %token_1]
    return
  }
}


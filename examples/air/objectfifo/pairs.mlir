aie.device(npu1) {
  %host = aie.tile(0, 0)
  %first = aie.tile(0, 2)
  %second = aie.tile(0, 3)
  aie.objectfifo @in(%host, {%first}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
  aie.objectfifo @between(%first, {%second}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
  aie.objectfifo @out(%second, {%host}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
  %double = aie.core(%first) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %forever = arith.constant 4294967295 : index
    scf.for %i = %c0 to %forever step %c1 {
      %from = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
      %x = aie.objectfifo.subview.access %from[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      %to = aie.objectfifo.acquire @between(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
      %y = aie.objectfifo.subview.access %to[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %x[%j] : memref<16xi32>
        %w = arith.addi %v, %v : i32
        memref.store %w, %y[%j] : memref<16xi32>
      }
      aie.objectfifo.release @in(Consume, 1)
      aie.objectfifo.release @between(Produce, 1)
    }
    aie.end
  }
  %pairs = aie.core(%second) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %forever = arith.constant 4294967295 : index
    scf.for %i = %c0 to %forever step %c1 {
      %from = aie.objectfifo.acquire @between(Consume, 2) : !aie.objectfifosubview<memref<16xi32>>
      %x = aie.objectfifo.subview.access %from[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      %y = aie.objectfifo.subview.access %from[1] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      %to = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
      %z = aie.objectfifo.subview.access %to[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      scf.for %j = %c0 to %c16 step %c1 {
        %v = memref.load %x[%j] : memref<16xi32>
        %w = memref.load %y[%j] : memref<16xi32>
        %s = arith.addi %v, %w : i32
        memref.store %s, %z[%j] : memref<16xi32>
      }
      aie.objectfifo.release @between(Consume, 2)
      aie.objectfifo.release @out(Produce, 1)
    }
    aie.end
  }
}

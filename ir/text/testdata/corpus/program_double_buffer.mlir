// Covers a whole program: a stream of tiles copied by DMA into two buffers while the tile before is summed.

#slot = affine_map<(d0) -> (d0 mod 2)>
#other = affine_map<(d0) -> ((d0 + 1) mod 2)>

func.func @stream(%src: memref<64x128xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %buf = memref.alloc() : memref<2x128xf32, 1>
  %tag = memref.alloc() : memref<2xi32>
  // The first tile has nothing to overlap with.
  memref.dma_start %src[%c0, %c0], %buf[%c0, %c0], %c128, %tag[%c0] : memref<64x128xf32>, memref<2x128xf32, 1>, memref<2xi32>
  %last = arith.subi %n, %c1 : index
  %total = scf.for %t = %c0 to %n step %c1 iter_args(%sum = %zero) -> (f32) {
    %here = affine.apply #slot(%t)
    %there = affine.apply #other(%t)
    %more = arith.cmpi ult, %t, %last : index
    scf.if %more {
      %next = arith.addi %t, %c1 : index
      memref.dma_start %src[%next, %c0], %buf[%there, %c0], %c128, %tag[%there] : memref<64x128xf32>, memref<2x128xf32, 1>, memref<2xi32>
    }
    memref.dma_wait %tag[%here], %c128 : memref<2xi32>
    %part = scf.for %i = %c0 to %c128 step %c1 iter_args(%s = %sum) -> (f32) {
      %x = memref.load %buf[%here, %i] : memref<2x128xf32, 1>
      %y = arith.addf %s, %x : f32
      scf.yield %y : f32
    }
    scf.yield %part : f32
  } {software_pipeline_async_stages = [0], software_pipeline_order = [0, 1, 2], software_pipeline_stage = [0, 1, 1]}
  memref.dealloc %tag : memref<2xi32>
  memref.dealloc %buf : memref<2x128xf32, 1>
  return %total : f32
}

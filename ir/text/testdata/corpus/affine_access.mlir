// Covers affine.load, store, vector_load, vector_store, prefetch, dma_start and dma_wait, with affine subscripts.

func.func @load_store(%n: index, %m: index, %s: memref<f32>, %a: memref<100x100xf32>) {
  %x = affine.load %s[] : memref<f32>
  affine.store %x, %s[] : memref<f32>
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 100 {
      // Identity, permuted, constant, sums and products, repeated operands.
      %0 = affine.load %a[%i, %j] : memref<100x100xf32>
      %1 = affine.load %a[%j, %i] : memref<100x100xf32>
      %2 = affine.load %a[0, 99] : memref<100x100xf32>
      %3 = affine.load %a[%i + 3, %j * 2 - 7] : memref<100x100xf32>
      %4 = affine.load %a[%i + %j, %i - %j] : memref<100x100xf32>
      %5 = affine.load %a[%i floordiv 4, %j mod 16] : memref<100x100xf32>
      %6 = affine.load %a[%i, %i] : memref<100x100xf32>
      // The keyword symbol marks operands bound to symbols of the map.
      %7 = affine.load %a[%i + symbol(%n), symbol(%m)] : memref<100x100xf32>
      %8 = affine.load %a[(%i + %j) ceildiv 2, -%i + 99] {doc.note} : memref<100x100xf32>
      affine.store %0, %a[%i, %j] : memref<100x100xf32>
      affine.store %1, %a[%i + symbol(%n) * 2, %j + 1] {doc.note} : memref<100x100xf32>
    }
  }
  return
}

func.func @vectors(%n: index, %a: memref<100x100xf32>) {
  affine.for %i = 0 to 16 {
    %0 = affine.vector_load %a[%i, 0] : memref<100x100xf32>, vector<8xf32>
    %1 = affine.vector_load %a[%i * 4, symbol(%n)] {doc.note} : memref<100x100xf32>, vector<2x8xf32>
    affine.vector_store %0, %a[%i, 8] : memref<100x100xf32>, vector<8xf32>
    affine.vector_store %1, %a[%i + 1, symbol(%n) + 3] {doc.note} : memref<100x100xf32>, vector<2x8xf32>
  }
  return
}

func.func @prefetch(%n: index, %a: memref<400x400xi32>) {
  affine.for %i = 0 to 400 {
    affine.prefetch %a[%i, %i + 5], read, locality<3>, data : memref<400x400xi32>
    affine.prefetch %a[%i, symbol(%n)], write, locality<0>, instr : memref<400x400xi32>
    affine.prefetch %a[0, %i mod 8], read, locality<1>, instr {doc.note} : memref<400x400xi32>
  }
  return
}

func.func @dma(%n: index, %stride: index, %src: memref<40x128xf32>, %dst: memref<2x1024xf32, 1>, %tag: memref<2xi32, 2>) {
  %c0 = arith.constant 0 : index
  affine.for %i = 0 to 8 {
    affine.dma_start %src[%i + 3, %i], %dst[0, %i * 128], %tag[%i mod 2], %n : memref<40x128xf32>, memref<2x1024xf32, 1>, memref<2xi32, 2>
    affine.dma_start %src[%i, symbol(%n)], %dst[symbol(%c0), %i], %tag[symbol(%c0)], %n, %stride, %n : memref<40x128xf32>, memref<2x1024xf32, 1>, memref<2xi32, 2>
    affine.dma_wait %tag[%i mod 2], %n : memref<2xi32, 2>
    affine.dma_wait %tag[symbol(%c0)], %n : memref<2xi32, 2>
  }
  return
}

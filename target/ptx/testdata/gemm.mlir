// C = A * B on 16-bit floats by tensor cores. A block of 128 threads makes 64 x 64 elements of C, each of its four warps 32 x 32 of them;
// tiles of A and B, 32 deep, are copied to shared memory three steps ahead. The 16 bytes that a lane of ldmatrix reads lie in other banks
// than those of its neighbours: their number in a row is changed by an exclusive or, with half of the row's for A, and with the row's for B.
// Threads exchange tiles without barriers here: run and build place them.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @gemm(%A: memref<128x256xf16>, %B: memref<256x128xf16>, %C: memref<128x128xf32>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %c24 = arith.constant 24 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %t = gpu.thread_id x
      %lane = arith.remui %t, %c32 : index
      %warp = arith.divui %t, %c32 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %row = arith.muli %by, %c64 : index
      %col = arith.muli %bx, %c64 : index
      // The 16 bytes that the thread copies of each half of a tile.
      %ar = arith.divui %t, %c4 : index
      %ac4 = arith.remui %t, %c4 : index
      %ac = arith.muli %ac4, %c8 : index
      %ar2 = arith.addi %ar, %c32 : index
      %br = arith.divui %t, %c8 : index
      %bc8 = arith.remui %t, %c8 : index
      %bc = arith.muli %bc8, %c8 : index
      %br2 = arith.addi %br, %c16 : index
      %ar1 = arith.divui %ar, %c2 : index
      %ar1m = arith.remui %ar1, %c4 : index
      %as4 = arith.xori %ac4, %ar1m : index
      %as = arith.muli %as4, %c8 : index
      %brm = arith.remui %br, %c8 : index
      %bs8 = arith.xori %bc8, %brm : index
      %bs = arith.muli %bs8, %c8 : index
      %ag = arith.addi %row, %ar : index
      %ag2 = arith.addi %row, %ar2 : index
      %bg = arith.addi %col, %bc : index
      // Where the warp's part of the tile begins, and the row whose address the lane gives.
      %wy = arith.divui %warp, %c2 : index
      %wx = arith.remui %warp, %c2 : index
      %wr = arith.muli %wy, %c32 : index
      %wc = arith.muli %wx, %c32 : index
      %w4 = arith.muli %wx, %c4 : index
      %l16 = arith.remui %lane, %c16 : index
      %lh = arith.divui %lane, %c16 : index
      %l2 = arith.divui %l16, %c2 : index
      %la = arith.remui %l2, %c4 : index
      %lb = arith.remui %l16, %c8 : index
      %fa0 = arith.addi %wr, %l16 : index
      %fa1 = arith.addi %fa0, %c16 : index
      %acc = memref.alloca() : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c0, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c0, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c0, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c0, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c1, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c1, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c1, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      memref.store %zero, %acc[%c1, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      scf.for %k = %c0 to %c8 step %c1 {
        %As = memref.alloc() : memref<64x32xf16, #gpu.address_space<workgroup>>
        %Bs = memref.alloc() : memref<32x64xf16, #gpu.address_space<workgroup>>
        %kk = arith.muli %k, %c32 : index
        pipeline.block {
          %ka = arith.addi %kk, %ac : index
          %x = vector.load %A[%ag, %ka] : memref<128x256xf16>, vector<8xf16>
          vector.store %x, %As[%ar, %as] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<8xf16>
          %y = vector.load %A[%ag2, %ka] : memref<128x256xf16>, vector<8xf16>
          vector.store %y, %As[%ar2, %as] : memref<64x32xf16, #gpu.address_space<workgroup>>, vector<8xf16>
        }
        pipeline.block {
          %kb = arith.addi %kk, %br : index
          %kb2 = arith.addi %kk, %br2 : index
          %x = vector.load %B[%kb, %bg] : memref<256x128xf16>, vector<8xf16>
          vector.store %x, %Bs[%br, %bs] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
          %y = vector.load %B[%kb2, %bg] : memref<256x128xf16>, vector<8xf16>
          vector.store %y, %Bs[%br2, %bs] : memref<32x64xf16, #gpu.address_space<workgroup>>, vector<8xf16>
        }
        pipeline.block {
        %s00 = memref.load %acc[%c0, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s01 = memref.load %acc[%c0, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s02 = memref.load %acc[%c0, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s03 = memref.load %acc[%c0, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s10 = memref.load %acc[%c1, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s11 = memref.load %acc[%c1, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s12 = memref.load %acc[%c1, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %s13 = memref.load %acc[%c1, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        %kc0 = arith.addi %lh, %c0 : index
        %kx0 = arith.xori %kc0, %la : index
        %ka0 = arith.muli %kx0, %c8 : index
        %kb0 = arith.addi %l16, %c0 : index
        %a00 = nvgpu.ldmatrix %As[%fa0, %ka0] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %a01 = nvgpu.ldmatrix %As[%fa1, %ka0] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %nc00 = arith.addi %w4, %c0 : index
        %nx00 = arith.xori %nc00, %lb : index
        %n00 = arith.muli %nx00, %c8 : index
        %b00 = nvgpu.ldmatrix %Bs[%kb0, %n00] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc01 = arith.addi %w4, %c1 : index
        %nx01 = arith.xori %nc01, %lb : index
        %n01 = arith.muli %nx01, %c8 : index
        %b01 = nvgpu.ldmatrix %Bs[%kb0, %n01] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc02 = arith.addi %w4, %c2 : index
        %nx02 = arith.xori %nc02, %lb : index
        %n02 = arith.muli %nx02, %c8 : index
        %b02 = nvgpu.ldmatrix %Bs[%kb0, %n02] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc03 = arith.addi %w4, %c3 : index
        %nx03 = arith.xori %nc03, %lb : index
        %n03 = arith.muli %nx03, %c8 : index
        %b03 = nvgpu.ldmatrix %Bs[%kb0, %n03] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %d000 = nvgpu.mma.sync(%a00, %b00, %s00) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d001 = nvgpu.mma.sync(%a00, %b01, %s01) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d002 = nvgpu.mma.sync(%a00, %b02, %s02) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d003 = nvgpu.mma.sync(%a00, %b03, %s03) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d010 = nvgpu.mma.sync(%a01, %b00, %s10) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d011 = nvgpu.mma.sync(%a01, %b01, %s11) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d012 = nvgpu.mma.sync(%a01, %b02, %s12) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d013 = nvgpu.mma.sync(%a01, %b03, %s13) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %kc1 = arith.addi %lh, %c2 : index
        %kx1 = arith.xori %kc1, %la : index
        %ka1 = arith.muli %kx1, %c8 : index
        %kb1 = arith.addi %l16, %c16 : index
        %a10 = nvgpu.ldmatrix %As[%fa0, %ka1] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %a11 = nvgpu.ldmatrix %As[%fa1, %ka1] {numTiles = 4 : i32, transpose = false} : memref<64x32xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
        %nc10 = arith.addi %w4, %c0 : index
        %nx10 = arith.xori %nc10, %lb : index
        %n10 = arith.muli %nx10, %c8 : index
        %b10 = nvgpu.ldmatrix %Bs[%kb1, %n10] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc11 = arith.addi %w4, %c1 : index
        %nx11 = arith.xori %nc11, %lb : index
        %n11 = arith.muli %nx11, %c8 : index
        %b11 = nvgpu.ldmatrix %Bs[%kb1, %n11] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc12 = arith.addi %w4, %c2 : index
        %nx12 = arith.xori %nc12, %lb : index
        %n12 = arith.muli %nx12, %c8 : index
        %b12 = nvgpu.ldmatrix %Bs[%kb1, %n12] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %nc13 = arith.addi %w4, %c3 : index
        %nx13 = arith.xori %nc13, %lb : index
        %n13 = arith.muli %nx13, %c8 : index
        %b13 = nvgpu.ldmatrix %Bs[%kb1, %n13] {numTiles = 2 : i32, transpose = true} : memref<32x64xf16, #gpu.address_space<workgroup>> -> vector<2x2xf16>
        %d100 = nvgpu.mma.sync(%a10, %b10, %d000) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d101 = nvgpu.mma.sync(%a10, %b11, %d001) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d102 = nvgpu.mma.sync(%a10, %b12, %d002) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d103 = nvgpu.mma.sync(%a10, %b13, %d003) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d110 = nvgpu.mma.sync(%a11, %b10, %d010) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d111 = nvgpu.mma.sync(%a11, %b11, %d011) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d112 = nvgpu.mma.sync(%a11, %b12, %d012) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        %d113 = nvgpu.mma.sync(%a11, %b13, %d013) {mmaShape = [16, 8, 16]}
            : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
        memref.store %d100, %acc[%c0, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d101, %acc[%c0, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d102, %acc[%c0, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d103, %acc[%c0, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d110, %acc[%c1, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d111, %acc[%c1, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d112, %acc[%c1, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        memref.store %d113, %acc[%c1, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
        }
      } {software_pipeline_stage = [0, 0, 3], software_pipeline_order = [0, 1, 2], software_pipeline_async_stages = [0]}
      %gr = arith.divui %lane, %c4 : index
      %gc4 = arith.remui %lane, %c4 : index
      %gc = arith.muli %gc4, %c2 : index
      %or0 = arith.addi %row, %wr : index
      %or = arith.addi %or0, %gr : index
      %oc0 = arith.addi %col, %wc : index
      %oc = arith.addi %oc0, %gc : index
      %rr00 = arith.addi %or, %c0 : index
      %rr01 = arith.addi %or, %c8 : index
      %rr10 = arith.addi %or, %c16 : index
      %rr11 = arith.addi %or, %c24 : index
      %cc0 = arith.addi %oc, %c0 : index
      %cc1 = arith.addi %oc, %c8 : index
      %cc2 = arith.addi %oc, %c16 : index
      %cc3 = arith.addi %oc, %c24 : index
      %e00 = memref.load %acc[%c0, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o000 = vector.extract %e00[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o000, %C[%rr00, %cc0] : memref<128x128xf32>, vector<2xf32>
      %o001 = vector.extract %e00[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o001, %C[%rr01, %cc0] : memref<128x128xf32>, vector<2xf32>
      %e01 = memref.load %acc[%c0, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o010 = vector.extract %e01[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o010, %C[%rr00, %cc1] : memref<128x128xf32>, vector<2xf32>
      %o011 = vector.extract %e01[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o011, %C[%rr01, %cc1] : memref<128x128xf32>, vector<2xf32>
      %e02 = memref.load %acc[%c0, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o020 = vector.extract %e02[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o020, %C[%rr00, %cc2] : memref<128x128xf32>, vector<2xf32>
      %o021 = vector.extract %e02[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o021, %C[%rr01, %cc2] : memref<128x128xf32>, vector<2xf32>
      %e03 = memref.load %acc[%c0, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o030 = vector.extract %e03[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o030, %C[%rr00, %cc3] : memref<128x128xf32>, vector<2xf32>
      %o031 = vector.extract %e03[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o031, %C[%rr01, %cc3] : memref<128x128xf32>, vector<2xf32>
      %e10 = memref.load %acc[%c1, %c0] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o100 = vector.extract %e10[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o100, %C[%rr10, %cc0] : memref<128x128xf32>, vector<2xf32>
      %o101 = vector.extract %e10[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o101, %C[%rr11, %cc0] : memref<128x128xf32>, vector<2xf32>
      %e11 = memref.load %acc[%c1, %c1] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o110 = vector.extract %e11[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o110, %C[%rr10, %cc1] : memref<128x128xf32>, vector<2xf32>
      %o111 = vector.extract %e11[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o111, %C[%rr11, %cc1] : memref<128x128xf32>, vector<2xf32>
      %e12 = memref.load %acc[%c1, %c2] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o120 = vector.extract %e12[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o120, %C[%rr10, %cc2] : memref<128x128xf32>, vector<2xf32>
      %o121 = vector.extract %e12[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o121, %C[%rr11, %cc2] : memref<128x128xf32>, vector<2xf32>
      %e13 = memref.load %acc[%c1, %c3] : memref<2x4xvector<2x2xf32>, #gpu.address_space<private>>
      %o130 = vector.extract %e13[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %o130, %C[%rr10, %cc3] : memref<128x128xf32>, vector<2xf32>
      %o131 = vector.extract %e13[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %o131, %C[%rr11, %cc3] : memref<128x128xf32>, vector<2xf32>
      gpu.return
    }
  }
  func.func @main(%A: memref<128x256xf16>, %B: memref<256x128xf16>, %C: memref<128x128xf32>) {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@gemm blocks in (%c2, %c2, %c1) threads in (%c128, %c1, %c1)
        args(%A : memref<128x256xf16>, %B : memref<256x128xf16>, %C : memref<128x128xf32>)
    return
  }
}

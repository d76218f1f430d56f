package gputilematmul

const exampleOptions = "block-tile=16,16,16 warp-tile=16,16 stages=3 swizzle=false"

const before = `func.func @f(%a: memref<16x32xf16>, %b: memref<32x16xf16>, %c: memref<16x16xf32>) {
  linalg.matmul ins(%a, %b : memref<16x32xf16>, memref<32x16xf16>) outs(%c : memref<16x16xf32>)
  return
}
`

const after = `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @matmul(%arg0: memref<16x32xf16>, %arg1: memref<32x16xf16>, %arg2: memref<16x16xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, known_grid_size = array<i32: 1, 1, 1>} {
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c0 = arith.constant 0 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %thread_id_x = gpu.thread_id  x
      %0 = arith.remui %thread_id_x, %c32 : index
      %1 = arith.divui %thread_id_x, %c32 : index
      %block_id_x = gpu.block_id  x
      %2 = arith.muli %block_id_x, %c16 : index
      %block_id_y = gpu.block_id  y
      %3 = arith.muli %block_id_y, %c16 : index
      %4 = arith.muli %1, %c16 : index
      %5 = arith.remui %0, %c16 : index
      %6 = arith.divui %0, %c16 : index
      %alloca = memref.alloca() : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %cst = arith.constant dense<0.000000e+00> : vector<2x2xf32>
      %7 = arith.addi %3, %4 : index
      %8 = arith.divui %0, %c4 : index
      %9 = arith.addi %7, %8 : index
      %10 = arith.remui %0, %c4 : index
      %11 = arith.muli %10, %c2 : index
      %12 = arith.addi %2, %11 : index
      %13 = vector.load %arg2[%9, %12] : memref<16x16xf32>, vector<2xf32>
      %14 = vector.insert %13, %cst [0] : vector<2xf32> into vector<2x2xf32>
      memref.store %14, %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %15 = arith.addi %12, %c8 : index
      %16 = vector.load %arg2[%9, %15] : memref<16x16xf32>, vector<2xf32>
      %17 = vector.insert %16, %cst [0] : vector<2xf32> into vector<2x2xf32>
      memref.store %17, %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %18 = arith.addi %9, %c8 : index
      %19 = memref.load %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %20 = vector.load %arg2[%18, %12] : memref<16x16xf32>, vector<2xf32>
      %21 = vector.insert %20, %19 [1] : vector<2xf32> into vector<2x2xf32>
      memref.store %21, %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %22 = arith.addi %12, %c8 : index
      %23 = memref.load %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %24 = vector.load %arg2[%18, %22] : memref<16x16xf32>, vector<2xf32>
      %25 = vector.insert %24, %23 [1] : vector<2xf32> into vector<2x2xf32>
      memref.store %25, %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %alloca_0 = memref.alloca() : memref<1x1xvector<4x2xf16>, #gpu.address_space<private>>
      %alloca_1 = memref.alloca() : memref<1x2xvector<2x2xf16>, #gpu.address_space<private>>
      scf.for %arg3 = %c0 to %c2 step %c1 {
        %alloc = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
        %alloc_2 = memref.alloc() : memref<16x16xf16, #gpu.address_space<workgroup>>
        %43 = arith.muli %arg3, %c16 : index
        pipeline.block {
          %44 = arith.divui %thread_id_x, %c2 : index
          %45 = arith.remui %thread_id_x, %c2 : index
          %46 = arith.muli %45, %c8 : index
          %47 = arith.addi %3, %44 : index
          %48 = arith.muli %45, %c8 : index
          %49 = arith.addi %43, %48 : index
          %50 = vector.load %arg0[%47, %49] : memref<16x32xf16>, vector<8xf16>
          vector.store %50, %alloc[%44, %46] : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<8xf16>
        }
        pipeline.block {
          %44 = arith.divui %thread_id_x, %c2 : index
          %45 = arith.remui %thread_id_x, %c2 : index
          %46 = arith.muli %45, %c8 : index
          %47 = arith.addi %43, %44 : index
          %48 = arith.muli %45, %c8 : index
          %49 = arith.addi %2, %48 : index
          %50 = vector.load %arg1[%47, %49] : memref<32x16xf16>, vector<8xf16>
          vector.store %50, %alloc_2[%44, %46] : memref<16x16xf16, #gpu.address_space<workgroup>>, vector<8xf16>
        }
        pipeline.block {
          %44 = arith.addi %4, %5 : index
          %45 = arith.muli %6, %c8 : index
          %46 = nvgpu.ldmatrix %alloc[%44, %45] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
          memref.store %46, %alloca_0[%c0, %c0] : memref<1x1xvector<4x2xf16>, #gpu.address_space<private>>
          %47 = arith.muli %6, %c8 : index
          %48 = nvgpu.ldmatrix %alloc_2[%5, %47] {numTiles = 4 : i32, transpose = true} : memref<16x16xf16, #gpu.address_space<workgroup>> -> vector<4x2xf16>
          %cst_3 = arith.constant dense<0.000000e+00> : vector<2x2xf16>
          %49 = vector.extract %48[0] : vector<2xf16> from vector<4x2xf16>
          %50 = vector.insert %49, %cst_3 [0] : vector<2xf16> into vector<2x2xf16>
          %51 = vector.extract %48[1] : vector<2xf16> from vector<4x2xf16>
          %52 = vector.insert %51, %50 [1] : vector<2xf16> into vector<2x2xf16>
          memref.store %52, %alloca_1[%c0, %c0] : memref<1x2xvector<2x2xf16>, #gpu.address_space<private>>
          %cst_4 = arith.constant dense<0.000000e+00> : vector<2x2xf16>
          %53 = vector.extract %48[2] : vector<2xf16> from vector<4x2xf16>
          %54 = vector.insert %53, %cst_4 [0] : vector<2xf16> into vector<2x2xf16>
          %55 = vector.extract %48[3] : vector<2xf16> from vector<4x2xf16>
          %56 = vector.insert %55, %54 [1] : vector<2xf16> into vector<2x2xf16>
          memref.store %56, %alloca_1[%c0, %c1] : memref<1x2xvector<2x2xf16>, #gpu.address_space<private>>
        }
        pipeline.block {
          %44 = memref.load %alloca_0[%c0, %c0] : memref<1x1xvector<4x2xf16>, #gpu.address_space<private>>
          %45 = memref.load %alloca_1[%c0, %c0] : memref<1x2xvector<2x2xf16>, #gpu.address_space<private>>
          %46 = memref.load %alloca_1[%c0, %c1] : memref<1x2xvector<2x2xf16>, #gpu.address_space<private>>
          %47 = memref.load %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
          %48 = nvgpu.mma.sync(%44, %45, %47) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          memref.store %48, %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
          %49 = memref.load %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
          %50 = nvgpu.mma.sync(%44, %46, %49) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
          memref.store %50, %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
        }
      } {software_pipeline_async_stages = [0], software_pipeline_order = [0, 1, 3, 2], software_pipeline_stage = [0, 0, 2, 3]}
      %26 = arith.addi %3, %4 : index
      %27 = arith.divui %0, %c4 : index
      %28 = arith.addi %26, %27 : index
      %29 = arith.remui %0, %c4 : index
      %30 = arith.muli %29, %c2 : index
      %31 = arith.addi %2, %30 : index
      %32 = memref.load %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %33 = vector.extract %32[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %33, %arg2[%28, %31] : memref<16x16xf32>, vector<2xf32>
      %34 = arith.addi %31, %c8 : index
      %35 = memref.load %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %36 = vector.extract %35[0] : vector<2xf32> from vector<2x2xf32>
      vector.store %36, %arg2[%28, %34] : memref<16x16xf32>, vector<2xf32>
      %37 = arith.addi %28, %c8 : index
      %38 = memref.load %alloca[%c0, %c0] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %39 = vector.extract %38[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %39, %arg2[%37, %31] : memref<16x16xf32>, vector<2xf32>
      %40 = arith.addi %31, %c8 : index
      %41 = memref.load %alloca[%c0, %c1] : memref<1x2xvector<2x2xf32>, #gpu.address_space<private>>
      %42 = vector.extract %41[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %42, %arg2[%37, %40] : memref<16x16xf32>, vector<2xf32>
      gpu.return
    }
  }
  func.func @f(%arg0: memref<16x32xf16>, %arg1: memref<32x16xf16>, %arg2: memref<16x16xf32>) {
    %c1 = arith.constant 1 : index
    %c1_0 = arith.constant 1 : index
    %c1_1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func  @kernels::@matmul blocks in (%c1_0, %c1_1, %c1) threads in (%c32, %c1, %c1)  args(%arg0 : memref<16x32xf16>, %arg1 : memref<32x16xf16>, %arg2 : memref<16x16xf32>)
    return
  }
}
`

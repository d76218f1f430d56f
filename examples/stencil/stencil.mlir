// A two-dimensional five-point stencil over rows, out = (in + its four
// neighbours) / 5 in the inside of the grid. Rows stream through a buffer of
// three lines; the copy of the next row overlaps with the sums of this one.
//
//   inflight run examples/stencil/stencil.mlir

func.func @stencil(%in: memref<34x66xf32>, %out: memref<34x66xf32>) {
  %fifth = arith.constant 0.2 : f32
  affine.for %i = 1 to 33 {
    %rows = memref.alloc() : memref<3x66xf32, 3>
    // Statement 0: fetch the row and its neighbours.
    affine.for %r = 0 to 3 {
      affine.for %j = 0 to 66 {
        %v = affine.load %in[%i + %r - 1, %j] : memref<34x66xf32>
        affine.store %v, %rows[%r, %j] : memref<3x66xf32, 3>
      }
    }
    // Statement 1: write the averages.
    affine.for %j = 1 to 65 {
      %n = affine.load %rows[0, %j] : memref<3x66xf32, 3>
      %w = affine.load %rows[1, %j - 1] : memref<3x66xf32, 3>
      %c = affine.load %rows[1, %j] : memref<3x66xf32, 3>
      %e = affine.load %rows[1, %j + 1] : memref<3x66xf32, 3>
      %s = affine.load %rows[2, %j] : memref<3x66xf32, 3>
      %nw = arith.addf %n, %w : f32
      %ce = arith.addf %c, %e : f32
      %four = arith.addf %nw, %ce : f32
      %five = arith.addf %four, %s : f32
      %mean = arith.mulf %five, %fifth : f32
      affine.store %mean, %out[%i, %j] : memref<34x66xf32>
    }
  } {software_pipeline_stage = [0, 1],
     software_pipeline_order = [0, 1],
     software_pipeline_async_stages = [0]}
  return
}

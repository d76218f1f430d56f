module {
  func.func @main(%arg0: memref<200x136xf16>, %arg1: memref<136x200xf16>, %arg2: memref<200x200xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst : f32) outs(%arg2 : memref<200x200xf32>)
    linalg.matmul ins(%arg0, %arg1 : memref<200x136xf16>, memref<136x200xf16>) outs(%arg2 : memref<200x200xf32>)
    return
  }
}


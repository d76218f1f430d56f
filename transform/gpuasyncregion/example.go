package gpuasyncregion

const before = `func.func @f(%a: memref<8xf32>, %b: memref<8xf32>) {
  %0 = gpu.alloc () : memref<8xf32>
  %1 = gpu.alloc () : memref<8xf32>
  gpu.memcpy %0, %a : memref<8xf32>, memref<8xf32>
  gpu.memcpy %1, %b : memref<8xf32>, memref<8xf32>
  gpu.dealloc %0 : memref<8xf32>
  gpu.memcpy %b, %1 : memref<8xf32>, memref<8xf32>
  gpu.dealloc %1 : memref<8xf32>
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<8xf32>, %arg1: memref<8xf32>) {
    %memref, %asyncToken = gpu.alloc async () : memref<8xf32>
    %memref_0, %asyncToken_1 = gpu.alloc async () : memref<8xf32>
    %0 = gpu.memcpy async [%asyncToken] %memref, %arg0 : memref<8xf32>, memref<8xf32>
    %1 = gpu.memcpy async [%asyncToken_1] %memref_0, %arg1 : memref<8xf32>, memref<8xf32>
    %2 = gpu.dealloc async [%0] %memref : memref<8xf32>
    %3 = gpu.memcpy async [%1] %arg1, %memref_0 : memref<8xf32>, memref<8xf32>
    %4 = gpu.dealloc async [%3] %memref_0 : memref<8xf32>
    gpu.wait [%2, %4]
    return
  }
}
`

package canceltransfers

const (
	before = `func.func @f(%in: memref<64xf32>, %out: memref<64xf32>) {
  %x = gpu.alloc () : memref<64xf32>
  gpu.memcpy %x, %in : memref<64xf32>, memref<64xf32>
  linalg.add ins(%x, %x : memref<64xf32>, memref<64xf32>) outs(%x : memref<64xf32>)
  %h = memref.alloc() : memref<64xf32>
  gpu.memcpy %h, %x : memref<64xf32>, memref<64xf32>
  %y = gpu.alloc () : memref<64xf32>
  gpu.memcpy %y, %h : memref<64xf32>, memref<64xf32>
  gpu.dealloc %x : memref<64xf32>
  linalg.add ins(%y, %y : memref<64xf32>, memref<64xf32>) outs(%y : memref<64xf32>)
  gpu.memcpy %out, %y : memref<64xf32>, memref<64xf32>
  gpu.dealloc %y : memref<64xf32>
  memref.dealloc %h : memref<64xf32>
  return
}
`
	after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32>) {
    %memref = gpu.alloc  () : memref<64xf32>
    gpu.memcpy  %memref, %arg0 : memref<64xf32>, memref<64xf32>
    linalg.add ins(%memref, %memref : memref<64xf32>, memref<64xf32>) outs(%memref : memref<64xf32>)
    linalg.add ins(%memref, %memref : memref<64xf32>, memref<64xf32>) outs(%memref : memref<64xf32>)
    gpu.memcpy  %arg1, %memref : memref<64xf32>, memref<64xf32>
    gpu.dealloc  %memref : memref<64xf32>
    return
  }
}
`
)

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @a : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
memref.global "private" constant @x : memref<3xf32> = dense<[1.0, 0.0, -1.0]>
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %a = memref.get_global @a : memref<2x3xf32>
  %x = memref.get_global @x : memref<3xf32>
  %y = memref.alloc() : memref<2xf32>
  %b = memref.alloc() : memref<2x3xf32>
  %d = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%y : memref<2xf32>)
  linalg.fill ins(%zero : f32) outs(%d : memref<f32>)
  linalg.matvec ins(%a, %x : memref<2x3xf32>, memref<3xf32>) outs(%y : memref<2xf32>)
  linalg.broadcast ins(%x : memref<3xf32>) outs(%b : memref<2x3xf32>) dimensions = [0]
  linalg.add ins(%a, %b : memref<2x3xf32>, memref<2x3xf32>) outs(%b : memref<2x3xf32>)
  linalg.dot ins(%x, %x : memref<3xf32>, memref<3xf32>) outs(%d : memref<f32>)
  linalg.map { math.absf } ins(%y : memref<2xf32>) outs(%y : memref<2xf32>)
  %0 = memref.cast %y : memref<2xf32> to memref<*xf32>
  %1 = memref.cast %b : memref<2x3xf32> to memref<*xf32>
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  call @printMemrefF32(%1) : (memref<*xf32>) -> ()
  %2 = memref.load %d[] : memref<f32>
  vector.print %2 : f32
  linalg.reduce ins(%b : memref<2x3xf32>) outs(%y : memref<2xf32>) dimensions = [1]
    (%in: f32, %out: f32) {
      %3 = arith.addf %in, %out : f32
      linalg.yield %3 : f32
    }
  call @printMemrefF32(%0) : (memref<*xf32>) -> ()
  memref.dealloc %y : memref<2xf32>
  memref.dealloc %b : memref<2x3xf32>
  memref.dealloc %d : memref<f32>
  return
}

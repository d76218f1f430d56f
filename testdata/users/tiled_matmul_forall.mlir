// A tiled matmul: scf.forall over tiles of C, linalg.matmul on subviews inside.
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @matmul(%a: memref<8x6xf32>, %b: memref<6x8xf32>, %c: memref<8x8xf32>) {
  scf.forall (%i, %j) = (0, 0) to (8, 8) step (4, 2) {
    %at = memref.subview %a[%i, 0] [4, 6] [1, 1] : memref<8x6xf32> to memref<4x6xf32, strided<[6, 1], offset: ?>>
    %bt = memref.subview %b[0, %j] [6, 2] [1, 1] : memref<6x8xf32> to memref<6x2xf32, strided<[8, 1], offset: ?>>
    %ct = memref.subview %c[%i, %j] [4, 2] [1, 1] : memref<8x8xf32> to memref<4x2xf32, strided<[8, 1], offset: ?>>
    linalg.matmul ins(%at, %bt : memref<4x6xf32, strided<[6, 1], offset: ?>>, memref<6x2xf32, strided<[8, 1], offset: ?>>)
      outs(%ct : memref<4x2xf32, strided<[8, 1], offset: ?>>)
  }
  return
}
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloc() : memref<8x6xf32>
  %b = memref.alloc() : memref<6x8xf32>
  %c = memref.alloc() : memref<8x8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %k = %c0 to %c6 step %c1 {
      %s = arith.addi %i, %k : index
      %si = arith.index_cast %s : index to i32
      %sf = arith.sitofp %si : i32 to f32
      memref.store %sf, %a[%i, %k] : memref<8x6xf32>
      %d = arith.subi %i, %k : index
      %di = arith.index_cast %d : index to i32
      %df = arith.sitofp %di : i32 to f32
      memref.store %df, %b[%k, %i] : memref<6x8xf32>
    }
  }
  linalg.fill ins(%zero : f32) outs(%c : memref<8x8xf32>)
  call @matmul(%a, %b, %c) : (memref<8x6xf32>, memref<6x8xf32>, memref<8x8xf32>) -> ()
  %u = memref.cast %c : memref<8x8xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %a : memref<8x6xf32>
  memref.dealloc %b : memref<6x8xf32>
  memref.dealloc %c : memref<8x8xf32>
  return
}

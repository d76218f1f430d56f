#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
memref.global "private" constant @input : memref<2x4xf32> = dense<[[0.0, 0.0, 0.0, 0.0], [1.0, 1.0, -100.0, -100.0]]>
func.func @main() {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %x = memref.get_global @input : memref<2x4xf32>
  %y = memref.alloc() : memref<2x4xf32>
  %m = memref.alloca() : memref<2xf32>
  %s = memref.alloca() : memref<2xf32>
  linalg.fill ins(%low : f32) outs(%m : memref<2xf32>)
  linalg.fill ins(%zero : f32) outs(%s : memref<2xf32>)
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : memref<2x4xf32>) outs(%m : memref<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.maximumf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %m : memref<2x4xf32>, memref<2xf32>) outs(%y : memref<2x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.subf %a, %b : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%y : memref<2x4xf32>) outs(%s : memref<2xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]} ins(%s : memref<2xf32>) outs(%y : memref<2x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.divf %b, %a : f32
    linalg.yield %0 : f32
  }
  %u = memref.cast %y : memref<2x4xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  memref.dealloc %y : memref<2x4xf32>
  return
}

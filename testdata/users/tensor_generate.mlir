func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %n = arith.constant 4 : index
  %g = tensor.generate %n {
  ^bb0(%i: index):
    %a = arith.muli %i, %i : index
    %b = arith.index_cast %a : index to i32
    tensor.yield %b : i32
  } : tensor<?xi32>
  %buffer1 = bufferization.to_buffer %g : tensor<?xi32> to memref<?xi32>
  %u = memref.cast %buffer1 : memref<?xi32> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  %c2 = arith.constant 2 : index
  %e = tensor.extract %g[%c2] : tensor<?xi32>
  vector.print %e : i32
  %f = tensor.from_elements %e, %e : tensor<2xi32>
  %c0 = arith.constant 0 : index
  %k = arith.constant 5 : i32
  %h = tensor.insert %k into %f[%c0] : tensor<2xi32>
  %buffer2 = bufferization.to_buffer %h : tensor<2xi32> to memref<2xi32>
  %w = memref.cast %buffer2 : memref<2xi32> to memref<*xi32>
  call @printMemrefI32(%w) : (memref<*xi32>) -> ()
  %r = tensor.dim %g, %c0 : tensor<?xi32>
  vector.print %r : index
  return
}

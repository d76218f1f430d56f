// scf.forall on tensors, with slices inserted in parallel.
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %e = tensor.empty() : tensor<6xf32>
  %r = scf.forall (%i) = (0) to (6) step (2) shared_outs(%o = %e) -> (tensor<6xf32>) {
    %s = tensor.extract_slice %x[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %d = tensor.extract_slice %o[%i] [2] [1] : tensor<6xf32> to tensor<2xf32>
    %q = linalg.mul ins(%s, %s : tensor<2xf32>, tensor<2xf32>) outs(%d : tensor<2xf32>) -> tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %q into %o[%i] [2] [1] : tensor<2xf32> into tensor<6xf32>
    }
  }
  %buffer1 = bufferization.to_buffer %r : tensor<6xf32> to memref<6xf32>
  %u = memref.cast %buffer1 : memref<6xf32> to memref<*xf32>
  call @printMemrefF32(%u) : (memref<*xf32>) -> ()
  return
}

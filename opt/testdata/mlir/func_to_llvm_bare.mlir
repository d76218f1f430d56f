// PASSES: --convert-func-to-llvm=use-bare-ptr-memref-call-conv
func.func private @ext2(memref<4x4xf32>, index) -> (index, memref<4xf32>)
func.func @f(%m: memref<4x4xf32> {llvm.noalias}, %i: index) -> (index, memref<4x4xf32>) attributes {llvm.emit_c_interface} {
  %0:2 = call @ext2(%m, %i) : (memref<4x4xf32>, index) -> (index, memref<4xf32>)
  "use"(%m, %0#1, %i) : (memref<4x4xf32>, memref<4xf32>, index) -> ()
  return %0#0, %m : index, memref<4x4xf32>
}

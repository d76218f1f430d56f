// PASSES: --convert-func-to-llvm
func.func private @ext(memref<?xf32> {llvm.noalias}, index, memref<*xf32>) -> (index, memref<4xf32>) attributes {llvm.emit_c_interface}
func.func private @one(memref<?xf32> {llvm.noalias}, index) -> index attributes {llvm.emit_c_interface, x}
func.func @none(%x: index {llvm.noundef}) -> (i32 {llvm.noundef}) attributes {llvm.emit_c_interface} {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

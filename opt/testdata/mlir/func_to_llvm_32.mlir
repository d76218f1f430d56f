// PASSES: --convert-func-to-llvm=index-bitwidth=32
func.func private @u() -> memref<*xf32>
func.func private @u2() -> (memref<*xf32>, index)
func.func @w(%x: i32 {llvm.noundef}, %p: index {llvm.foo}) -> (i32 {llvm.zeroext}) attributes {llvm.readnone, passthrough = ["a"], no_inline} { return %x : i32 }
func.func @w2(%x: i32, %i: index) -> (i32 {llvm.zeroext}, i32) { 
  %0 = call @w(%x, %i) {no_inline, foo} : (i32, index) -> i32
  %1 = call @u() : () -> memref<*xf32>
  %2:2 = call @u2() : () -> (memref<*xf32>, index)
  "use"(%1, %2) : (memref<*xf32>, memref<*xf32>) -> ()
  return {bar} %x, %x : i32, i32 }
func.func @nested(%t: (i32) -> i32, %i: i32) -> i32 {
  %0 = call_indirect %t(%i) {foo} : (i32) -> i32
  return %0 : i32
}
func.func private @ext(memref<?xf32> {llvm.noalias}, index, memref<*xf32>) -> (index, memref<4xf32>) attributes {llvm.emit_c_interface}
func.func private @one(memref<?xf32> {llvm.noalias}, index) -> index attributes {llvm.emit_c_interface, x}
func.func @none(%x: index {llvm.noundef}) -> (i32 {llvm.noundef}) attributes {llvm.emit_c_interface} {
  %0 = arith.constant 1 : i32
  return %0 : i32
}

// PASSES: --convert-func-to-llvm
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

// PASSES: --convert-func-to-llvm
func.func private @ext(memref<?xf32>, index) -> (index, memref<4xf32>)
func.func private @pub() attributes {llvm.emit_c_interface}
func.func private @none(memref<*xf32>)
func.func @f(%m: memref<?x4xf32> {llvm.noalias}, %i: index, %z: memref<f32>, %u: memref<*xf32>) -> (index, memref<?x4xf32>) attributes {llvm.emit_c_interface, foo = 1 : i32} {
  %0:2 = call @ext2(%m, %i) : (memref<?x4xf32>, index) -> (index, memref<4xf32>)
  %1 = call @one(%i) : (index) -> index
  call @none(%u) : (memref<*xf32>) -> ()
  %f = constant @one : (index) -> index
  %2 = call_indirect %f(%1) : (index) -> index
  "use"(%m, %0#1, %i) : (memref<?x4xf32>, memref<4xf32>, index) -> ()
  return %0#0, %m : index, memref<?x4xf32>
}
func.func private @ext2(memref<?x4xf32>, index) -> (index, memref<4xf32>)
func.func private @one(%i: index) -> index { return %i : index }
func.func @unranked(%u: memref<*xf32>) -> memref<*xf32> { return %u : memref<*xf32> }

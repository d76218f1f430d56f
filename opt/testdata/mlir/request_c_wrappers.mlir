// PASSES: --llvm-request-c-wrappers
gpu.module @k { func.func @q(%x: i32) { return } gpu.func @z() kernel { gpu.return } }
 module { func.func @y() {return} }
llvm.func @l()

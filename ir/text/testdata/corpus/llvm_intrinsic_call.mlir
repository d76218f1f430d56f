// Covers calls of intrinsics by their names: results, flags, bundles.
llvm.func @f(%a: f32, %b: i32, %v: vector<4xf32>, %m: vector<4xi1>, %n: i32, %p: !llvm.ptr, %vi: vector<4xi32>, %c: i1) -> f32 {
  %true = llvm.mlir.constant(true) : i1
  %0 = llvm.call_intrinsic "llvm.round.f32"(%a) : (f32) -> f32
  %1 = llvm.call_intrinsic "llvm.fabs.f32"(%a) {fastmathFlags = #llvm.fastmath<nnan>, doc.note} : (f32) -> f32
  %2 = llvm.call_intrinsic "llvm.sadd.with.overflow.i32"(%b, %b) : (i32, i32) -> !llvm.struct<(i32, i1)>
  llvm.call_intrinsic "llvm.assume"(%true) ["align"(%p, %b : !llvm.ptr, i32)] : (i1) -> ()
  llvm.return %0 : f32
}

// Covers the types of the llvm dialect: pointers, arrays, structs, functions, words; nested without the prefix; in memrefs.
func.func @pointers(%a: !llvm.ptr, %b: !llvm.ptr<3>, %c: !llvm.ptr<0>, %d: !llvm<ptr>, %e: !llvm<ptr<3>>) {
  return
}
func.func @arrays(%a: !llvm.array<4 x f32>, %b: !llvm.array<4 x !llvm.array<2 x ptr>>, %c: !llvm.array<0 x vector<2xi32>>) {
  return
}
func.func @structs(%a: !llvm.struct<(i32, !llvm.ptr, struct<(f32, ptr<1>)>)>, %b: !llvm.struct<"foo", (i32)>,
    %c: !llvm.struct<packed (i8, i32)>, %d: !llvm.struct<()>, %e: !llvm.struct<"foo2", opaque>,
    %f: !llvm.struct<"a b", packed (array<2 x i8>, vector<2xi32>)>,
    %g: !llvm.struct<"outer", (ptr, array<2 x struct<"foo2", opaque>>)>) {
  return
}
func.func @words(%a: !llvm.token, %b: !llvm.metadata, %c: !llvm.label, %d: !llvm.x86_amx, %e: !llvm.ppc_fp128) {
  return
}
func.func @functions() {
  %0 = arith.constant {a = !llvm.func<void (i32, ...)>, b = !llvm.func<i32 ()>, c = !llvm.func<ptr (ptr, struct<(i8)>)>, d = !llvm.func<f32 (...)>, e = !llvm.void} 1 : i32
  return
}
func.func @elements(%b: vector<2x!llvm.ptr<3>>, %c: tensor<3x!llvm.ptr>, %d: tensor<?x!llvm.struct<(i32)>>) {
  return
}

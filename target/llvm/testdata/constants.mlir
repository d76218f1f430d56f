module {
  llvm.mlir.global constant @f16(1.5 : f16) : f16
  llvm.mlir.global constant @bf16(-2.0 : bf16) : bf16
  llvm.mlir.global constant @inf(0x7F800000 : f32) : f32
  llvm.mlir.global constant @nan(0x7FC00001 : f32) : f32
  llvm.mlir.global constant @snan(0x7F800001 : f32) : f32
  llvm.mlir.global constant @denormal(0x00000001 : f32) : f32
  llvm.mlir.global constant @denormal2(0x007FFFFF : f32) : f32
  llvm.mlir.global constant @double(0.1 : f64) : f64
  llvm.mlir.global constant @f80(1.5 : f80) : f80
  llvm.mlir.global constant @f128(1.5 : f128) : f128
  llvm.mlir.global constant @wide(123456789012345678901234567890 : i128) : i128
  llvm.mlir.global constant @negative(-1 : i64) : i64
  llvm.mlir.global constant @small(-3 : i5) : i5
  llvm.mlir.global constant @bools(dense<[true, false, true, true]> : vector<4xi1>) : vector<4xi1>
  llvm.mlir.global constant @true(true) : i1
  llvm.mlir.global constant @splat(dense<7> : vector<4xi32>) : vector<4xi32>
  llvm.mlir.global constant @zeros(dense<0> : tensor<1000xi32>) : !llvm.array<1000 x i32>
  llvm.mlir.global constant @filled(dense<3> : tensor<4xi16>) : !llvm.array<4 x i16>
  llvm.mlir.global constant @bytes(dense<[1, 2, 34, 92, -1]> : tensor<5xi8>) : !llvm.array<5 x i8>
  llvm.mlir.global constant @nested(dense<[[[1.0, 2.0], [3.0, 4.0]], [[5.0, 6.0], [7.0, 8.0]]]> : tensor<2x2x2xf64>) : !llvm.array<2 x array<2 x array<2 x f64>>>
  llvm.mlir.global constant @struct([1 : i32, 2.0 : f32]) : !llvm.struct<packed (i32, f32)>
  llvm.mlir.global constant @"odd name"("\"\\\00\FF") : !llvm.array<4 x i8>
  llvm.mlir.global weak_odr hidden constant @weak(1 : i8) {section = ".data.x", dso_local} : i8
  llvm.mlir.global extern_weak @maybe() : i32
  llvm.mlir.global common @shared(0 : i32) : i32
  llvm.mlir.global external constant @undefined() : !llvm.struct<(i32, array<2 x i8>)> {
    %0 = llvm.mlir.poison : !llvm.struct<(i32, array<2 x i8>)>
    llvm.return %0 : !llvm.struct<(i32, array<2 x i8>)>
  }
  llvm.func @early() {
    llvm.return
  }
  llvm.mlir.global_ctors ctors = [@early], priorities = [0 : i32], data = [#llvm.zero]
}

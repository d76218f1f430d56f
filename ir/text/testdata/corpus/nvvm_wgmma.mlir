// Covers nvvm.wgmma.mma_async and nvvm.mma.sp.sync, with every optional part present and absent.
func.func @w(%a: i64, %b: i64, %r: !llvm.struct<(f32,f32,f32,f32)>, %s: !llvm.struct<(i32,i32,i32,i32)>) {
  %0 = nvvm.wgmma.mma_async %a, %b, %r, <m = 64, n = 8, k = 16>, D[<f32>, <zero>], A[<f16>, <neg>, <col>], B[<f16>, <one>, <col>] : !llvm.struct<(f32,f32,f32,f32)> -> !llvm.struct<(f32,f32,f32,f32)>
  %1 = nvvm.wgmma.mma_async %a, %b, %s, #nvvm.shape<m = 64, n = 8, k = 32>, D[<s32>, #nvvm.wgmma_scale_out<one>, <satfinite>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>] {note} : !llvm.struct<(i32,i32,i32,i32)> -> !llvm.struct<(i32,i32,i32,i32)>
  %2 = nvvm.wgmma.mma_async %a, %b, %s, #nvvm.shape<m = 64, n = 8, k = 32>, D[<s32>, #nvvm.wgmma_scale_out<one>, <wrapped>], A[<s8>, <one>, <row>], B[<u8>, <one>, <col>] {note} : !llvm.struct<(i32,i32,i32,i32)> -> !llvm.struct<(i32,i32,i32,i32)>
  return
}
func.func @sparse(%h: vector<2xf16>, %i: i32, %f: f32, %d: f64) {
  %0 = nvvm.mma.sp.sync A[%h, %h] B[%h, %h] C[%h, %h] sparseMetadata[%i] selector[%i] {shape = #nvvm.shape<m = 16, n = 8, k = 16>} : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> !llvm.struct<(vector<2xf16>, vector<2xf16>)>
  %1 = nvvm.mma.sp.sync A[%i, %i, %i, %i] B[%i, %i, %i, %i] C[%i, %i, %i, %i] sparseMetadata[%i] selector[%i] {orderedMetadata, intOverflowBehavior = #nvvm.mma_int_overflow<satfinite>, multiplicandAPtxType = #nvvm.mma_type<s8>, multiplicandBPtxType = #nvvm.mma_type<s8>, shape = #nvvm.shape<m = 16, n = 8, k = 64>} : (i32, i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %2 = nvvm.mma.sp.sync A[%i, %i, %i, %i] B[%i, %i, %i, %i] C[%f, %f, %f, %f] sparseMetadata[%i] selector[%i] {multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>, shape = #nvvm.shape<m = 16, n = 8, k = 32>} : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  return
}

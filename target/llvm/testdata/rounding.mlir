// DIFFERS: a conversion that rounds as usual is written without constraints.
llvm.func @narrow(%x: f64, %v: vector<4xf32>) -> vector<4xbf16> {
  %0 = llvm.intr.experimental.constrained.fptrunc %x tonearest ignore : f64 to f32
  %1 = llvm.intr.experimental.constrained.fptrunc %v tonearest ignore : vector<4xf32> to vector<4xbf16>
  llvm.return %1 : vector<4xbf16>
}
llvm.func @numbers(%i: i64, %v: vector<4xi32>) -> vector<4xf32> {
  %0 = llvm.intr.experimental.constrained.sitofp %i tonearest ignore : i64 to f32
  %1 = llvm.intr.experimental.constrained.uitofp %v tonearest ignore : vector<4xi32> to vector<4xf32>
  llvm.return %1 : vector<4xf32>
}

// Covers the llvm dialect: arithmetic on integers and floats, comparisons, casts.
llvm.func @integers(%a: i32, %b: i32, %v: vector<4xi64>, %i: i1) {
  %0 = llvm.add %a, %b : i32
  %1 = llvm.add %a, %b overflow<nsw> : i32
  %2 = llvm.add %a, %b overflow<nsw, nuw> {x} : i32
  %3 = llvm.sub %v, %v overflow<nuw> : vector<4xi64>
  %4 = llvm.mul %a, %b overflow<none> : i32
  %5 = llvm.shl %a, %b overflow<nuw, nsw> : i32
  %6 = llvm.udiv exact %a, %b : i32
  %7 = llvm.sdiv %a, %b {x} : i32
  %8 = llvm.urem %a, %b : i32
  %9 = llvm.srem %a, %b : i32
  %10 = llvm.and %a, %b : i32
  %11 = llvm.or disjoint %a, %b : i32
  %12 = llvm.or %a, %b : i32
  %13 = llvm.xor %a, %b : i32
  %14 = llvm.lshr exact %a, %b : i32
  %15 = llvm.ashr %a, %b : i32
  %16 = llvm.icmp "eq" %a, %b : i32
  %17 = llvm.icmp "ult" %v, %v {x} : vector<4xi64>
  %20 = llvm.select %i, %a, %b : i1, i32
  %22 = llvm.freeze %a : i32
  %23 = llvm.trunc %a : i32 to i8
  %24 = llvm.trunc %a overflow<nsw> : i32 to i8
  %25 = llvm.zext %a : i32 to i64
  %26 = llvm.zext nneg %a {x} : i32 to i64
  %27 = llvm.sext %a : i32 to i64
  llvm.return
}
llvm.func @floats(%x: f32, %y: f32, %v: vector<2xf64>, %i: i32, %p: !llvm.ptr) -> f32 {
  %0 = llvm.fadd %x, %y : f32
  %1 = llvm.fsub %x, %y {fastmathFlags = #llvm.fastmath<fast>} : f32
  %2 = llvm.fmul %v, %v {fastmathFlags = #llvm.fastmath<nnan, contract>, x} : vector<2xf64>
  %3 = llvm.fdiv %x, %y {fastmathFlags = #llvm.fastmath<none>} : f32
  %4 = llvm.frem %x, %y : f32
  %5 = llvm.fneg %x {fastmathFlags = #llvm.fastmath<reassoc, nsz>} : f32
  %6 = llvm.fcmp "oeq" %x, %y : f32
  %7 = llvm.fcmp "_true" %v, %v {fastmathFlags = #llvm.fastmath<ninf>} : vector<2xf64>
  %8 = llvm.fpext %x : f32 to f64
  %9 = llvm.fptrunc %8 : f64 to f32
  %10 = llvm.fptosi %x : f32 to i32
  %11 = llvm.fptoui %x : f32 to i32
  %12 = llvm.sitofp %i : i32 to f32
  %13 = llvm.uitofp nneg %i : i32 to f32
  %14 = llvm.uitofp %i {x} : i32 to f32
  %15 = llvm.bitcast %x : f32 to i32
  %16 = llvm.ptrtoint %p : !llvm.ptr to i64
  %17 = llvm.inttoptr %16 : i64 to !llvm.ptr
  %18 = llvm.inttoptr %16 dereferenceable<bytes = 8> : i64 to !llvm.ptr<3>
  %19 = llvm.inttoptr %16 dereferenceable<bytes = 8, mayBeNull = true> {x} : i64 to !llvm.ptr
  %20 = llvm.addrspacecast %p : !llvm.ptr to !llvm.ptr<1>
  %21 = llvm.select %6, %x, %y {fastmathFlags = #llvm.fastmath<fast>} : i1, f32
  %22 = llvm.icmp "ne" %p, %17 : !llvm.ptr
  llvm.return %21 : f32
}

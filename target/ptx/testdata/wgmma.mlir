// Accumulators stay in their registers: in a loop that carries them, as members of a struct, and where the first product keeps what it
// began with.
!tile = !llvm.struct<(f32, f32, f32, f32)>
!tiles = !llvm.struct<(!tile, !tile)>
llvm.func @loop(%a: i64, %b: i64, %n: i32, %o: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %zero = llvm.mlir.constant(0.0 : f32) : f32
  %c0 = llvm.mlir.constant(0 : i32) : i32
  %c1 = llvm.mlir.constant(1 : i32) : i32
  %u = llvm.mlir.zero : !tiles
  llvm.br ^head(%c0, %u : i32, !tiles)
^head(%i: i32, %acc: !tiles):
  nvvm.wgmma.fence.aligned
  %x = llvm.extractvalue %acc[0] : !tiles
  %p = nvvm.wgmma.mma_async %a, %b, %x, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !tile -> !tile
  %q = nvvm.wgmma.mma_async %a, %b, %p, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !tile -> !tile
  %y = llvm.extractvalue %acc[1] : !tiles
  %r = nvvm.wgmma.mma_async %a, %b, %y, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !tile -> !tile
  %v = llvm.mlir.poison : !tiles
  %v0 = llvm.insertvalue %q, %v[0] : !tiles
  %v1 = llvm.insertvalue %r, %v0[1] : !tiles
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %j = llvm.add %i, %c1 : i32
  %more = llvm.icmp "slt" %j, %n : i32
  llvm.cond_br %more, ^head(%j, %v1 : i32, !tiles), ^end
^end:
  llvm.store %q, %o : !tile, !llvm.ptr<1>
  llvm.return
}
llvm.func @kept(%a: i64, %b: i64, %o: !llvm.ptr<1>, %o2: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %x = llvm.load %o : !llvm.ptr<1> -> !tile
  nvvm.wgmma.fence.aligned
  %p = nvvm.wgmma.mma_async %a, %b, %x, <m = 64, n = 8, k = 16>, D[<f32>, <one>], A[<f16>, <one>, <row>], B[<f16>, <one>, <col>] : !tile -> !tile
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  llvm.store %x, %o : !tile, !llvm.ptr<1>
  llvm.store %p, %o2 : !tile, !llvm.ptr<1>
  llvm.return
}

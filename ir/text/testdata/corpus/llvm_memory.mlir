// Covers the llvm dialect: memory, aggregates, vectors, atomics.
llvm.func @memory(%p: !llvm.ptr, %n: i64, %q: !llvm.ptr<3>, %x: f32, %vp: vector<4x!llvm.ptr>, %vi: vector<4xi64>) {
  %0 = llvm.load %p : !llvm.ptr -> i32
  %1 = llvm.load volatile %q {alignment = 8 : i64} : !llvm.ptr<3> -> f32
  %2 = llvm.load %p atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %3 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %4 = llvm.load %p invariant {nontemporal} : !llvm.ptr -> i32
  %5 = llvm.load %p invariant_group : !llvm.ptr -> i32
  %6 = llvm.load %p dereferenceable<bytes = 8> : !llvm.ptr -> !llvm.ptr
  llvm.store %0, %p : i32, !llvm.ptr
  llvm.store volatile %x, %q {alignment = 8 : i64} : f32, !llvm.ptr<3>
  llvm.store %0, %p atomic syncscope("x") release {alignment = 4 : i64, nontemporal} : i32, !llvm.ptr
  llvm.store %0, %p invariant_group {x} : i32, !llvm.ptr
  %7 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr
  %8 = llvm.alloca %n x !llvm.struct<(i32, f32)> {alignment = 8 : i64} : (i64) -> !llvm.ptr<5>
  %9 = llvm.alloca inalloca %n x i8 {x} : (i64) -> !llvm.ptr
  %10 = llvm.getelementptr %p[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %11 = llvm.getelementptr inbounds %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  %12 = llvm.getelementptr inbounds|nuw %p[%n, 1, -3] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
  %13 = llvm.getelementptr nusw %p[0, 1, %n] {x} : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, array<4 x f32>)>
  %14 = llvm.getelementptr nuw|nusw %vp[%vi] : (vector<4x!llvm.ptr>, vector<4xi64>) -> vector<4x!llvm.ptr>, f32
  %16 = llvm.getelementptr %p[%n] : (!llvm.ptr, i64) -> !llvm.ptr, f32
  llvm.return
}
llvm.func @aggregates(%s: !llvm.struct<(i32, array<4 x f32>)>, %x: f32, %i: i32, %v: vector<4xf32>) {
  %0 = llvm.mlir.undef : !llvm.struct<(i32, f32)>
  %1 = llvm.mlir.poison : !llvm.struct<(i32, f32)>
  %2 = llvm.mlir.zero : !llvm.ptr
  %3 = llvm.mlir.none : !llvm.token
  %4 = llvm.extractvalue %s[0] : !llvm.struct<(i32, array<4 x f32>)> 
  %5 = llvm.extractvalue %s[1, 2] {x} : !llvm.struct<(i32, array<4 x f32>)> 
  %6 = llvm.insertvalue %i, %s[0] : !llvm.struct<(i32, array<4 x f32>)> 
  %7 = llvm.insertvalue %x, %s[1, 3] {x} : !llvm.struct<(i32, array<4 x f32>)> 
  %8 = llvm.extractelement %v[%i : i32] : vector<4xf32>
  %9 = llvm.insertelement %x, %v[%i : i32] {x} : vector<4xf32>
  %10 = llvm.shufflevector %v, %v [0, 5, -1, 2, 3] : vector<4xf32>
  %11 = llvm.shufflevector %v, %v [0] {x} : vector<4xf32>
  llvm.return
}
llvm.func @atomics(%p: !llvm.ptr, %i: i32, %x: f32) {
  %0 = llvm.atomicrmw add %p, %i monotonic : !llvm.ptr, i32
  %1 = llvm.atomicrmw volatile _and %p, %i syncscope("agent") acq_rel {alignment = 4 : i64} : !llvm.ptr, i32
  %2 = llvm.atomicrmw fmaximum %p, %x seq_cst : !llvm.ptr, f32
  %3 = llvm.cmpxchg %p, %i, %i acq_rel monotonic : !llvm.ptr, i32
  %4 = llvm.cmpxchg weak volatile %p, %i, %i syncscope("x") seq_cst seq_cst {x} : !llvm.ptr, i32
  llvm.fence seq_cst
  llvm.fence syncscope("agent") release {x}
  llvm.return
}
llvm.func @constants() -> i64 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.mlir.constant(1 : index) : i64
  %2 = llvm.mlir.constant(1.0 : f32) : f32
  %3 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xi32>
  %4 = llvm.mlir.constant(true) : i1
  %5 = llvm.mlir.constant("abc") : !llvm.array<3 x i8>
  %6 = llvm.mlir.constant(dense<[1.0, 2.0]> : tensor<2xf32>) : !llvm.array<2 x f32>
  %7 = llvm.mlir.constant([1 : i32, 2.0 : f32]) : !llvm.struct<(i32, f32)>
  %8 = llvm.mlir.constant(42) : i64
  %9 = llvm.mlir.constant(1.5 : f64) {x} : f64
  %10 = llvm.mlir.constant(dense<0> : vector<2xi64>) : vector<2xi64>
  %11 = llvm.mlir.constant(0x7F800000 : f32) : f32
  %12 = llvm.mlir.constant(-1 : i8) : i8
  llvm.return %0 : i64
}

// PASSES: --canonicalize

func.func @app(%i: index, %n: index) -> (index,index,index) {
  %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %1 = affine.apply affine_map<(d0) -> (d0 * 2)>(%0)
  %2 = affine.apply affine_map<(d0)[s0] -> (d0 + s0 - d0)>(%i)[%n]
  %3 = affine.apply affine_map<(d0) -> (d0)>(%1)
  return %1,%2,%3 : index,index,index
}

func.func @appc() -> (index,index) {
  %c = arith.constant 7 : index
  %0 = affine.apply affine_map<(d0) -> (d0 floordiv 2 + d0 mod 3)>(%c)
  %1 = affine.min affine_map<(d0) -> (d0, 5)>(%c)
  return %0,%1 : index,index
}

func.func @minmax(%i: index, %n: index) -> (index,index,index,index) {
  %0 = affine.min affine_map<(d0) -> (d0, d0, 8, 9)>(%i)
  %1 = affine.max affine_map<(d0) -> (d0, 8, 9)>(%i)
  %2 = affine.min affine_map<(d0) -> (d0)>(%i)
  %3 = affine.min affine_map<(d0, d1) -> (d0, d1, 4)>(%0, %n)
  return %0,%1,%2,%3 : index,index,index,index
}

func.func @forempty(%n: index) {
  affine.for %i = 0 to %n { }
  affine.for %i = 5 to 2 { "test.a"(%i) : (index) -> () }
  affine.for %i = 5 to 6 { "test.a"(%i) : (index) -> () }
  return
}

func.func @forbounds(%m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  affine.for %i = %c0 to %c9 { "test.a"(%i) : (index) -> () }
  affine.for %i = max affine_map<() -> (0, 3)>() to min affine_map<()[s0] -> (s0, 20)>()[%c9] { "test.a"(%i) : (index) -> () }
  return
}

func.func @forapply(%n: index) {
  %a = affine.apply affine_map<()[s0] -> (s0 + 4)>()[%n]
  affine.for %i = 0 to %a { 
   %b = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
   affine.for %j = affine_map<(d0) -> (d0)>(%b) to affine_map<(d0) -> (d0 + 4)>(%b) { "test.a"(%j) : (index) -> () } }
  return
}

func.func @ifc(%n: index) -> f32 {
  %x = arith.constant 1.0 : f32
  %y = arith.constant 2.0 : f32
  %c = arith.constant 3 : index
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%c) { "test.a"() : () -> () } else { "test.b"() : () -> () }
  %r = affine.if affine_set<(d0) : (d0 - 20 >= 0)>(%c) -> f32 { affine.yield %x : f32 } else { affine.yield %y : f32 }
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) { } else { }
  affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) { "test.a"() : () -> () } else { }
  return %r : f32
}

func.func @acc(%m: memref<16x16xf32>, %i: index, %x: f32) -> f32 {
  %c = memref.cast %m : memref<16x16xf32> to memref<?x?xf32>
  %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %0 = affine.load %c[%a, %a * 2] : memref<?x?xf32>
  affine.store %x, %c[%i, %a] : memref<?x?xf32>
  return %0 : f32
}

func.func @fores(%x: f32, %y: f32) -> (f32,f32) {
  %r:2 = affine.for %i = 0 to 10 iter_args(%a = %x, %b = %y) -> (f32, f32) { affine.yield %a, %y : f32, f32 }
  return %r#0, %r#1 : f32, f32
}

func.func @fores2(%x: f32, %y: f32, %n: index) -> (f32,f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %y) -> (f32, f32) { affine.yield %b, %a : f32, f32 }
  return %r#0, %r#1 : f32, f32
}

func.func @fordead(%x: f32, %n: index) -> (f32) {
  %r:2 = affine.for %i = 0 to %n iter_args(%a = %x, %b = %x) -> (f32, f32) { 
   %c = arith.addf %a, %x : f32
   %d = arith.mulf %b, %x : f32
  affine.yield %c, %d : f32, f32 }
  return %r#0 : f32
}

func.func @par(%n: index, %m: memref<10xf32>, %x: f32) {
  affine.parallel (%i, %j) = (0, 0) to (10, 1) { affine.store %x, %m[%i + %j] : memref<10xf32> }
  %c = arith.constant 4 : index
  affine.parallel (%i) = (0) to (symbol(%c)) { affine.store %x, %m[%i] : memref<10xf32> }
  return
}

func.func @delin(%i: index) -> (index,index,index) {
  %c = arith.constant 57 : index
  %0:3 = affine.delinearize_index %c into (2, 3, 10) : index, index, index
  return %0#0,%0#1,%0#2 : index,index,index
}

func.func @delin2(%i: index) -> (index,index) {
  %0:3 = affine.delinearize_index %i into (1, 3, 10) : index, index, index
  %1 = affine.linearize_index disjoint [%0#0, %0#1, %0#2] by (1, 3, 10) : index
  return %0#0, %1 : index,index
}

func.func @lin(%i: index, %j: index) -> (index,index,index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%c0, %i] by (4, 8) : index
  %1 = affine.linearize_index [%i] by (8) : index
  %2 = affine.linearize_index disjoint [%i, %c0, %j] by (2, 1, 8) : index
  return %0,%1,%2 : index,index,index
}

func.func @lindelin(%i: index, %j: index, %k: index) -> (index,index,index) {
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (4, 3, 10) : index
  %0:3 = affine.delinearize_index %1 into (4, 3, 10) : index, index, index
  return %0#0,%0#1,%0#2 : index,index,index
}

func.func @lindelin2(%i: index, %j: index, %k: index) -> (index,index) {
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (4, 3, 10) : index
  %0:2 = affine.delinearize_index %1 into (12, 10) : index, index
  return %0#0,%0#1 : index,index
}

func.func @delinbase(%i: index) -> (index) {
  %0 = affine.delinearize_index %i into (8) : index
  return %0 : index
}

func.func @mod(%n: index) {
  affine.for %i = 0 to 8 {
   affine.for %j = 0 to 4 {
   %0 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) floordiv 4)>(%i, %j)
   %1 = affine.apply affine_map<(d0, d1) -> ((d0 * 4 + d1) mod 4)>(%i, %j)
   %2 = affine.apply affine_map<(d0) -> (d0 mod 8)>(%i)
   "test.a"(%0, %1, %2) : (index, index, index) -> () } }
  return
}

func.func @prefetch(%m: memref<16xf32>, %i: index) {
  %c = memref.cast %m : memref<16xf32> to memref<?xf32>
  affine.prefetch %c[%i], read, locality<3>, data : memref<?xf32>
  return
}

func.func @vecl(%m: memref<16xf32>, %i: index) -> vector<4xf32> {
  %a = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
  %0 = affine.vector_load %m[%a] : memref<16xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

func.func @globalload() -> f32 {
  %0 = memref.get_global @k : memref<4xf32>
  %1 = affine.load %0[2] : memref<4xf32>
  return %1 : f32 }
memref.global "private" constant @k : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>

func.func @minfor(%n: index) {
  affine.for %i = 0 to 16 step 4 {
   %0 = affine.min affine_map<(d0) -> (4, -d0 + 16)>(%i)
   %1 = affine.max affine_map<(d0) -> (0, d0 - 20)>(%i)
   "test.a"(%0, %1) : (index, index) -> () }
  return
}

func.func @minmin(%n: index, %i: index) -> (index, index) {
  %0 = affine.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
  %1 = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%0)[%n]
  %2 = affine.min affine_map<(d0)[s0] -> (d0, s0 * 2)>(%0)[%n]
  return %1, %2 : index, index
}

func.func @dimapply(%m: memref<8x?xf32>) -> (index) {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<8x?xf32>
  %0 = affine.apply affine_map<()[s0] -> (s0 ceildiv 3)>()[%d]
  return %0 : index
}

func.func @a(%i: index, %j: index, %n: index) -> (index,index) {
  %0:3 = affine.delinearize_index %i into (4, 1, 10) : index, index, index
  return %0#0, %0#1 : index,index
}

func.func @b(%i: index, %j: index, %n: index) -> (index,index,index) {
  %0:3 = affine.delinearize_index %i into (1, 10) : index, index, index
  return %0#0, %0#1,%0#2 : index,index,index
}

func.func @c(%i: index, %j: index, %n: index) -> (index,index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%i, %c0, %j] by (1, 8) : index
  %1 = affine.linearize_index [%c0, %i, %j] by (3, %n, 8) : index
  return %0,%1 : index,index
}

func.func @d(%i: index, %j: index, %n: index) -> (index,index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%i, %n, %j] by (4, 1, 8) : index
  %1 = affine.linearize_index disjoint [%i, %n, %j] by (4, 1, 8) : index
  return %0,%1 : index,index
}

func.func @e(%i: index, %j: index, %n: index) -> (index,index) {
  %c0 = arith.constant 0 : index
  %0 = affine.linearize_index [%i, %j, %c0] by (4, 2, 8) : index
  %1 = affine.linearize_index [%c0, %c0, %j] by (4, 2, 8) : index
  return %0,%1 : index,index
}

func.func @g(%i: index, %j: index, %k: index) -> (index,index,index) {
  %1 = affine.linearize_index disjoint [%i, %j, %k] by (4, 3, 10) : index
  %0:3 = affine.delinearize_index %1 into (2, 6, 10) : index, index, index
  return %0#0,%0#1,%0#2 : index,index,index
}

func.func @h(%i: index) -> (index,index) {
  %0:2 = affine.delinearize_index %i into (1, 1) : index, index
  return %0#0,%0#1 : index,index
}

func.func @h2(%i: index, %n: index) -> (index,index,index,index) {
  %0:4 = affine.delinearize_index %i into (%n, 1, %n, 1) : index, index, index, index
  return %0#0,%0#1,%0#2,%0#3 : index,index,index,index
}

// Attributes of operations of the host, each in a program whose results depend on it.
func.func @truncf(%x: f64) -> f32 {
  %0 = arith.truncf %x : f64 to f32
  return %0 : f32
}

// -----

func.func @extf(%x: f32) -> f64 {
  %0 = arith.extf %x : f32 to f64
  return %0 : f64
}

// -----

func.func @unsignedCmp(%m: memref<8xf32>, %a: index, %b: index) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %neg = arith.constant -4 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c1 to %neg step %c8 {
    %j = arith.remui %i, %c8 : index
    memref.store %f, %m[%j] : memref<8xf32>
  }
  return
}

// -----

func.func @matmul_cast(%a: memref<2x3xi8>, %b: memref<3x2xi8>, %c: memref<2x2xi32>) {
  linalg.matmul ins(%a, %b : memref<2x3xi8>, memref<3x2xi8>) outs(%c : memref<2x2xi32>)
  return
}

// -----

func.func @batch_matmul_cast(%a: memref<1x2x3xi8>, %b: memref<1x3x2xi8>, %c: memref<1x2x2xi32>) {
  linalg.batch_matmul ins(%a, %b : memref<1x2x3xi8>, memref<1x3x2xi8>) outs(%c : memref<1x2x2xi32>)
  return
}

// -----

func.func @batch_reduce_matmul_cast(%a: memref<1x2x3xi8>, %b: memref<1x3x2xi8>, %c: memref<2x2xi32>) {
  linalg.batch_reduce_matmul ins(%a, %b : memref<1x2x3xi8>, memref<1x3x2xi8>) outs(%c : memref<2x2xi32>)
  return
}

// -----

#m = affine_map<(d0, d1, d2) -> (d0, d2)>
#n = affine_map<(d0, d1, d2) -> (d2, d1)>
#o = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @contract_cast(%a: memref<3x3xi8>, %b: memref<3x3xi8>, %c: memref<3x3xi32>) {
  linalg.contract indexing_maps = [#m, #n, #o] ins(%a, %b : memref<3x3xi8>, memref<3x3xi8>) outs(%c : memref<3x3xi32>)
  return
}

// -----

func.func @copy_cast(%a: memref<3xi8>, %c: memref<3xi32>) {
  linalg.copy ins(%a : memref<3xi8>) outs(%c : memref<3xi32>)
  return
}

// -----

func.func @elementwise(%a: memref<3x3xf32>, %b: memref<3x3xf32>, %c: memref<3x3xf32>) {
  linalg.elementwise kind=#linalg.elementwise_kind<add> ins(%a, %b : memref<3x3xf32>, memref<3x3xf32>) outs(%c : memref<3x3xf32>)
  return
}

// -----

func.func @transpose(%a: memref<3x3xf32>, %c: memref<3x3xf32>) {
  linalg.transpose ins(%a : memref<3x3xf32>) outs(%c : memref<3x3xf32>) permutation = [1, 0]
  return
}

// -----

func.func @broadcast(%a: memref<3xf32>, %c: memref<3x3xf32>) {
  linalg.broadcast ins(%a : memref<3xf32>) outs(%c : memref<3x3xf32>) dimensions = [1]
  return
}

// -----

func.func @reduce(%a: memref<3x3xf32>, %c: memref<3xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<3x3xf32>) outs(%c : memref<3xf32>) dimensions = [1]
  return
}

// -----

func.func @generic(%a: memref<3x3xf32>, %c: memref<3x3xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<3x3xf32>) outs(%c : memref<3x3xf32>) {
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  return
}

// -----

func.func @subview(%m: memref<8x8xf32>, %o: index, %a: index) -> f32 {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[1, 1][3, 3][2, 1] : memref<8x8xf32> to memref<3x3xf32, strided<[16, 1], offset: 9>>
  %v = memref.load %s[%c1, %c1] : memref<3x3xf32, strided<[16, 1], offset: 9>>
  return %v : f32
}

// -----

func.func @subview_sizes(%m: memref<8x8xf32>, %r: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%c1, 1][3, 4][%c1, 1] : memref<8x8xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
  %v = memref.dim %s, %c1 : memref<3x?xf32, strided<[?, 1], offset: ?>>
  memref.store %v, %r[%c0] : memref<1xindex>
  return
}

// -----

func.func @reinterpret(%m: memref<16xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %s = memref.reinterpret_cast %m to offset: [1], sizes: [4, 2], strides: [2, 1] : memref<16xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %n = memref.dim %s, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %i = arith.minui %n, %c1 : index
  %v = memref.load %s[%c3, %i] : memref<?x?xf32, strided<[?, ?], offset: ?>>
  return %v : f32
}

// -----

func.func @maskedload(%m: memref<8xf32>, %out0: memref<4xf32>) {
  %at = arith.constant 0 : index
  %k = arith.constant dense<[true, false, true, true]> : vector<4xi1>
  %c0 = arith.constant 0 : index
  %p = arith.constant dense<0.0> : vector<4xf32>
  %v = vector.maskedload %m[%c0], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %v, %out0[%at] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @multi_reduction(%v_in: memref<4x4xf32>, %a_in: memref<4xf32>, %out0: memref<4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.multi_reduction <add>, %v, %a [0] : vector<4x4xf32> to vector<4xf32>
  vector.store %r, %out0[%at] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @outerproduct(%v_in: memref<4xf32>, %w_in: memref<4xf32>, %a_in: memref<4x4xf32>, %out0: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %w = vector.load %w_in[%at] : memref<4xf32>, vector<4xf32>
  %a = vector.load %a_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %r = vector.outerproduct %v, %w, %a {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
  vector.store %r, %out0[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @scan(%v_in: memref<4x4xf32>, %a_in: memref<4xf32>, %out0: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %a = vector.load %a_in[%at] : memref<4xf32>, vector<4xf32>
  %r:2 = vector.scan <add>, %v, %a {inclusive = true, reduction_dim = 0 : i64} : vector<4x4xf32>, vector<4xf32>
  vector.store %r#0, %out0[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @constant_mask(%m: memref<8xf32>, %out0: memref<4xf32>) {
  %at = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %p = arith.constant dense<0.0> : vector<4xf32>
  %k = vector.constant_mask [2] : vector<4xi1>
  %v = vector.maskedload %m[%c0], %k, %p : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.store %v, %out0[%at] : memref<4xf32>, vector<4xf32>
  return
}

// -----

func.func @contract(%a_in: memref<3x3xf32>, %b_in: memref<3x3xf32>, %c_in: memref<3x3xf32>, %out0: memref<3x3xf32>) {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at, %at] : memref<3x3xf32>, vector<3x3xf32>
  %b = vector.load %b_in[%at, %at] : memref<3x3xf32>, vector<3x3xf32>
  %c = vector.load %c_in[%at, %at] : memref<3x3xf32>, vector<3x3xf32>
  %r = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<3x3xf32>, vector<3x3xf32> into vector<3x3xf32>
  vector.store %r, %out0[%at, %at] : memref<3x3xf32>, vector<3x3xf32>
  return
}

// -----

func.func @strided_slices(%a_in: memref<4x4xf32>, %b_in: memref<2x2xf32>, %out0: memref<2x2xf32>, %out1: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %a = vector.load %a_in[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  %b = vector.load %b_in[%at, %at] : memref<2x2xf32>, vector<2x2xf32>
  %e = vector.extract_strided_slice %a {offsets = [1, 1], sizes = [2, 2], strides = [1, 1]} : vector<4x4xf32> to vector<2x2xf32>
  %i = vector.insert_strided_slice %b, %a {offsets = [1, 1], strides = [1, 1]} : vector<2x2xf32> into vector<4x4xf32>
  vector.store %e, %out0[%at, %at] : memref<2x2xf32>, vector<2x2xf32>
  vector.store %i, %out1[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @reduction(%v_in: memref<4xf32>, %out0: memref<1xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<4xf32>, vector<4xf32>
  %r = vector.reduction <add>, %v : vector<4xf32> into f32
  memref.store %r, %out0[%at] : memref<1xf32>
  return
}

// -----

func.func @transfers(%m: memref<8x8xf32>, %i: index, %out0: memref<4x4xf32>) {
  %at = arith.constant 0 : index
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %p = arith.constant 0.0 : f32
  %v = vector.transfer_read %m[%c6, %c0], %p {in_bounds = [false, false]} : memref<8x8xf32>, vector<4x4xf32>
  vector.transfer_write %v, %m[%c6, %c0] {in_bounds = [false, false]} : vector<4x4xf32>, memref<8x8xf32>
  vector.store %v, %out0[%at, %at] : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @switch(%x: i32) -> i32 {
  %two = arith.constant 2 : i32
  cf.switch %two : i32, [
    default: ^bb1(%x : i32),
    2: ^bb1(%two : i32)
  ]
^bb1(%r: i32):
  return %r : i32
}

// -----

func.func @index_switch() -> i32 {
  %c = arith.constant 2 : index
  %a = arith.constant 1 : i32
  %b = arith.constant 5 : i32
  %r = scf.index_switch %c -> i32
  case 2 { scf.yield %a : i32 }
  default { scf.yield %b : i32 }
  return %r : i32
}

// -----

func.func @forall(%m: memref<8x8xf32>) {
  %f = arith.constant 1.0 : f32
  scf.forall (%i, %j) = (1, 1) to (5, 5) step (2, 2) {
    memref.store %f, %m[%i, %j] : memref<8x8xf32>
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}

// -----

func.func @delinearize(%m: memref<8x8x8xf32>) {
  %c = arith.constant 29 : index
  %f = arith.constant 1.0 : f32
  %k:3 = affine.delinearize_index %c into (2, 3, 5) : index, index, index
  memref.store %f, %m[%k#0, %k#1, %k#2] : memref<8x8x8xf32>
  return
}

// -----

func.func @linearize(%m: memref<64xf32>) {
  %c = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  %k = affine.linearize_index [%c, %c, %c] by (2, 3, 5) : index
  memref.store %f, %m[%k] : memref<64xf32>
  return
}

// -----

memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]> {alignment = 16}
memref.global "private" constant @h : memref<4xf32> = dense<[5.0, 2.0, 3.0, 4.0]> {alignment = 16}
func.func @global() -> f32 {
  %c = arith.constant 0 : index
  %m = memref.get_global @g : memref<4xf32>
  %v = memref.load %m[%c] : memref<4xf32>
  return %v : f32
}

// -----

func.func @atomic(%m: memref<4xi32>, %x: i32) -> i32 {
  %c = arith.constant 0 : index
  %v = memref.atomic_rmw addi %x, %m[%c] : (i32, memref<4xi32>) -> i32
  return %v : i32
}

// -----

func.func private @h(%x: f32) -> f32 { return %x : f32 }
func.func private @k(%x: f32) -> f32 {
  %r = arith.negf %x : f32
  return %r : f32
}
func.func @main(%x: f32) -> f32 {
  %f = func.constant @h : (f32) -> f32
  %r = func.call_indirect %f(%x) : (f32) -> f32
  return %r : f32
}

// -----

func.func @arguments(%x: f32 {llvm.noundef}, %y: i32) -> (f32 {llvm.noundef}) {
  return %x : f32
}

// -----

func.func @prints(%v_in: memref<2xf32>) {
  %at = arith.constant 0 : index
  %v = vector.load %v_in[%at] : memref<2xf32>, vector<2xf32>
  vector.print %v : vector<2xf32> punctuation <comma>
  vector.print str "a"
  return
}

// -----

func.func @memrefs(%m: memref<4x4xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %t = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %v = memref.load %t[%c1, %c1] : memref<4x4xf32, strided<[1, 4]>>
  %a = memref.alloc() {alignment = 64} : memref<4xf32>
  memref.store %v, %a[%c1] {nontemporal = false, alignment = 4} : memref<4xf32>
  %s = memref.load %a[%c1] {nontemporal = false, alignment = 4} : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %s : f32
}

// -----

func.func @shape(%m: memref<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %e = memref.expand_shape %m [[0, 1]] output_shape [%n, 4] : memref<?xf32> into memref<?x4xf32>
  %d = memref.dim %e, %c0 : memref<?x4xf32>
  return %d : index
}

// -----

#map = affine_map<(d0)[s0] -> (d0 + s0, 7)>
func.func @affine(%m: memref<64xf32>) {
  %c = arith.constant 2 : index
  %f = arith.constant 1.0 : f32
  %a = affine.apply affine_map<(d0)[s0] -> (d0 * 2 + s0)>(%c)[%c]
  %b = affine.min #map(%c)[%a]
  %e = affine.max #map(%c)[%a]
  memref.store %f, %m[%a] : memref<64xf32>
  memref.store %f, %m[%b] : memref<64xf32>
  memref.store %f, %m[%e] : memref<64xf32>
  return
}

// -----

func.func @maxima(%m: memref<64xf32>) {
  %c = arith.constant 4 : index
  %f = arith.constant 1.0 : f32
  %e = affine.max affine_map<(d0) -> (d0 + 5, 3)>(%c)
  %g = affine.min affine_map<(d0) -> (d0 + 5, 30)>(%c)
  memref.store %f, %m[%e] : memref<64xf32>
  memref.store %f, %m[%g] : memref<64xf32>
  return
}

// -----

func.func @parallel(%m: memref<16x16xf32>) {
  %f = arith.constant 1.0 : f32
  affine.parallel (%i, %j) = (1, 1) to (9, 9) step (2, 2) {
    affine.store %f, %m[%i, %j] : memref<16x16xf32>
  }
  return
}

// -----

func.func @compare(%x: i32, %y: f32, %m: memref<2xi1>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %k = arith.constant 5 : i32
  %a = arith.cmpi slt, %x, %k : i32
  %b = arith.cmpf olt, %y, %z : f32
  memref.store %a, %m[%c0] : memref<2xi1>
  memref.store %b, %m[%c1] : memref<2xi1>
  return
}

// -----

func.func @index(%m: memref<3x5xindex>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<3x5xindex>) {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    linalg.yield %i : index
  }
  return
}

// -----

memref.global "private" @third : memref<4xf32> = dense<1.0>
memref.global "private" @other : memref<4xf32> = dense<2.0> {alignment = 128}
func.func @globals() -> f32 {
  %c = arith.constant 0 : index
  %m = memref.get_global @third : memref<4xf32>
  %n = memref.get_global @other : memref<4xf32>
  %x = memref.load %m[%c] : memref<4xf32>
  %y = memref.load %n[%c] : memref<4xf32>
  %s = arith.divf %x, %y : f32
  return %s : f32
}

// -----

func.func private @first(%x: f32) -> f32 { return %x : f32 }
func.func private @other(%x: f32) -> f32 {
  %r = arith.negf %x : f32
  return %r : f32
}
func.func @main(%x: f32) -> f32 {
  %f = func.constant @first : (f32) -> f32
  %g = func.constant @other : (f32) -> f32
  %r = func.call_indirect %f(%x) : (f32) -> f32
  %s = func.call_indirect %g(%r) : (f32) -> f32
  return %s : f32
}

// -----

func.func @slices(%m: memref<8x8xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %s = memref.subview %m[%c1, 2][3, 3][%c1, 1] : memref<8x8xf32> to memref<3x3xf32, strided<[?, 1], offset: ?>>
  %u = memref.cast %m : memref<8x8xf32> to memref<?x?xf32>
  %t = memref.subview %u[1, 2][3, 3][2, 2] : memref<?x?xf32> to memref<3x3xf32, strided<[?, 2], offset: ?>>
  %v = memref.load %s[%c1, %c1] : memref<3x3xf32, strided<[?, 1], offset: ?>>
  %w = memref.load %t[%c1, %c1] : memref<3x3xf32, strided<[?, 2], offset: ?>>
  %x = arith.subf %v, %w : f32
  return %x : f32
}

// -----

func.func @elements(%m: memref<4x4xf32>, %n: memref<4x4xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %m[%c0, %c0] : memref<4x4xf32>, vector<4x4xf32>
  %e = vector.extract %v[1, 2] : f32 from vector<4x4xf32>
  %i = vector.insert %e, %v[2, 1] : f32 into vector<4x4xf32>
  %t = vector.transpose %i, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
  vector.store %t, %n[%c0, %c0] : memref<4x4xf32>, vector<4x4xf32>
  return
}

// -----

func.func @rows(%m: memref<8xf32>, %n: memref<8xf32>) {
  %i = arith.constant 5 : index
  %c0 = arith.constant 0 : index
  %p = arith.constant 0.0 : f32
  %v = vector.load %m[%c0] : memref<8xf32>, vector<4xf32>
  %r = vector.transfer_read %m[%i], %p {in_bounds = [false]} : memref<8xf32>, vector<4xf32>
  %s = vector.shuffle %v, %r [0, 5, 2, 7] : vector<4xf32>, vector<4xf32>
  vector.transfer_write %s, %n[%i] {in_bounds = [false]} : vector<4xf32>, memref<8xf32>
  return
}

// -----

func.func @iterators(%m: memref<3x5xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%m : memref<3x5xf32>) {
  ^bb0(%x: f32):
    %i = arith.addf %x, %x : f32
    linalg.yield %i : f32
  }
  return
}

// -----

func.func @stack(%x: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %a = memref.alloca() {alignment = 128} : memref<4xf32>
  memref.store %x, %a[%c1] : memref<4xf32>
  %s = memref.load %a[%c1] : memref<4xf32>
  return %s : f32
}

// -----

func.func @index_compared(%a: index, %b: index) -> (i1, index, i1) {
  %c3 = index.constant 3
  %0 = index.cmp slt(%a, %b)
  %1 = index.add %a, %c3
  %2 = index.bool.constant true
  return %0, %1, %2 : i1, index, i1
}

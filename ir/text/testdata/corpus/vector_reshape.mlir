// Covers vector.transpose, multi_reduction, insert_strided_slice, extract_strided_slice, outerproduct, scan, interleave and deinterleave, with every optional part.
func.func @reshape(%a: vector<2x3x4xf32>, %s: vector<2x4xf32>, %x: f32, %k: vector<[4]x3xf32>, %z: vector<f32>, %b: vector<4xf32>, %c: vector<2xf32>, %o: vector<4x2xf32>, %i: vector<4x2xi32>, %p: vector<4xi32>, %q: vector<2xi32>, %e: vector<[4]xi8>, %w: vector<[4]x[2]xf32>, %v: vector<[4]xf32>, %u: vector<[2]xf32>, %n: vector<2x16xi8>) {
  %0 = vector.transpose %a, [2, 0, 1] : vector<2x3x4xf32> to vector<4x2x3xf32>
  %1 = vector.transpose %k, [1, 0] {note} : vector<[4]x3xf32> to vector<3x[4]xf32>
  %2 = vector.transpose %z, [] : vector<f32> to vector<f32>
  %3 = vector.multi_reduction <add>, %a, %s [1] : vector<2x3x4xf32> to vector<2x4xf32>
  %4 = vector.multi_reduction <maximumf>, %a, %x {note} [0, 1, 2] : vector<2x3x4xf32> to f32
  %5 = vector.multi_reduction <mul>, %a, %a [] : vector<2x3x4xf32> to vector<2x3x4xf32>
  %6 = vector.insert_strided_slice %b, %a {offsets = [0, 2, 0], strides = [1]} : vector<4xf32> into vector<2x3x4xf32>
  %7 = vector.insert_strided_slice %c, %o {note, offsets = [3, 0], strides = [1]} : vector<2xf32> into vector<4x2xf32>
  %8 = vector.extract_strided_slice %a {offsets = [0, 2], sizes = [1, 1], strides = [1, 1]} : vector<2x3x4xf32> to vector<1x1x4xf32>
  %9 = vector.extract_strided_slice %o {offsets = [1], sizes = [2], strides = [1], note} : vector<4x2xf32> to vector<2x2xf32>
  %10 = vector.outerproduct %b, %c : vector<4xf32>, vector<2xf32>
  %11 = vector.outerproduct %b, %c, %o : vector<4xf32>, vector<2xf32>
  %12 = vector.outerproduct %b, %c, %o {kind = #vector.kind<maxnumf>} : vector<4xf32>, vector<2xf32>
  %13 = vector.outerproduct %p, %q, %i {kind = #vector.kind<add>, note} : vector<4xi32>, vector<2xi32>
  %14 = vector.outerproduct %b, %x, %b {kind = #vector.kind<mul>} : vector<4xf32>, f32
  %15 = vector.outerproduct %b, %x : vector<4xf32>, f32
  %16 = vector.outerproduct %v, %u, %w : vector<[4]xf32>, vector<[2]xf32>
  %17:2 = vector.scan <add>, %o, %c {inclusive = false, reduction_dim = 0 : i64} : vector<4x2xf32>, vector<2xf32>
  %18:2 = vector.scan <mul>, %b, %z {inclusive = true, reduction_dim = 0 : i64, note} : vector<4xf32>, vector<f32>
  %19 = vector.interleave %b, %b : vector<4xf32> -> vector<8xf32>
  %20 = vector.interleave %e, %e {note} : vector<[4]xi8> -> vector<[8]xi8>
  %21 = vector.interleave %z, %z : vector<f32> -> vector<2xf32>
  %22, %23 = vector.deinterleave %n : vector<2x16xi8> -> vector<2x8xi8>
  %24, %25 = vector.deinterleave %v {note} : vector<[4]xf32> -> vector<[2]xf32>
  return
}

func.func @main() {
  %v = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : vector<8xi32>
  %m = vector.shape_cast %v : vector<8xi32> to vector<2x4xi32>
  vector.print %m : vector<2x4xi32>
  %r = vector.extract %m[1] : vector<4xi32> from vector<2x4xi32>
  vector.print %r : vector<4xi32>
  %s = vector.shuffle %r, %r [3, 2, 1, 0, 7] : vector<4xi32>, vector<4xi32>
  vector.print %s : vector<5xi32>
  %e = vector.extract_strided_slice %v {offsets = [2], sizes = [3], strides = [1]} : vector<8xi32> to vector<3xi32>
  vector.print %e : vector<3xi32>
  %i = vector.insert_strided_slice %e, %v {offsets = [5], strides = [1]} : vector<3xi32> into vector<8xi32>
  vector.print %i : vector<8xi32>
  %c = arith.constant 9 : i32
  %b = vector.broadcast %c : i32 to vector<2x2xi32>
  vector.print %b : vector<2x2xi32>
  %x = vector.insert %c, %v[0] : i32 into vector<8xi32>
  vector.print %x : vector<8xi32>
  %mask = vector.constant_mask [3] : vector<4xi1>
  vector.print %mask : vector<4xi1>
  return
}

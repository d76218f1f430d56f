// Covers the operations that put together, take apart, move and cast vectors, and masks, with static and dynamic positions.
func.func @shapes(%x: f32, %v: vector<4xf32>, %m: vector<2x4xf32>, %z: vector<f32>, %s: vector<[4]xf32>, %i: index) {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  %1 = vector.broadcast %v : vector<4xf32> to vector<2x4xf32>
  %2 = vector.broadcast %x {a} : f32 to vector<[4]xf32>
  %3 = vector.extract %m[0, %i] : f32 from vector<2x4xf32>
  %4 = vector.extract %m[%i] : vector<4xf32> from vector<2x4xf32>
  %5 = vector.extract %z[] : f32 from vector<f32>
  %6 = vector.extract %v[-1] {b = 2 : i8} : f32 from vector<4xf32>
  %7 = vector.insert %x, %m[1, %i] : f32 into vector<2x4xf32>
  %8 = vector.insert %v, %m [1] : vector<4xf32> into vector<2x4xf32>
  %9 = vector.insert %x, %z[] : f32 into vector<f32>
  %10 = vector.shuffle %v, %v [0, 4, -1, 3, 7] : vector<4xf32>, vector<4xf32>
  %11 = vector.shuffle %m, %m [3] : vector<2x4xf32>, vector<2x4xf32>
  %12 = vector.shuffle %z, %z [1, 0] : vector<f32>, vector<f32>
  %13 = vector.step : vector<4xindex>
  %14 = vector.step {a} : vector<[4]xindex>
  %15 = vector.shape_cast %m : vector<2x4xf32> to vector<8xf32>
  %16 = vector.bitcast %v : vector<4xf32> to vector<8xi16>
  %17:4 = vector.to_elements %v : vector<4xf32>
  %18 = vector.from_elements %x, %17#0, %x, %x : vector<2x2xf32>
  %19 = vector.from_elements %x {a} : vector<f32>
  %20 = vector.to_elements %z : vector<f32>
  return
}
func.func @masks(%i: index) {
  %0 = vector.constant_mask [2] : vector<4xi1>
  %1 = vector.constant_mask [1, 4] {a} : vector<2x4xi1>
  %2 = vector.constant_mask [1] : vector<i1>
  %3 = vector.constant_mask [4] : vector<[4]xi1>
  %4 = vector.create_mask %i : vector<4xi1>
  %5 = vector.create_mask %i, %i : vector<2x[4]xi1>
  %6 = vector.create_mask %i : vector<i1>
  return
}

// Covers the casts of arith: extensions, truncations with rounding modes, conversions, index casts, bitcasts, scaling casts.

func.func @integers(%a: i8, %b: i64, %v: vector<4xi8>) {
  %0 = arith.extsi %a : i8 to i32
  %1 = arith.extui %a : i8 to i32
  %2 = arith.trunci %b : i64 to i16
  %3 = arith.extsi %v : vector<4xi8> to vector<4xi64>
  %4 = arith.extui %v {doc.note} : vector<4xi8> to vector<4xi64>
  return
}

func.func @floats(%a: f16, %b: f64) {
  %0 = arith.extf %a : f16 to f32
  %1 = arith.extf %a fastmath<nnan,ninf> : f16 to f64
  %2 = arith.truncf %b : f64 to f32
  // Every rounding mode.
  %3 = arith.truncf %b to_nearest_even : f64 to f32
  %4 = arith.truncf %b downward : f64 to f32
  %5 = arith.truncf %b upward : f64 to f32
  %6 = arith.truncf %b toward_zero : f64 to bf16
  %7 = arith.truncf %b to_nearest_away : f64 to f16
  %8 = arith.truncf %b downward fastmath<contract> : f64 to f32
  %9 = arith.truncf %b fastmath<fast> {doc.note} : f64 to f32
  return
}

func.func @scaled(%x: vector<4xf4E2M1FN>, %s: vector<4xf8E8M0FNU>, %w: f32, %t: f8E8M0FNU) {
  %0 = arith.scaling_extf %x, %s : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xf32>
  %1 = arith.scaling_extf %x, %s fastmath<nnan> : vector<4xf4E2M1FN>, vector<4xf8E8M0FNU> to vector<4xbf16>
  %2 = arith.scaling_truncf %w, %t : f32, f8E8M0FNU to f8E5M2
  %3 = arith.scaling_truncf %w, %t to_nearest_even : f32, f8E8M0FNU to f6E3M2FN
  %4 = arith.scaling_truncf %w, %t toward_zero fastmath<ninf> : f32, f8E8M0FNU to f6E2M3FN
  return
}

func.func @between(%i: i32, %f: f32, %v: vector<2xi16>, %t: tensor<?xf64>) {
  %0 = arith.sitofp %i : i32 to f64
  %1 = arith.uitofp %i : i32 to f16
  %2 = arith.fptosi %f : f32 to i8
  %3 = arith.fptoui %f : f32 to i64
  %4 = arith.sitofp %v : vector<2xi16> to vector<2xf32>
  %5 = arith.fptosi %t : tensor<?xf64> to tensor<?xi32>
  return
}

func.func @index(%i: i32, %x: index, %v: vector<4xindex>, %m: memref<8xindex>) {
  %0 = arith.index_cast %i : i32 to index
  %1 = arith.index_cast %x : index to i64
  %2 = arith.index_castui %i : i32 to index
  %3 = arith.index_castui %x : index to i16
  %4 = arith.index_cast %v : vector<4xindex> to vector<4xi32>
  %5 = arith.index_cast %m : memref<8xindex> to memref<8xi64>
  return
}

func.func @bits(%i: i32, %f: f16, %v: vector<3xf64>, %t: tensor<?xi16>) {
  %0 = arith.bitcast %i : i32 to f32
  %1 = arith.bitcast %f : f16 to bf16
  %2 = arith.bitcast %v : vector<3xf64> to vector<3xi64>
  %3 = arith.bitcast %t : tensor<?xi16> to tensor<?xf16>
  return
}

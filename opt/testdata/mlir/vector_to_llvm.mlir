// PASSES: --convert-vector-to-llvm=reassociate-fp-reductions
func.func @f(%a: vector<4xi32>, %c: i32, %v: vector<4xf32>, %x: f32, %m: memref<4xf64>, %i: index, %md: memref<?xi8>, %h: vector<4xf16>, %hs: f16, %mm: memref<4x4xvector<4xf32>>, %z: vector<f32>) {
  %0 = vector.reduction <add>, %a, %c : vector<4xi32> into i32
  %1 = vector.reduction <minui>, %a, %c : vector<4xi32> into i32
  %2 = vector.reduction <maxsi>, %a, %c : vector<4xi32> into i32
  %3 = vector.reduction <mul>, %v, %x : vector<4xf32> into f32
  %4 = vector.reduction <maximumf>, %v, %x fastmath<nnan> : vector<4xf32> into f32
  %5 = vector.load %m[%i] : memref<4xf64>, vector<2xf64>
  %6 = vector.load %md[%i] {alignment = 16 : i64, nontemporal = true} : memref<?xi8>, vector<16xi8>
  %7 = vector.reduction <add>, %h, %hs : vector<4xf16> into f16
  %8 = vector.load %mm[%i, %i] : memref<4x4xvector<4xf32>>, vector<4xf32>
  %9 = vector.broadcast %z : vector<f32> to vector<4xf32>
  %10 = vector.extract %z[] : f32 from vector<f32>
  %11 = vector.insert %x, %z[] : f32 into vector<f32>
  %12 = vector.reduction <mul>, %a : vector<4xi32> into i32
  "use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12) : (i32, i32, i32, f32, f32, vector<2xf64>, vector<16xi8>, f16, vector<4xf32>, vector<4xf32>, f32, vector<f32>, i32) -> ()
  return
}
func.func @type_casts(%m: memref<2x8x4xf32>, %v: memref<2xvector<8x4xf32>, 3>, %i: index) -> (vector<8x4xf32>, memref<2x8xvector<4xf32>, 3>, memref<2xvector<3xf32>>) {
  %a = memref.alloca() : memref<vector<2x3xf32>>
  %0 = vector.type_cast %m : memref<2x8x4xf32> to memref<2xvector<8x4xf32>>
  %1 = memref.load %0[%i] : memref<2xvector<8x4xf32>>
  %2 = vector.type_cast %v : memref<2xvector<8x4xf32>, 3> to memref<2x8xvector<4xf32>, 3>
  %3 = vector.type_cast %a : memref<vector<2x3xf32>> to memref<2xvector<3xf32>>
  return %1, %2, %3 : vector<8x4xf32>, memref<2x8xvector<4xf32>, 3>, memref<2xvector<3xf32>>
}

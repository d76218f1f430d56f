// Covers vector.mask and vector.yield: with and without results, passthru, attributes, an explicit terminator, and nothing inside.
func.func @mask(%m: vector<8xi1>, %v: vector<8xi32>, %p: vector<8xi32>, %t: memref<?xi32>, %i: index, %x: i32, %m2: vector<2x4xi1>, %a: vector<2x4xf32>, %acc: vector<2xf32>) {
  %0 = vector.mask %m { vector.reduction <add>, %v : vector<8xi32> into i32 } : vector<8xi1> -> i32
  %1 = vector.mask %m, %p { vector.transfer_read %t[%i], %x : memref<?xi32>, vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  vector.mask %m { vector.transfer_write %v, %t[%i] : vector<8xi32>, memref<?xi32> } : vector<8xi1>
  vector.mask %m { } : vector<8xi1>
  vector.mask %m { } {note} : vector<8xi1>
  %2 = vector.mask %m {
    %r = vector.reduction <mul>, %v : vector<8xi32> into i32
    vector.yield %r : i32
  } {note} : vector<8xi1> -> i32
  %3 = vector.mask %m { vector.yield %v : vector<8xi32> } : vector<8xi1> -> vector<8xi32>
  %4 = vector.mask %m2 { vector.multi_reduction <add>, %a, %acc [1] : vector<2x4xf32> to vector<2xf32> } : vector<2x4xi1> -> vector<2xf32>
  %5 = "vector.mask"(%m) ({
    %r = vector.reduction <add>, %v : vector<8xi32> into i32
    vector.yield %r : i32
  }) : (vector<8xi1>) -> i32
  return
}

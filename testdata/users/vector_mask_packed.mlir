// Masked transfers, and elements that are packed together and spread again.
func.func @main() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %f = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4xf32>)
  %a = arith.constant dense<[10.0, 20.0, 30.0, 40.0]> : vector<4xf32>
  %mask = vector.create_mask %c2 : vector<4xi1>
  %pad = arith.constant 5.0 : f32
  %read = vector.mask %mask { vector.transfer_read %m[%c0], %pad : memref<4xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  vector.print %read : vector<4xf32>
  vector.mask %mask { vector.transfer_write %a, %m[%c0] {in_bounds = [true]} : vector<4xf32>, memref<4xf32> } : vector<4xi1>
  %r = vector.mask %mask { vector.reduction <add>, %a : vector<4xf32> into f32 } : vector<4xi1> -> f32
  vector.print %r : f32
  %l = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
  vector.print %l : vector<4xf32>
  %some = arith.constant dense<[true, false, true, false]> : vector<4xi1>
  vector.compressstore %m[%c0], %some, %a : memref<4xf32>, vector<4xi1>, vector<4xf32>
  %n = vector.load %m[%c0] : memref<4xf32>, vector<4xf32>
  vector.print %n : vector<4xf32>
  %e = vector.expandload %m[%c0], %some, %a : memref<4xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.print %e : vector<4xf32>
  return
}

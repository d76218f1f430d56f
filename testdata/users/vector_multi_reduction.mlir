// Reductions along some dimensions, outer products and reductions under masks.
func.func @main() {
  %a = arith.constant dense<[1.0, 2.0]> : vector<2xf32>
  %b = arith.constant dense<[1.0, 2.0, 3.0]> : vector<3xf32>
  %c = arith.constant dense<[[10.0, 2.0, 3.0], [0.0, 1.0, 30.0]]> : vector<2x3xf32>
  %k = arith.constant dense<[[true, false, true],[false, true, true]]> : vector<2x3xi1>
  %r = vector.mask %k { vector.outerproduct %a, %b, %c {kind = #vector.kind<maxnumf>} : vector<2xf32>, vector<3xf32> } : vector<2x3xi1> -> vector<2x3xf32>
  vector.print %r : vector<2x3xf32>
  %s = vector.outerproduct %a, %b, %c  : vector<2xf32>, vector<3xf32>
  vector.print %s : vector<2x3xf32>
  %f = arith.constant 3.0 : f32
  %t = vector.outerproduct %a, %f, %a  : vector<2xf32>, f32
  vector.print %t : vector<2xf32>
  %u = vector.mask %k { vector.multi_reduction <mul>, %c, %b [0] : vector<2x3xf32> to vector<3xf32> } : vector<2x3xi1> -> vector<3xf32>
  vector.print %u : vector<3xf32>
  %v = vector.multi_reduction <maximumf>, %c, %a [1] : vector<2x3xf32> to vector<2xf32>
  vector.print %v : vector<2xf32>
  %w = vector.multi_reduction <add>, %c, %f [0, 1] : vector<2x3xf32> to f32
  vector.print %w : f32
  %i = arith.constant dense<[[[1, 2], [3, -4], [5, 6]], [[7, -8], [9, 10], [11, 12]]]> : vector<2x3x2xi32>
  %j = arith.constant dense<[100, 2, 3]> : vector<3xi32>
  %x = vector.multi_reduction <minsi>, %i, %j [0, 2] : vector<2x3x2xi32> to vector<3xi32>
  vector.print %x : vector<3xi32>
  %k3 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %y = vector.mask %k3 { vector.reduction <mul>, %j : vector<3xi32> into i32 } : vector<3xi1> -> i32
  vector.print %y : i32
  %z = vector.mask %k3 { vector.reduction <add>, %b, %f : vector<3xf32> into f32 } : vector<3xi1> -> f32
  vector.print %z : f32
  return
}

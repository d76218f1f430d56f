func.func @main() {
  %v = arith.constant dense<[3, -1, 4, 1, -5, 9]> : vector<6xi32>
  %s = vector.reduction <add>, %v : vector<6xi32> into i32
  vector.print %s : i32
  %p = vector.reduction <mul>, %v : vector<6xi32> into i32
  vector.print %p : i32
  %mx = vector.reduction <maxsi>, %v : vector<6xi32> into i32
  vector.print %mx : i32
  %mn = vector.reduction <minsi>, %v : vector<6xi32> into i32
  vector.print %mn : i32
  %mu = vector.reduction <maxui>, %v : vector<6xi32> into i32
  vector.print %mu : i32
  %a = vector.reduction <and>, %v : vector<6xi32> into i32
  vector.print %a : i32
  %x = vector.reduction <xor>, %v : vector<6xi32> into i32
  vector.print %x : i32
  %f = arith.constant dense<[1.5, -2.5, 8.0]> : vector<3xf64>
  %acc = arith.constant 10.0 : f64
  %fs = vector.reduction <add>, %f, %acc : vector<3xf64> into f64
  vector.print %fs : f64
  %fm = vector.reduction <maximumf>, %f : vector<3xf64> into f64
  vector.print %fm : f64
  return
}

// Covers vector.reduction, fma, contract and print with every optional part.
#trait = {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
func.func @reduce(%v: vector<4xf32>, %n: vector<4xi32>, %z: vector<f32>, %x: f32, %y: i32) {
  %0 = vector.reduction <add>, %v : vector<4xf32> into f32
  %1 = vector.reduction <mul>, %v, %x : vector<4xf32> into f32
  %2 = vector.reduction <add>, %v fastmath<reassoc,nnan> : vector<4xf32> into f32
  %3 = vector.reduction <maximumf>, %v, %x fastmath<fast> {a = 1 : i8} : vector<4xf32> into f32
  %4 = vector.reduction <minsi>, %n, %y : vector<4xi32> into i32
  %5 = vector.reduction <xor>, %n : vector<4xi32> into i32
  %6 = vector.reduction <minnumf>, %z : vector<f32> into f32
  %7 = vector.fma %v, %v, %v : vector<4xf32>
  %8 = vector.fma %z, %z, %z {b} : vector<f32>
  return
}
func.func @contract(%a: vector<2x3xf32>, %b: vector<3x4xf32>, %c: vector<2x4xf32>, %v: vector<4xf32>, %x: f32) {
  %0 = vector.contract #trait %a, %b, %c : vector<2x3xf32>, vector<3x4xf32> into vector<2x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<maxnumf>} %v, %v, %x {a} : vector<4xf32>, vector<4xf32> into f32
  return
}
func.func @print(%v: vector<4xf32>, %x: f32) {
  vector.print %v : vector<4xf32>
  vector.print %x : f32 punctuation <no_punctuation>
  vector.print punctuation <close>
  vector.print str "hello\n"
  vector.print {a}
  return
}

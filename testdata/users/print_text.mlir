func.func @main() {
  vector.print str "hello\n"
  %c = arith.constant 3 : i32
  vector.print %c : i32 punctuation <no_punctuation>
  vector.print punctuation <comma>
  %d = arith.constant 4.5 : f32
  vector.print %d : f32
  %u = arith.constant dense<[[true, false], [false, true]]> : vector<2x2xi1>
  vector.print %u : vector<2x2xi1>
  return
}

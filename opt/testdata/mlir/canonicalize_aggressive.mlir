// PASSES: --canonicalize=region-simplify=aggressive
func.func @identical(%c: i1, %d: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  "foo.op"() {attr = 1 : i32} : () -> ()
  cf.br ^bb4
^bb2:
  "foo.op"() {attr = 1 : i32} : () -> ()
  cf.br ^bb4
^bb4:
  return
}
func.func @mismatch(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %0 = "foo.op"(%a, %a, %b) : (i32, i32, i32) -> i32
  cf.br ^bb3(%0 : i32)
^bb2:
  %1 = "foo.op"(%b, %b, %b) : (i32, i32, i32) -> i32
  cf.br ^bb3(%1 : i32)
^bb3(%r: i32):
  return %r : i32
}
func.func @args(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb2(%b : i32)
^bb1(%x: i32):
  %0 = "foo.op"(%x, %a) : (i32, i32) -> i32
  cf.br ^bb3(%0 : i32)
^bb2(%y: i32):
  %1 = "foo.op"(%y, %b) : (i32, i32) -> i32
  cf.br ^bb3(%1 : i32)
^bb3(%r: i32):
  return %r : i32
}
func.func @switch(%f: i32, %a: i32, %b: i32) {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb2(%b : i32),
    43: ^bb3(%b : i32)
  ]
^bb1(%x: i32):
  "foo.one"(%x, %a) : (i32, i32) -> ()
  cf.br ^bb4
^bb2(%y: i32):
  "foo.two"(%y, %b) : (i32, i32) -> ()
  cf.br ^bb4
^bb3(%z: i32):
  "foo.two"(%z, %a) : (i32, i32) -> ()
  cf.br ^bb4
^bb4:
  return
}
func.func @redundant(%c: i1, %a: i32) {
  cf.br ^bb1(%a, %a : i32, i32)
^bb1(%x: i32, %y: i32):
  "foo.use"(%x, %y) : (i32, i32) -> ()
  %k = "foo.cond"() : () -> i1
  cf.cond_br %k, ^bb1(%x, %a : i32, i32), ^bb2
^bb2:
  return
}

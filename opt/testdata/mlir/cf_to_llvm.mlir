// PASSES: --convert-cf-to-llvm
func.func @f(%a: index, %c: i1, %i: i32, %m: memref<?xf32>) -> index {
  cf.assert %c, "no luck"
  cf.cond_br %c weights([1, 2]), ^bb1(%a : index), ^bb2 {x = 1 : i32}
^bb1(%k: index):
  cf.assert %c, "again"
  "use"(%k) : (index) -> ()
  cf.switch %i : i32, [
    default: ^bb3(%k : index),
    1: ^bb2,
    -3: ^bb3(%a : index)
  ] {y}
^bb2:
  %0 = "make"() : () -> index
  cf.br ^bb3(%0 : index)
^bb3(%l: index):
  cf.br ^bb4(%l, %i, %m : index, i32, memref<?xf32>)
^bb4(%u: index, %v: i32, %w: memref<?xf32>):
  "use"(%u, %v, %w) : (index, i32, memref<?xf32>) -> ()
  return %u : index
}
func.func @loop(%n: index) {
  %z = "c"() : () -> index
  cf.br ^h(%z : index)
^h(%i: index):
  %c = "cond"(%i, %n) : (index, index) -> i1
  cf.cond_br %c, ^b, ^e
^b:
  %j = "inc"(%i) : (index) -> index
  cf.br ^h(%j : index)
^e:
  cf.assert %c, "no luck"
  return
}
module @inner {
  func.func @asserts(%c: i1) {
    cf.assert %c, "inside"
    return
  }
}

// Covers affine.for and affine.yield: constant, symbolic and map bounds, min and max, steps, iter_args, attributes.

#identity = affine_map<(d0) -> (d0)>
#outer = affine_map<(d0)[s0] -> (d0, s0 * 2)>

func.func @bounds(%n: index, %m: index) {
  affine.for %i = 0 to 10 {
  }
  affine.for %i = -4 to 20 step 3 {
  }
  // A step of one is not printed.
  affine.for %i = 0 to 8 step 1 {
  }
  // A bound that is one value stands for a symbol; a loop variable needs a map of a dimension.
  affine.for %i = 0 to %n {
    affine.for %j = #identity(%i) to %n step 2 {
      affine.for %k = %n to #identity(%j) {
      }
    }
  }
  affine.for %i = affine_map<()[s0] -> (s0 + 1)>()[%n] to affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m] {
    affine.for %j = affine_map<(d0) -> (d0 - 1)>(%i) to affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%n] {
    }
  }
  // The greatest of several lower bounds, the least of several upper bounds.
  affine.for %i = 0 to 64 step 16 {
    affine.for %j = max #outer(%i)[%n] to min affine_map<(d0)[s0] -> (d0 + 16, s0, 64)>(%i)[%m] {
    }
  }
  // Maps that are one constant or one symbol print in their short forms; a dimension keeps its map.
  affine.for %i = affine_map<() -> (3)>() to affine_map<()[s0] -> (s0)>()[%n] {
    affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<() -> (7)>() {
    }
  }
  return
}

func.func @iter_args(%n: index, %buf: memref<1024xf32>) -> (f32, f32) {
  %zero = arith.constant 0.0 : f32
  %sum = affine.for %i = 0 to 1024 iter_args(%s = %zero) -> (f32) {
    %x = affine.load %buf[%i] : memref<1024xf32>
    %t = arith.addf %s, %x : f32
    affine.yield %t : f32
  }
  %r:2 = affine.for %i = 0 to %n step 4 iter_args(%a = %sum, %b = %zero) -> (f32, f32) {
    affine.yield {doc.inner} %b, %a : f32, f32
  } {doc.note = "two"}
  return %r#0, %r#1 : f32, f32
}

func.func @attributes() {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 4 {
      affine.yield
    } {doc.inner}
  } {doc.outer = 1 : i32, doc.parallel}
  return
}

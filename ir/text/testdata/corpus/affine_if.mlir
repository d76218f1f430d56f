// Covers affine.if: integer sets with dimensions and symbols, else, results, attributes.

#interior = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, s0 - d0 - 2 >= 0, d1 - 1 >= 0, s0 - d1 - 2 >= 0)>
#first = affine_set<(d0) : (d0 == 0)>

func.func @if_forms(%n: index, %buf: memref<?x?xf32>) {
  %one = arith.constant 1.0 : f32
  affine.for %i = 0 to %n {
    affine.for %j = 0 to %n {
      affine.if #interior(%i, %j)[%n] {
        affine.store %one, %buf[%i, %j] : memref<?x?xf32>
      }
      affine.if #first(%i) {
        affine.store %one, %buf[%i, %j] : memref<?x?xf32>
      } else {
        affine.store %one, %buf[%i - 1, %j] : memref<?x?xf32>
      } {doc.note}
      // Only symbols, and a condition on nothing.
      affine.if affine_set<()[s0] : (s0 - 100 >= 0)>()[%n] {
      } else {
      }
      affine.if affine_set<() : (1 == 0)>() {
      }
    }
  }
  return
}

func.func @results(%n: index, %x: f32, %y: f32) -> (f32, f32) {
  %r = affine.if affine_set<()[s0] : (s0 - 8 >= 0)>()[%n] -> f32 {
    affine.yield %x : f32
  } else {
    affine.yield %y : f32
  }
  %s:2 = affine.if affine_set<()[s0] : (s0 mod 2 == 0)>()[%n] -> (f32, f32) {
    affine.yield %r, %x : f32, f32
  } else {
    affine.yield %r, %y : f32, f32
  } {doc.note}
  return %s#0, %s#1 : f32, f32
}

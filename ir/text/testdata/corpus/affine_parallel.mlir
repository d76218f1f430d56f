// Covers affine.parallel: constant, map, min and max bounds, steps, reductions of every kind, attributes.

func.func @bounds(%n: index, %m: index) {
  affine.parallel (%i) = (0) to (100) {
  }
  affine.parallel (%i, %j) = (0, 4) to (100, 50) {
  }
  affine.parallel (%i, %j) = (0, 0) to (symbol(%n), symbol(%m)) step (10, 2) {
    affine.parallel (%ii, %jj) = (%i, %j) to (%i + 10, %j + 2) {
    }
  }
  affine.parallel (%i) = (max(0, symbol(%m) - 8)) to (min(128, symbol(%n) * 2, symbol(%m))) step (4) {
    affine.parallel (%j, %k) = (max(%i, 1), %i - 2) to (%i + symbol(%n), min(%i, symbol(%m) floordiv 2)) {
    }
  }
  // No dimension at all.
  affine.parallel () = () to () {
  }
  affine.parallel (%i) = (0) to (4) {
    affine.yield
  } {doc.note}
  return
}

func.func @float_reductions(%buf: memref<100xf32>) -> f32 {
  %sum = affine.parallel (%i) = (0) to (100) reduce ("addf") -> f32 {
    %x = affine.load %buf[%i] : memref<100xf32>
    affine.yield %x : f32
  }
  %r:4 = affine.parallel (%i) = (0) to (100) step (5) reduce ("mulf", "maximumf", "minimumf", "assign") -> (f32, f32, f32, f32) {
    %x = affine.load %buf[%i] : memref<100xf32>
    affine.yield %x, %x, %x, %x : f32, f32, f32, f32
  } {doc.note}
  return %r#0 : f32
}

func.func @integer_reductions(%buf: memref<100xi32>) -> i32 {
  %r:4 = affine.parallel (%i) = (0) to (100) reduce ("addi", "andi", "muli", "ori") -> (i32, i32, i32, i32) {
    %x = affine.load %buf[%i] : memref<100xi32>
    affine.yield %x, %x, %x, %x : i32, i32, i32, i32
  }
  // One result may stand in parentheses.
  %x = affine.parallel (%i, %j) = (0, 0) to (10, 10) reduce ("addi") -> (i32) {
    %y = affine.load %buf[%i * 10 + %j] : memref<100xi32>
    affine.yield %y : i32
  }
  return %x : i32
}

// The ordered integer reductions want a signed or an unsigned type.
func.func @ordered_reductions(%s: memref<100xsi32>, %u: memref<100xui32>) {
  %r:4 = affine.parallel (%i) = (0) to (100) reduce ("maxs", "mins", "maxu", "minu") -> (si32, si32, ui32, ui32) {
    %x = affine.load %s[%i] : memref<100xsi32>
    %y = affine.load %u[%i] : memref<100xui32>
    affine.yield %x, %x, %y, %y : si32, si32, ui32, ui32
  }
  return
}

// Covers scf.for and scf.yield: bounds of index and integer type, unsigned, iter_args, nesting, attributes, the elided terminator.

func.func @plain(%lb: index, %ub: index, %step: index, %m: memref<?xf32>) {
  scf.for %i = %lb to %ub step %step {
    %x = memref.load %m[%i] : memref<?xf32>
    memref.store %x, %m[%i] : memref<?xf32>
  }
  // An empty body, and an explicit terminator.
  scf.for %i = %lb to %ub step %step {
  }
  scf.for %i = %lb to %ub step %step {
    scf.yield
  }
  // A terminator with an attribute is still left out on printing.
  scf.for %i = %lb to %ub step %step {
    scf.yield {doc.kept}
  }
  return
}

func.func @integer_bounds(%lb: i32, %ub: i32, %step: i32, %a: i64, %b: i64, %c: i64) {
  scf.for %i = %lb to %ub step %step : i32 {
    %sq = arith.muli %i, %i : i32
  }
  scf.for unsigned %i = %a to %b step %c : i64 {
  }
  // The index type may be written out.
  %i0 = arith.index_cast %lb : i32 to index
  scf.for %i = %i0 to %i0 step %i0 : index {
  }
  return
}

func.func @iter_args(%n: index, %m: memref<?xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (f32) {
    %x = memref.load %m[%i] : memref<?xf32>
    %t = arith.addf %s, %x : f32
    scf.yield %t : f32
  }
  // Several, of different types.
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %sum, %b = %one, %k = %c0) -> (f32, f32, index) {
    %next = arith.addi %k, %i : index
    scf.yield %b, %a, %next : f32, f32, index
  }
  return %r#0, %r#1 : f32, f32
}

func.func @unsigned_with_iter_args(%n: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1 : i8
  %r = scf.for unsigned %i = %zero to %n step %one iter_args(%acc = %zero) -> (i8) : i8 {
    %x = arith.xori %acc, %i : i8
    scf.yield %x : i8
  } {doc.note}
  return %r : i8
}

func.func @attributes(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %i to %n step %c1 {
    } {doc.inner}
  } {doc.stages = [0, 1, 2], doc.name = "outer"}
  return
}

// A loop over a vector and a memref carried around, with the names of shadowing scopes reused.
func.func @carried(%n: index, %a: memref<8xf32>, %b: memref<8xf32>, %v: vector<4xf32>) -> (memref<8xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%cur = %a, %w = %v) -> (memref<8xf32>, vector<4xf32>) {
    %x = arith.addf %w, %w : vector<4xf32>
    scf.yield %b, %x : memref<8xf32>, vector<4xf32>
  }
  scf.for %i = %c0 to %n step %c1 {
    %x = arith.addi %i, %i : index
  }
  return %r#0, %r#1 : memref<8xf32>, vector<4xf32>
}

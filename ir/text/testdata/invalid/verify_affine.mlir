// Verifiers of affine: dimensions and symbols, operand counts, bounds, steps, reductions, bases.

// At the top of a function every index is a symbol; in a loop one that is loaded is not.
func.func @not_a_dimension(%m: memref<8xindex>, %a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    %j = memref.load %m[%i] : memref<8xindex>
    // expected-error @+1 {{'affine.load' op operand cannot be used as a dimension id}}
    %0 = affine.load %a[%j] : memref<8xf32>
  }
  return
}

// -----

func.func @loop_variable_as_symbol(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{'affine.load' op operand cannot be used as a symbol}}
    %0 = affine.load %a[symbol(%i)] : memref<8xf32>
  }
  return
}

// -----

func.func @loop_variable_as_bound(%n: index) {
  affine.for %i = 0 to %n {
    // expected-error @+1 {{'affine.for' op operand cannot be used as a symbol}}
    affine.for %j = 0 to %i {
    }
  }
  return
}

// -----

func.func @step_negative() {
  // expected-error @+1 {{custom op 'affine.for' expected step to be representable as a positive signed integer}}
  affine.for %i = 0 to 8 step -1 {
  }
  return
}

// -----

func.func @bound_operands(%n: index) {
  // expected-error @+1 {{custom op 'affine.for' symbol operand count and affine map symbol count must match}}
  affine.for %i = 0 to affine_map<(d0)[s0] -> (d0 + s0)>(%n) {
  }
  return
}

// -----

func.func @two_bounds(%n: index) {
  // expected-error @+1 {{custom op 'affine.for' upper loop bound affine map with multiple results requires 'min' prefix}}
  affine.for %i = 0 to affine_map<()[s0] -> (s0, 8)>()[%n] {
  }
  return
}

// -----

func.func @no_results(%n: index) {
  // expected-error @+1 {{'affine.for' op expected upper bound map to have at least one result}}
  affine.for %i = 0 to min affine_map<()[s0] -> ()>()[%n] {
  }
  return
}

// -----

func.func @carried_type(%n: index, %x: f32) {
  %0 = affine.for %i = 0 to %n iter_args(%s = %x) -> (f32) {
    // expected-error @+1 {{'affine.yield' op types mismatch between yield op and its parent}}
    affine.yield %i : index
  }
  return
}

// -----

func.func @carried_missing(%n: index, %x: f32) {
  // expected-error @+1 {{'affine.yield' op parent of yield must have same number of results as the yield operands}}
  %0 = affine.for %i = 0 to %n iter_args(%s = %x) -> (f32) {
  }
  return
}

// -----

func.func @load_rank(%a: memref<8x8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{'affine.load' op affine map num results must equal memref rank}}
    %0 = affine.load %a[%i] : memref<8x8xf32>
  }
  return
}

// -----

func.func @store_value(%a: memref<8xf32>, %x: i32) {
  // expected-error @+1 {{'affine.store' op value to store must have the same type as memref element type}}
  "affine.store"(%x, %a) <{map = affine_map<() -> (0)>}> : (i32, memref<8xf32>) -> ()
  return
}

// -----

func.func @non_affine_subscript(%a: memref<8xf32>) {
  affine.for %i = 0 to 8 {
    // expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
    %0 = affine.load %a[%i * %i] : memref<8xf32>
  }
  return
}

// -----

func.func @vector_element(%a: memref<8xf32>) {
  // expected-error @+1 {{'affine.vector_load' op requires memref and vector types of the same elemental type}}
  %0 = affine.vector_load %a[0] : memref<8xf32>, vector<4xi32>
  return
}

// -----

func.func @apply_operands(%i: index) {
  // expected-error @+1 {{custom op 'affine.apply' dimension or symbol index mismatch}}
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i)
  return
}

// -----

func.func @apply_results(%i: index) {
  // expected-error @+1 {{operation defines 2 results but was provided 1 to bind}}
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%i)
  return
}

// -----

func.func @min_results(%i: index) {
  // expected-error @+1 {{'affine.min' op affine map expect at least one result}}
  %0 = affine.min affine_map<(d0) -> ()>(%i)
  return
}

// -----

func.func @if_operands(%i: index) {
  // expected-error @+1 {{custom op 'affine.if' dim operand count and integer set dim count must match}}
  affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i) {
  }
  return
}

// -----

func.func @if_set(%i: index) {
  // expected-error @+1 {{custom op 'affine.if' invalid kind of attribute specified}}
  affine.if affine_map<(d0) -> (d0)>(%i) {
  }
  return
}

// -----

func.func @parallel_bounds() {
  // expected-error @+1 {{'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (2), and the number of steps (2) must all match}}
  affine.parallel (%i, %j) = (0) to (8, 8) {
  }
  return
}

// -----

func.func @parallel_reduction(%x: f32) {
  // expected-error @+1 {{custom op 'affine.parallel' invalid reduction value: "nosuch"}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("nosuch") -> (f32) {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @parallel_reduction_type(%x: f32) {
  // expected-error @+1 {{'affine.parallel' op result type cannot match reduction attribute}}
  %0 = affine.parallel (%i) = (0) to (8) reduce ("addi") -> (f32) {
    affine.yield %x : f32
  }
  return
}

// -----

func.func @yield_parent() {
  // expected-error @+1 {{'affine.yield' op only terminates affine.if/for/parallel regions}}
  affine.yield
}

// -----

func.func @delinearize_count(%i: index) {
  // expected-error @+1 {{'affine.delinearize_index' op should return an index for each basis element and up to one extra index}}
  %0:4 = affine.delinearize_index %i into (2, 3) : index, index, index, index
  return
}

// -----

func.func @linearize_count(%i: index) {
  // expected-error @+1 {{'affine.linearize_index' op should be passed a basis element for each index except possibly the first}}
  %0 = affine.linearize_index [%i, %i] by (2, 3, 4) : index
  return
}

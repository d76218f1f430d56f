// error: 'affine.load' op affine map num results must equal memref rank
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = "affine.load"(%a, %i) {map = affine_map<(d0) -> (d0, d0)>} : (memref<4xf32>, index) -> f32
  return
}
// -----
// error: 'affine.load' op expects as many subscripts as affine map inputs
func.func @a(%a: memref<4xf32>) {
  %0 = "affine.load"(%a) {map = affine_map<(d0) -> (d0)>} : (memref<4xf32>) -> f32
  return
}
// -----
// error: 'affine.load' op result type must match element type of memref
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = "affine.load"(%a, %i) {map = affine_map<(d0) -> (d0)>} : (memref<4xf32>, index) -> i32
  return
}
// -----
// error: 'affine.load' op requires attribute 'map'
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = "affine.load"(%a, %i) : (memref<4xf32>, index) -> f32
  return
}
// -----
// error: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
func.func @a(%a: memref<4xf32>, %i: index, %x: i32) {
  affine.store %x, %a[%i] : memref<4xf32>
  return
}
// -----
// error: 'affine.store' op value to store must have the same type as memref element type
func.func @a(%a: memref<4xf32>, %i: index, %x: i32) {
  "affine.store"(%x, %a, %i)  {map = affine_map<(d0) -> (d0)>} : (i32, memref<4xf32>, index) -> ()
  return
}
// -----
// error: 'affine.store' op expects as many subscripts as affine map inputs
func.func @a(%a: memref<4xf32>, %i: index, %x: f32) {
  "affine.store"(%x, %a, %i, %i)  {map = affine_map<(d0) -> (d0)>} : (f32, memref<4xf32>, index, index) -> ()
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @a(%a: memref<4xf32>, %i: index) {
  scf.for %j = %i to %i step %i { %0 = affine.load %a[%j] : memref<4xf32> }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a symbol
func.func @a(%a: memref<4xf32>) {
  affine.for %j = 0 to 10 { %0 = affine.load %a[symbol(%j)] : memref<4xf32> }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @a() {
  affine.for %j = 0 to 10 { affine.for %k = 0 to %j { } }
  return
}
// -----
// error stricter: 'affine.for' op expected a step that is positive
func.func @a() {
  affine.for %j = 0 to 10 step 0 { }
  return
}
// -----
// error: expected step to be representable as a positive signed integer
func.func @a() {
  affine.for %j = 0 to 10 step -1 { }
  return
}
// -----
// error: upper loop bound affine map with multiple results requires 'min' prefix
func.func @a(%i: index) {
  affine.for %j = 0 to affine_map<(d0)->(d0, d0+1)>(%i) { }
  return
}
// -----
// error: lower loop bound affine map with multiple results requires 'max' prefix
func.func @a(%i: index) {
  affine.for %j = affine_map<(d0)->(d0, d0+1)>(%i) to 10 { }
  return
}
// -----
// error: dim operand count and affine map dim count must match
func.func @a() {
  affine.for %j = affine_map<(d0)->(d0)>() to 10 { }
  return
}
// -----
// error: symbol operand count and affine map symbol count must match
func.func @a(%i: index) {
  affine.for %j = affine_map<(d0)[s0]->(d0)>(%i) to 10 { }
  return
}
// -----
// error: 'affine.for' op expected lower bound map to have at least one result
func.func @a() {
  affine.for %j = affine_map<()->()>() to 10 { }
  return
}
// -----
// error: floating point value not valid for specified type
func.func @a() {
  affine.for %j = 1.0 to 10 { }
  return
}
// -----
// error: 'affine.yield' op parent of yield must have same number of results as the yield operands
func.func @a(%f: f32) {
  %0 = affine.for %j = 1 to 10 iter_args(%x = %f) -> (f32) { }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @a(%i: index, %f: f32) {
  %0 = affine.for %j = 1 to 10 iter_args(%x = %f) -> (f32) { affine.yield %i : index }
  return
}
// -----
// error: mismatch between the number of loop-carried values and results
func.func @a(%f: f32) {
  %0:2 = affine.for %j = 1 to 10 iter_args(%x = %f) -> (f32, f32) { affine.yield %f, %f : f32, f32 }
  return
}
// -----
// error stricter: 'affine.for' op expected body to have a single index argument for the induction variable
func.func @a() {
  "affine.for"() <{lowerBoundMap = affine_map<()->(0)>, upperBoundMap = affine_map<()->(4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({ ^bb0: affine.yield }) : () -> ()
  return
}
// -----
// error stricter: 'affine.for' op expected a step that is positive
func.func @a() {
  "affine.for"() <{lowerBoundMap = affine_map<()->(0)>, upperBoundMap = affine_map<()->(4)>, step = 0 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({ ^bb0(%x: index): affine.yield }) : () -> ()
  return
}
// -----
// error stricter: 'affine.for' op lower bound operand count and affine map dimension and symbol count must match
func.func @a() {
  "affine.for"() <{lowerBoundMap = affine_map<(d0)->(0)>, upperBoundMap = affine_map<()->(4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({ ^bb0(%x: index): affine.yield }) : () -> ()
  return
}
// -----
// error: 'affine.for' op expects region #0 to have 0 or 1 blocks
func.func @a() {
  "affine.for"() <{lowerBoundMap = affine_map<()->(0)>, upperBoundMap = affine_map<()->(4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({ ^bb0(%x: index): affine.yield ^bb1: affine.yield }) : () -> ()
  return
}
// -----
// error: 'func.return' op expects parent op 'func.func'
func.func @a() {
  "affine.for"() <{lowerBoundMap = affine_map<()->(0)>, upperBoundMap = affine_map<()->(4)>, step = 1 : index, operandSegmentSizes = array<i32: 0, 0, 0>}> ({ ^bb0(%x: index): func.return }) : () -> ()
  return
}
// -----
// error: dim operand count and integer set dim count must match
func.func @a() {
  affine.if affine_set<(d0) : (d0 >= 0)>() { }
  return
}
// -----
// error: symbol operand count and integer set symbol count must match
func.func @a(%i: index) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%i) { }
  return
}
// -----
// error: 'affine.if' op operand cannot be used as a symbol
func.func @a() {
  affine.for %j = 0 to 10 { affine.if affine_set<()[s0] : (s0 >= 0)>()[%j] { } }
  return
}
// -----
// error: 'affine.if' op along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @a(%i: index, %f: f32) {
  %0 = affine.if affine_set<()[s0] : (s0 >= 0)>()[%i] -> f32 { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @a(%i: index, %f: f32) {
  %0 = affine.if affine_set<()[s0] : (s0 >= 0)>()[%i] -> f32 { affine.yield %i : index } else { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.if' op requires attribute 'condition'
func.func @a(%i: index) {
  "affine.if"(%i) ({ affine.yield }, { }) : (index) -> ()
  return
}
// -----
// error: 'affine.if' op operand count and condition integer set dimension and symbol count must match
func.func @a(%i: index) {
  "affine.if"(%i, %i) ({ affine.yield }, { }) {condition = affine_set<(d0) : (d0 >= 0)>} : (index, index) -> ()
  return
}
// -----
// error: operation defines 2 results but was provided 1 to bind
func.func @a(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%i)
  return
}
// -----
// error: dimension or symbol index mismatch
func.func @a(%i: index) {
  %0 = affine.apply affine_map<(d0) -> (d0)>(%i, %i)
  return
}
// -----
// error: dimension or symbol index mismatch
func.func @a(%i: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0)>(%i)
  return
}
// -----
// error: dimensional operand cannot be used as a symbol
func.func @a() {
  affine.for %j = 0 to 10 { %0 = affine.apply affine_map<()[s0] -> (s0)>()[%j] }
  return
}
// -----
// error: 'affine.min' op affine map expect at least one result
func.func @a(%i: index) {
  %0 = affine.min affine_map<(d0) -> ()>(%i)
  return
}
// -----
// error: 'affine.min' op operand count and affine map dimension and symbol count must match
func.func @a(%i: index) {
  %0 = affine.min affine_map<(d0) -> (d0)>(%i, %i)
  return
}
// -----
// error: 'affine.yield' op parent of yield must have same number of results as the yield operands
func.func @a(%f: f32) {
  affine.for %j = 0 to 10 { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.yield' op only terminates affine.if/for/parallel regions
func.func @a(%f: f32) {
  affine.yield %f : f32
}
// -----
// error: 'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match
func.func @a() {
  affine.parallel (%x, %y) = (0) to (10) { }
  return
}
// -----
// error: 'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (2), and the number of steps (1) must all match
func.func @a() {
  affine.parallel (%x) = (0) to (10, 10) { }
  return
}
// -----
// error: 'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match
func.func @a() {
  affine.parallel (%x) = (0) to (10) step (1, 1) { }
  return
}
// -----
// error: steps must be constant integers
func.func @a(%i: index) {
  affine.parallel (%x) = (0) to (10) step (%i) { }
  return
}
// -----
// error stricter: 'affine.parallel' op expected steps that are positive
func.func @a() {
  affine.parallel (%x) = (0) to (10) step (0) { }
  return
}
// -----
// error: invalid reduction value: "foo"
func.func @a(%f: f32) {
  %0 = affine.parallel (%x) = (0) to (10) reduce ("foo") -> f32 { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.parallel' op result type cannot match reduction attribute
func.func @a(%f: f32) {
  %0 = affine.parallel (%x) = (0) to (10) reduce ("addi") -> f32 { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.parallel' op a reduction must be specified for each output
func.func @a(%f: f32) {
  %0:2 = affine.parallel (%x) = (0) to (10) reduce ("addf") -> (f32, f32) { affine.yield %f, %f : f32, f32 }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @a(%i: index) {
  %0 = affine.parallel (%x) = (0) to (10) reduce ("addf") -> (f32) { affine.yield %i : index }
  return
}
// -----
// error: 'affine.parallel' op a reduction must be specified for each output
func.func @a(%f: f32) {
  %0 = affine.parallel (%x) = (0) to (10) -> (f32) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.parallel' op result type cannot match reduction attribute
func.func @a(%f: f32) {
  %0 = affine.parallel (%x) = (0) to (10) reduce ("maxs") -> (i32) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.vector_load' op requires memref and vector types of the same elemental type
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = affine.vector_load %a[%i] : memref<4xf32>, vector<4xi32>
  return
}
// -----
// error: 'affine.vector_load' op result #0 must be vector of any type values, but got 'vector<f32>'
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = affine.vector_load %a[%i] : memref<4xf32>, vector<f32>
  return
}
// -----
// error: 'affine.vector_store' op requires memref and vector types of the same elemental type
func.func @a(%a: memref<4xf32>, %i: index, %f: vector<4xi32>) {
  affine.vector_store %f, %a[%i] : memref<4xf32>, vector<4xi32>
  return
}
// -----
// error: 'affine.prefetch' op affine.prefetch affine map num results must equal memref rank
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.prefetch %a[%i, %i], read, locality<0>, data : memref<4xf32>
  return
}
// -----
// error: rw specifier has to be 'read' or 'write'
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.prefetch %a[%i], foo, locality<0>, data : memref<4xf32>
  return
}
// -----
// error: cache type has to be 'data' or 'instr'
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.prefetch %a[%i], read, locality<0>, foo : memref<4xf32>
  return
}
// -----
// error: 'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.prefetch %a[%i], read, locality<5>, data : memref<4xf32>
  return
}
// -----
// error: 'affine.delinearize_index' op should return an index for each basis element and up to one extra index
func.func @a(%i: index) {
  %0:2 = affine.delinearize_index %i into (1, 2, 3) : index, index
  return
}
// -----
// error: expected non-function type
func.func @a(%i: index) {
  affine.delinearize_index %i into () :
  return
}
// -----
// error: 'affine.delinearize_index' op no basis element may be statically non-positive
func.func @a(%i: index) {
  %0:2 = affine.delinearize_index %i into (0, 2) : index, index
  return
}
// -----
// error: 'affine.delinearize_index' op no basis element may be statically non-positive
func.func @a(%i: index) {
  %0:2 = affine.delinearize_index %i into (-1, 2) : index, index
  return
}
// -----
// error: 'affine.linearize_index' op should be passed a basis element for each index except possibly the first
func.func @a(%i: index) {
  %0 = affine.linearize_index [%i, %i] by (2, 3, 4) : index
  return
}
// -----
// error: 'affine.linearize_index' op mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry) -- this can only happen due to an incorrect fold/rewrite
func.func @a(%i: index) {
  %0 = "affine.linearize_index"(%i, %i) <{static_basis = array<i64: 4, -9223372036854775808>, operandSegmentSizes = array<i32: 2, 0>}> : (index, index) -> index
  return
}
// -----
// error: expected two stride related operands
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.dma_start %a[%i], %a[%i], %a[%i], %i, %i : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}
// -----
// error: expected three types
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.dma_start %a[%i], %a[%i], %a[%i], %i : memref<4xf32>, memref<4xf32>
  return
}
// -----
// error stricter: 'affine.dma_start' op affine map num results must equal memref rank
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.dma_start %a[%i], %a[%i], %a[%i, %i], %i : memref<4xf32>, memref<4xf32>, memref<4xf32>
  return
}
// -----
// error stricter: 'affine.dma_wait' op affine map num results must equal memref rank
func.func @a(%a: memref<4xf32>, %i: index) {
  affine.dma_wait %a[%i, %i], %i : memref<4xf32>
  return
}
// -----
// error: 'affine.dma_wait' op index must be a valid dimension or symbol identifier
func.func @a(%a: memref<4xf32>, %i: index) {
  scf.for %j = %i to %i step %i { affine.dma_wait %a[%j], %i : memref<4xf32> }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @a(%i: index) {
  scf.for %j = %i to %i step %i { affine.for %k = 0 to %j { } }
  return
}
// -----
// error: 'affine.parallel' op operand cannot be used as a dimension id
func.func @a(%i: index) {
  scf.for %j = %i to %i step %i { affine.parallel (%k) = (0) to (%j) { } }
  return
}

// error: 'vector.extract' op operand #0 must be vector of any type values, but got 'f32'
func.func @a(%x: f32) {
  "vector.extract"(%x) <{static_position = array<i64>}> : (f32) -> f32
  return
}
// -----
// error: 'vector.contract' op operand #0 must be vector of any type values, but got 'vector<f32>'
func.func @a(%x: f32, %y: vector<f32>) {
  "vector.contract"(%y, %x, %x) <{indexing_maps=[], iterator_types=[], kind=#vector.kind<add>}> : (vector<f32>, f32, f32) -> f32
  return
}
// -----
// error: 'vector.shuffle' op operand #0 must be fixed-length vector of any type values, but got 'f32'
func.func @a(%x: f32) {
  "vector.shuffle"(%x, %x) <{mask=array<i64: 0>}> : (f32, f32) -> vector<1xf32>
  return
}
// -----
// error: 'vector.shuffle' op result #0 must be vector of any type values, but got 'vector<f32>'
func.func @a(%x: vector<f32>) {
  "vector.shuffle"(%x, %x) <{mask=array<i64: 0>}> : (vector<f32>, vector<f32>) -> vector<f32>
  return
}
// -----
// error: 'vector.fma' op operand #0 must be vector of floating-point values, but got 'vector<4xi32>'
func.func @a(%x: vector<4xi32>) {
  "vector.fma"(%x, %x, %x) : (vector<4xi32>,vector<4xi32>,vector<4xi32>) -> vector<4xi32>
  return
}
// -----
// error: 'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4x4xindex>'
func.func @a() {
  "vector.step"() : () -> vector<4x4xindex>
  return
}
// -----
// error: 'vector.constant_mask' op result #0 must be vector of 1-bit signless integer values, but got 'vector<4xi32>'
func.func @a() {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 1>}> : () -> vector<4xi32>
  return
}
// -----
// error: 'vector.maskedload' op operand #2 must be vector of 1-bit signless integer values, but got 'f32'
func.func @a(%m: memref<4xf32>, %i: index, %x: f32) {
  "vector.maskedload"(%m, %i, %x, %x) : (memref<4xf32>, index, f32, f32) -> vector<4xf32>
  return
}
// -----
// error: 'vector.load' op operand #0 must be memref of any type values, but got 'f32'
func.func @a(%m: f32, %i: index, %x: f32) {
  "vector.load"(%m, %i) : (f32, index) -> vector<4xf32>
  return
}
// -----
// error: 'vector.load' op operand #0 must be memref of any type values, but got 'memref<*xf32>'
func.func @a(%m: memref<*xf32>, %i: index, %x: f32) {
  "vector.load"(%m, %i) : (memref<*xf32>, index) -> vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op operand #0 must be Tensor or MemRef of any type values, but got 'f32'
func.func @a(%m: f32, %i: index, %x: f32) {
  "vector.gather"(%m, %i, %x, %x, %x) : (f32, index, f32,f32,f32) -> vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op operand #2 must be vector of integer or index values, but got 'f32'
func.func @a(%m: memref<4xf32>, %i: index, %x: f32) {
  "vector.gather"(%m, %i, %x, %x, %x) : (memref<4xf32>, index, f32,f32,f32) -> vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op operand #0 must be shaped of any type values, but got 'f32'
func.func @a(%m: f32, %i: index, %x: f32) {
  "vector.transfer_read"(%m, %i, %x) <{in_bounds=[false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map=affine_map<(d0)->(d0)>}> : (f32, index, f32) -> vector<4xf32>
  return
}
// -----
// error: 'vector.print' op operand #0 must be , but got 'complex<f32>'
func.func @a(%m: complex<f32>) {
  "vector.print"(%m) <{punctuation=#vector.punctuation<comma>}> : (complex<f32>) -> ()
  return
}
// -----
// error: 'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings
func.func @a(%m: f32) {
  "vector.print"(%m) <{punctuation=#vector.punctuation<newline>, stringLiteral="a"}> : (f32) -> ()
  return
}
// -----
// error: invalid properties {kind = 3 : i32} for op vector.reduction: Invalid attribute `kind` in property conversion: 3 : i32
func.func @a(%m: f32) {
  "vector.reduction"(%m) <{kind=3 : i32}> : (f32) -> ()
  return
}
// -----
// error stricter: 'vector.contract' op attribute 'indexing_maps' failed to satisfy constraint: array attribute
func.func @a(%m: f32) {
  "vector.contract"(%m,%m,%m) <{indexing_maps=3, iterator_types=[1], kind=#vector.kind<add>}> : (f32,f32,f32) -> f32
  return
}
// -----
// error: 'vector.contract' op attribute 'iterator_types' failed to satisfy constraint: Iterator type should be an enum.
func.func @a(%m: vector<4xf32>) {
  "vector.contract"(%m,%m,%m) <{indexing_maps=[], iterator_types=[1], kind=#vector.kind<add>}> : (vector<4xf32>,vector<4xf32>,vector<4xf32>) -> f32
  return
}
// -----
// error: 'vector.from_elements' op result #0 must be fixed-length vector of any type values, but got 'vector<[1]xf32>'
func.func @a(%m: f32) {
  "vector.from_elements"(%m) : (f32) -> vector<[1]xf32>
  return
}
// -----
// error: 'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types
func.func @a(%m: f32) {
  "vector.from_elements"(%m) : (f32) -> vector<2xf32>
  return
}
// -----
// error: 'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types
func.func @a(%m: f32) {
  "vector.from_elements"(%m) : (f32) -> vector<1xf64>
  return
}
// -----
// error: 'vector.bitcast' op failed to verify that all of {source, result} have same rank
func.func @a(%m: vector<4xf32>) {
  "vector.bitcast"(%m) : (vector<4xf32>) -> vector<2x2xf32>
  return
}
// -----
// error: 'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal
func.func @a(%m: vector<4xf32>) {
  "vector.bitcast"(%m) : (vector<4xf32>) -> vector<3xf32>
  return
}
// -----
// error: 'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal
func.func @a(%m: vector<4xf32>) {
  "vector.bitcast"(%m) : (vector<4xf32>) -> vector<4xf64>
  return
}
// -----
// error: 'vector.bitcast' op dimension size mismatch at: 0
func.func @a(%m: vector<4x2xf32>) {
  "vector.bitcast"(%m) : (vector<4x2xf32>) -> vector<2x2xf64>
  return
}
// -----
// error: 'vector.shape_cast' op has different number of elements at source (4) and result (2)
func.func @a(%m: vector<4xf32>) {
  "vector.shape_cast"(%m) : (vector<4xf32>) -> vector<2xf32>
  return
}
// -----
// error: 'vector.shape_cast' op has different source and result element types
func.func @a(%m: vector<4xf32>) {
  "vector.shape_cast"(%m) : (vector<4xf32>) -> vector<4xf64>
  return
}
// -----
// error: 'vector.shape_cast' op has different number of scalable dims at source (1) and result (0)
func.func @a(%m: vector<[4]xf32>) {
  "vector.shape_cast"(%m) : (vector<[4]xf32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.broadcast' op failed to verify that source operand and result have same element type
func.func @a(%m: vector<4xf32>) {
  "vector.broadcast"(%m) : (vector<4xf32>) -> vector<4xf64>
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch (4 vs. 8)
func.func @a(%m: vector<4xf32>) {
  "vector.broadcast"(%m) : (vector<4xf32>) -> vector<8xf32>
  return
}
// -----
// error: 'vector.broadcast' op source rank higher than destination rank
func.func @a(%m: vector<2x4xf32>) {
  "vector.broadcast"(%m) : (vector<2x4xf32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch (4 vs. 5)
func.func @a(%m: vector<2x4xf32>) {
  "vector.broadcast"(%m) : (vector<2x4xf32>) -> vector<2x5xf32>
  return
}
// -----
// error: 'vector.broadcast' op failed to verify that source operand and result have same element type
func.func @a(%m: complex<f32>) {
  "vector.broadcast"(%m) : (complex<f32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch ([4] vs. 4)
func.func @a(%m: vector<[4]xf32>) {
  "vector.broadcast"(%m) : (vector<[4]xf32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.extract' op expected position attribute of rank no greater than vector rank
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v) <{static_position = array<i64: 0, 0, 0>}> : (vector<2x4xf32>) -> f32
  return
}
// -----
// error: 'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v) <{static_position = array<i64: 2>}> : (vector<2x4xf32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v) <{static_position = array<i64: -2>}> : (vector<2x4xf32>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.extract' op inferred type(s) 'vector<4xf32>' are incompatible with return type(s) of operation 'vector<2xf32>'
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v) <{static_position = array<i64: 1>}> : (vector<2x4xf32>) -> vector<2xf32>
  return
}
// -----
// error: 'vector.extract' op failed to verify that operand and result have same element type
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v) <{static_position = array<i64: 1, 1>}> : (vector<2x4xf32>) -> f64
  return
}
// -----
// error: 'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v, %i) <{static_position = array<i64: 1, 1>}> : (vector<2x4xf32>, index) -> f32
  return
}
// -----
// error: 'vector.extract' op mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position) -- this can only happen due to an incorrect fold/rewrite
func.func @a(%v: vector<2x4xf32>, %i: index) {
  "vector.extract"(%v, %i) <{static_position = array<i64: 1, 1>}> : (vector<2x4xf32>, index) -> vector<1xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute rank to match the dest vector rank
func.func @a(%v: vector<2x4xf32>, %i: f32) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1>}> : (f32, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error stricter: 'vector.insert' op expected the source to have the shape of what the position selects
func.func @a(%v: vector<2x4xf32>, %i: vector<3xf32>) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1>}> : (vector<3xf32>, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute of rank no greater than dest vector rank
func.func @a(%v: vector<2x4xf32>, %i: vector<3xf32>) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1, 1, 1>}> : (vector<3xf32>, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error: 'vector.insert' op failed to verify that source operand and result have same element type
func.func @a(%v: vector<2x4xf32>, %i: f64) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1, 1>}> : (f64, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error: 'vector.insert' op failed to verify that all of {dest, result} have same type
func.func @a(%v: vector<2x4xf32>, %i: f32) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1, 1>}> : (f32, vector<2x4xf32>) -> vector<4x2xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute #2 to be a non-negative integer smaller than the corresponding dest vector dimension
func.func @a(%v: vector<2x4xf32>, %i: f32) {
  "vector.insert"(%i, %v) <{static_position = array<i64: 1, 4>}> : (f32, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute rank + source rank to match dest vector rank
func.func @a(%v: vector<2x4xf32>, %i: f32) {
  "vector.insert"(%v, %v) <{static_position = array<i64: 1>}> : (vector<2x4xf32>, vector<2x4xf32>) -> vector<2x4xf32>
  return
}
// -----
// error: 'vector.shuffle' op failed to verify that second operand v2 and result have same element type
func.func @a(%v: vector<4xf32>, %w: vector<4xf64>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64: 1>}> : (vector<4xf32>, vector<4xf64>) -> vector<1xf32>
  return
}
// -----
// error: 'vector.shuffle' op rank mismatch
func.func @a(%v: vector<4xf32>, %w: vector<4x2xf32>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64: 1>}> : (vector<4xf32>, vector<4x2xf32>) -> vector<1xf32>
  return
}
// -----
// error: 'vector.shuffle' op dimension mismatch
func.func @a(%v: vector<4x3xf32>, %w: vector<4x2xf32>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64: 1>}> : (vector<4x3xf32>, vector<4x2xf32>) -> vector<1x3xf32>
  return
}
// -----
// error: 'vector.shuffle' op mask index #1 out of range
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64: 8>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
  return
}
// -----
// error: 'vector.shuffle' op invalid mask length
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
  return
}
// -----
// error: 'vector.shuffle' op mask length mismatch
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>) {
  "vector.shuffle"(%v, %w) <{mask = array<i64: 1, 2>}> : (vector<4xf32>, vector<4xf32>) -> vector<1xf32>
  return
}
// -----
// error: 'vector.reduction' op failed to verify that source operand and result have same element type
func.func @a(%v: vector<4xf32>, %w: f32) {
  "vector.reduction"(%v, %w) <{kind = #vector.kind<add>}> : (vector<4xf32>, f32) -> f64
  return
}
// -----
// error: 'vector.reduction' op failed to verify that dest and acc have the same type
func.func @a(%v: vector<4xf32>, %w: f64) {
  "vector.reduction"(%v, %w) <{kind = #vector.kind<add>}> : (vector<4xf32>, f64) -> f32
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction type ''f32'' for kind 'and'
func.func @a(%v: vector<4xf32>, %w: f64) {
  "vector.reduction"(%v) <{kind = #vector.kind<and>}> : (vector<4xf32>) -> f32
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction rank: 2
func.func @a(%v: vector<4x4xf32>, %w: f64) {
  "vector.reduction"(%v) <{kind = #vector.kind<add>}> : (vector<4x4xf32>) -> f32
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction type ''i32'' for kind 'maxnumf'
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.reduction"(%v) <{kind = #vector.kind<maxnumf>}> : (vector<4xi32>) -> i32
  return
}
// -----
// error: 'vector.constant_mask' op must specify array attr of size equal vector result rank
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 1, 2>}> : () -> vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op array attr of size out of bounds of vector result dimension size
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 5>}> : () -> vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op array attr of size out of bounds of vector result dimension size
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: -1>}> : () -> vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 0, 2>}> : () -> vector<4x4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 2>}> : () -> vector<[4]xi1>
  return
}
// -----
// error: mask dim size must be either 0 or 1 for 0-D vectors
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64: 2>}> : () -> vector<i1>
  return
}
// -----
// error: array attr must have length 1 for 0-D vectors
func.func @a(%v: vector<4xi32>, %w: f64) {
  "vector.constant_mask"() <{mask_dim_sizes=array<i64>}> : () -> vector<i1>
  return
}
// -----
// error: 'vector.create_mask' op must specify an operand for each result vector dimension
func.func @a(%v: index, %w: f64) {
  "vector.create_mask"(%v, %v) : (index, index) -> vector<4xi1>
  return
}
// -----
// error: 'vector.create_mask' op must specify exactly one operand for 0-D create_mask
func.func @a(%v: index, %w: f64) {
  "vector.create_mask"(%v, %v) : (index, index) -> vector<i1>
  return
}
// -----
// error: 'vector.create_mask' op must specify exactly one operand for 0-D create_mask
func.func @a(%v: index, %w: f64) {
  "vector.create_mask"() : () -> vector<i1>
  return
}
// -----
// error: 'vector.to_elements' op failed to verify that shaped type 'source' matches 'elements' element count and types
func.func @a(%v: vector<4xf32>) {
  %a:3 = "vector.to_elements"(%v) : (vector<4xf32>) -> (f32, f32, f32)
  return
}
// -----
// error: number of operands and types do not match: got 2 operands and 8 types
func.func @a(%v: vector<4xf32>) {
  %a = vector.from_elements %v, %v : vector<2x4xf32>
  return
}
// -----
// error: 'vector.load' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i] : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.load' op destination memref has lower rank than the result vector
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2x2x2xf32>
  return
}
// -----
// error: 'vector.load' op base and result element types should match
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32>, vector<2xf64>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @a(%m: memref<8x8xf32, strided<[8, 2]>>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32, strided<[8, 2]>>, vector<2xf32>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @a(%m: memref<8x8xf32, affine_map<(d0,d1) -> (d1, d0)>>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xf32, affine_map<(d0,d1) -> (d1, d0)>>, vector<2xf32>
  return
}
// -----
// error: 'vector.load' op base memref and result vector types should match
func.func @a(%m: memref<8x8xvector<4xf32>>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.load %m[%i, %i] : memref<8x8xvector<4xf32>>, vector<2xf32>
  return
}
// -----
// error: 'vector.store' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.store %v, %m[%i] : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.store' op source memref has lower rank than the vector to store
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.store %t, %m[%i, %i] : memref<8x8xf32>, vector<2x2x2xf32>
  return
}
// -----
// error: 'vector.store' op base and valueToStore element type should match
func.func @a(%m: memref<8x8xf64>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.store %v, %m[%i, %i] : memref<8x8xf64>, vector<4xf32>
  return
}
// -----
// error: 'vector.maskedload' op base and result element type should match
func.func @a(%m: memref<8x8xf64>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i, %i], %k, %v : memref<8x8xf64>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.maskedload' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.maskedload' op expected result shape to match mask shape
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<3xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<3xf32> into vector<3xf32>
  return
}
// -----
// error: 'vector.maskedload' op expected pass_thru of same type as result type
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<3xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  %0 = vector.maskedload %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<3xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.maskedstore' op base and valueToStore element type should match
func.func @a(%m: memref<8x8xf64>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.maskedstore %m[%i, %i], %k, %v : memref<8x8xf64>, vector<4xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.maskedstore' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.maskedstore %m[%i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.maskedstore' op expected valueToStore shape to match mask shape
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<3xf32>, %t: vector<2x2x2xf32>, %k: vector<4xi1>) {
  vector.maskedstore %m[%i, %i], %k, %v : memref<8x8xf32>, vector<4xi1>, vector<3xf32>
  return
}
// -----
// error: 'vector.gather' op base and result element type should match
func.func @a(%m: memref<8x8xf64>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i, %i] [%t], %k, %v : memref<8x8xf64>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i] [%t], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op expected result dim to match indices dim
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<3xindex>, %k: vector<4xi1>) {
  %0 = vector.gather %m[%i, %i] [%t], %k, %v : memref<8x8xf32>, vector<3xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op expected result dim to match mask dim
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<3xi1>) {
  %0 = vector.gather %m[%i, %i] [%t], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<3xi1>, vector<4xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.gather' op base and result element type should match
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<4xi1>) {
  %0 = "vector.gather"(%m, %i, %i, %t, %k, %v) : (memref<8x8xf32>, index, index, vector<4xindex>, vector<4xi1>, vector<4xf32>) -> vector<4xf64>
  return
}
// -----
// error: 'vector.scatter' op base and valueToStore element type should match
func.func @a(%m: memref<8x8xf64>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<4xi1>) {
  vector.scatter %m[%i, %i] [%t], %k, %v : memref<8x8xf64>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.scatter' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<4xi1>) {
  vector.scatter %m[%i] [%t], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.scatter' op expected valueToStore dim to match indices dim
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<3xindex>, %k: vector<4xi1>) {
  vector.scatter %m[%i, %i] [%t], %k, %v : memref<8x8xf32>, vector<3xindex>, vector<4xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.scatter' op expected valueToStore dim to match mask dim
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>, %t: vector<4xindex>, %k: vector<3xi1>) {
  vector.scatter %m[%i, %i] [%t], %k, %v : memref<8x8xf32>, vector<4xindex>, vector<3xi1>, vector<4xf32>
  return
}
// -----
// error: 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] {alignment = 3 : i64} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.store' op base memref and valueToStore vector types should match
func.func @a(%m: memref<8x8xvector<4xf32>>, %i: index, %v: vector<2xf32>) {
  vector.store %v, %m[%i, %i] : memref<8x8xvector<4xf32>>, vector<2xf32>
  return
}
// -----
// error: 'vector.load' op destination memref has lower rank than the result vector
func.func @a(%m: memref<f32>, %i: index, %v: vector<1xf32>) {
  %0 = vector.load %m[] : memref<f32>, vector<1xf32>
 %1 = vector.load %m[] : memref<f32>, vector<f32>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @a(%m: memref<8x?xf32, strided<[?, ?]>>, %i: index, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x?xf32, strided<[?, ?]>>, vector<4xf32>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @a(%m: memref<8x1xf32, strided<[1, 2]>>, %i: index, %v: vector<4xf32>) {
  %0 = vector.load %m[%i, %i] : memref<8x1xf32, strided<[1, 2]>>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: expected a custom permutation_map when rank(source) != rank(destination)
func.func @a(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<8xf32>, vector<4x4xf32>
  return
}
// -----
// error: requires memref or ranked tensor type
func.func @a(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : f32, vector<4xf32>
  return
}
// -----
// error: requires vector type
func.func @a(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<8xf32>, f32
  return
}
// -----
// error: requires two types
func.func @a(%m: memref<8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i], %x : memref<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)->(d0 + d1)>} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)->(1)>} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)->(d0, d0)>} : memref<8x8xf32>, vector<4x4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0)->(d0)>} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires permutation_map without symbols
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)[s0]->(d0)>} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1)->(d0)>} : memref<8x8xf32>, vector<4x4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true, false]} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op attribute 'in_bounds' failed to satisfy constraint: 1-bit boolean array attribute
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32) {
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [1]} : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires formal padding and source of the same elemental type
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f64) {
  %0 = "vector.transfer_read"(%m, %i, %i, %x) <{in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 2, 1, 0>}> : (memref<8x8xf32>, index, index, f64) -> vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op inferred mask type ('vector<4xi1>') and mask operand type ('vector<3xi1>') don't match
func.func @a(%m: memref<8x8xf32>, %i: index, %x: f32, %k: vector<3xi1>) {
  %0 = "vector.transfer_read"(%m, %i, %i, %x, %k) <{in_bounds = [true], permutation_map = affine_map<(d0, d1) -> (d1)>, operandSegmentSizes = array<i32: 1, 2, 1, 1>}> : (memref<8x8xf32>, index, index, f32, vector<3xi1>) -> vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires 0 indices
func.func @a(%m: memref<*xf32>, %i: index, %x: f32) {
  %0 = "vector.transfer_read"(%m, %i, %x) <{in_bounds = [true], permutation_map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1, 0>}> : (memref<*xf32>, index, f32) -> vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type
func.func @a(%m: memref<8x8xf64>, %i: index, %x: f64) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<8x8xf64>, vector<3xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the minor 1-D vector of the source
func.func @a(%m: memref<8x8xvector<4xf32>>, %i: index, %x: vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<8x8xvector<4xf32>>, vector<3xf32>
  return
}
// -----
// error: expected a custom permutation_map when rank(source) != rank(destination)
func.func @a(%m: memref<8x8xvector<2x4xf32>>, %i: index, %x: vector<2x4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %x : memref<8x8xvector<2x4xf32>>, vector<4xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type
func.func @a(%m: memref<8x8xvector<4xf32>>, %i: index, %x: vector<4xf32>) {
  %0 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d0)>} : memref<8x8xvector<4xf32>>, vector<4xf32>
  return
}
// -----
// error: does not support masks with vector element type
func.func @a(%m: memref<8x8xvector<4xf32>>, %i: index, %x: vector<4xf32>, %k: vector<2xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %x, %k : memref<8x8xvector<4xf32>>, vector<2x4xf32>
  return
}
// -----
// error: 'vector.transfer_write' op should not have broadcast dimensions
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] {permutation_map = affine_map<(d0, d1) -> (0)>} : vector<4xf32>, memref<8x8xf32>
  return
}
// -----
// error: 'vector.transfer_write' op requires 2 indices
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i] : vector<4xf32>, memref<8x8xf32>
  return
}
// -----
// error: requires vector type
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : memref<8x8xf32>, vector<4xf32>
  return
}
// -----
// error: requires memref or ranked tensor type
func.func @a(%m: memref<8x8xf32>, %i: index, %v: vector<4xf32>) {
  vector.transfer_write %v, %m[%i, %i] : vector<4xf32>, vector<4xf32>
  return
}
// -----
// error: 'vector.contract' op expected an indexing map for each vector operand
func.func @a(%v: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["reduction"]} %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected indexing map 2 to have 0 number of outputs
func.func @a(%v: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["reduction"]} %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected indexing map 1 to have 1 number of inputs
func.func @a(%v: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0, d1)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"]} %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected indexing map 0 to have no symbols
func.func @a(%v: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)[s0]->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"]} %v, %v, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected indexing map 0 to be a projected permutation of its inputs
func.func @a(%v: vector<4x4xf32>, %w: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1)->(d0, d0)>, affine_map<(d0, d1)->(d0)>, affine_map<(d0, d1)->()>], iterator_types = ["reduction", "reduction"]} %v, %w, %x : vector<4x4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected at least one contracting dimension pair
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0, d1)->(d0)>, affine_map<(d0, d1)->(d1)>, affine_map<(d0, d1)->()>], iterator_types = ["reduction", "reduction"]} %v, %w, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op invalid contracting dimension map
func.func @a(%v: vector<4xf32>, %w: vector<3xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"]} %v, %w, %x : vector<4xf32>, vector<3xf32> into f32
  return
}
// -----
// error: 'vector.contract' op invalid batch dimension map
func.func @a(%v: vector<2x4xf32>, %w: vector<3x4xf32>, %x: vector<2xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, d0)->(b, d0)>, affine_map<(b, d0)->(b, d0)>, affine_map<(b, d0)->(b)>], iterator_types = ["parallel", "reduction"]} %v, %w, %x : vector<2x4xf32>, vector<3x4xf32> into vector<2xf32>
  return
}
// -----
// error: 'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<2xf32>'
func.func @a(%v: vector<2x4xf32>, %w: vector<2x4xf32>, %x: vector<3xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, d0)->(b, d0)>, affine_map<(b, d0)->(b, d0)>, affine_map<(b, d0)->(b)>], iterator_types = ["parallel", "reduction"]} %v, %w, %x : vector<2x4xf32>, vector<2x4xf32> into vector<3xf32>
  return
}
// -----
// error: 'vector.contract' op failed to verify that lhs and rhs have same element type
func.func @a(%v: vector<4xf32>, %w: vector<4xf64>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"]} %v, %w, %x : vector<4xf32>, vector<4xf64> into f32
  return
}
// -----
// error: 'vector.contract' op unsupported contraction type
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["reduction"], kind = #vector.kind<and>} %v, %w, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: unexpected iterator_type (sum)
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>, %x: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->()>], iterator_types = ["sum"]} %v, %w, %x : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
// error: 'vector.contract' op invalid accumulator/result vector shape
func.func @a(%v: vector<4xf32>, %w: vector<4xf32>, %x: vector<1xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>, affine_map<(d0)->(d0)>], iterator_types = ["reduction"]} %v, %w, %x : vector<4xf32>, vector<4xf32> into vector<1xf32>
  return
}
// -----
// error stricter: expected kind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf
func.func @a(%v: vector<4xf32>) {
  %0 = vector.reduction <sum>, %v : vector<4xf32> into f32
  return
}
// -----
// error stricter: use of value '%v' expects different type than prior uses: 'f32' vs 'vector<4xf32>'
func.func @a(%v: vector<4xf32>) {
  %0 = vector.fma %v, %v, %v : f32
  return
}
// -----
// error stricter: 'vector.fma' op requires the same type for all operands and results
func.func @a(%v: vector<4xf32>, %x: f32) {
  "vector.fma"(%v, %v, %v) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<2xf32>
  return
}
// -----
// error: 'vector.bitcast' op source/result bitwidth of the 0-D vector element types must be equal
func.func @a(%v: vector<f32>) {
  "vector.bitcast"(%v) : (vector<f32>) -> vector<f64>
  return
}
// -----
// error stricter: expected punctuation to be one of: no_punctuation, newline, comma, open, close
func.func @a(%v: vector<f32>) {
  vector.print punctuation <x>
  return
}
// -----
// error: 'vector.type_cast' op operand #0 must be statically shaped memref of any type values, but got 'memref<?x4xf32>'
func.func @a(%m: memref<?x4xf32>) {
  %0 = vector.type_cast %m : memref<?x4xf32> to memref<?xvector<4xf32>>
  return
}
// -----
// error: 'vector.type_cast' op expects operand to be a memref with identity layout
func.func @a(%m: memref<2x4xf32, strided<[8,1]>>) {
  %0 = vector.type_cast %m : memref<2x4xf32, strided<[8,1]>> to memref<2xvector<4xf32>>
  return
}
// -----
// error: 'vector.type_cast' op expects result to be a memref with identity layout
func.func @a(%m: memref<2x4xf32>) {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<2xvector<4xf32>, strided<[2]>>
  return
}
// -----
// error: 'vector.type_cast' op expects result in same memory space
func.func @a(%m: memref<2x4xf32>) {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<2xvector<4xf32>, 1>
  return
}
// -----
// error: 'vector.type_cast' op expects result and operand with same underlying scalar type: 'memref<2xvector<4xi32>>'
func.func @a(%m: memref<2x4xf32>) {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<2xvector<4xi32>>
  return
}
// -----
// error: 'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<4x2xf32>>'
func.func @a(%m: memref<2x4xf32>) {
  %0 = vector.type_cast %m : memref<2x4xf32> to memref<vector<4x2xf32>>
  return
}

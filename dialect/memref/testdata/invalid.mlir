// error: 'memref.load' op incorrect number of indices for load, expected 1 but got 0
func.func @a(%a: memref<4xf32>) {
  %0 = "memref.load"(%a) : (memref<4xf32>) -> f32
  return
}
// -----
// error: 'memref.load' op failed to verify that result type matches element type of 'memref'
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = "memref.load"(%a, %i) : (memref<4xf32>, index) -> i32
  return
}
// -----
// error: 'memref.load' op incorrect number of indices for load, expected 1 but got 2
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = memref.load %a[%i, %i] : memref<4xf32>
  return
}
// -----
// error: 'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1
func.func @a() {
  %0 = memref.alloc() : memref<?xf32>
  return
}
// -----
// error: 'memref.alloc' op incorrect number of dynamic sizes, has 1, expected 0
func.func @a(%i: index) {
  %0 = memref.alloc(%i) : memref<4xf32>
  return
}
// -----
// error: 'memref.alloc' op symbol operand count does not equal memref symbol count: expected 0, got 1
func.func @a(%i: index) {
  %0 = memref.alloc()[%i] : memref<4xf32>
  return
}
// -----
// error: 'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0
func.func @a() {
  %0 = memref.alloc() : memref<4xf32, affine_map<(d0)[s0]->(d0+s0)>>
  return
}
// -----
// error: 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
func.func @a() {
  %0 = memref.alloc() {alignment = 3} : memref<4xf32>
  return
}
// -----
// error: 'memref.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = memref.load %a[%i] {alignment = 0} : memref<4xf32>
  return
}
// -----
// error: 'memref.cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32>' are cast incompatible
func.func @a(%a: memref<4xf32>) {
  %0 = memref.cast %a : memref<4xf32> to memref<5xf32>
  return
}
// -----
// error: 'memref.memory_space_cast' op operand type 'memref<4xf32>' and result type 'memref<5xf32, 1>' are cast incompatible
func.func @a(%a: memref<4xf32>) {
  %0 = memref.memory_space_cast %a : memref<4xf32> to memref<5xf32, 1>
  return
}
// -----
// error: 'memref.copy' op requires the same shape for all operands
func.func @a(%a: memref<4xf32>, %b: memref<5xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<5xf32>
  return
}
// -----
// error: 'memref.copy' op requires the same element type for all operands
func.func @a(%a: memref<4xf32>, %b: memref<4xi32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xi32>
  return
}
// -----
// error: 'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'memref<f32>'
func.func @a(%a: memref<f32>, %i: index) {
  %0 = memref.dim %a, %i : memref<f32>
  return
}
// -----
// error: 'memref.dim' op operand #0 must be unranked.memref of any type values or non-0-ranked.memref of any type values, but got 'f32'
func.func @a(%a: f32, %i: index) {
  %0 = memref.dim %a, %i : f32
  return
}
// -----
// error: slice along dimension 0 runs out-of-bounds: 4 >= 4
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[0] [5] [1] : memref<4xf32> to memref<5xf32>
  return
}
// -----
// error: slice along dimension 0 runs out-of-bounds: 4 >= 4
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[3] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 3>>
  return
}
// -----
// error: expected result type to be 'memref<2xf32, strided<[1], offset: 3>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2xf32, strided<[1], offset: 2>>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[3] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  return
}
// -----
// error: expected result type to be 'memref<2xf32, strided<[1], offset: 1>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<2xf32, strided<[1], offset: 2>>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  return
}
// -----
// error: expected result element type to be 'f32', but got 'memref<2xi32, strided<[1], offset: 1>>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xi32, strided<[1], offset: 1>>
  return
}
// -----
// error: different memory spaces specified for base memref type 'memref<4xf32>' and subview memref type 'memref<2xf32, strided<[1], offset: 1>, 2>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>, 2>
  return
}
// -----
// error: expected result type to be 'memref<2xf32, strided<[1], offset: 1>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<3xf32, strided<[1], offset: 1>>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
  return
}
// -----
// error: expected result rank to be smaller or equal to the source rank, but got 'memref<3x1xf32, strided<[1, 1], offset: 1>>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1] [2] [1] : memref<4xf32> to memref<3x1xf32, strided<[1,1], offset: 1>>
  return
}
// -----
// error: expected 1 offset values, got 2
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[1,2] [2,2] [1,1] : memref<4xf32> to memref<3x1xf32, strided<[1,1], offset: 1>>
  return
}
// -----
// error: expected offsets to be non-negative, but got -1
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[-1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return
}
// -----
// error: expected sizes to be non-negative, but got -2
func.func @a(%a: memref<4xf32>) {
  %0 = memref.subview %a[0] [-2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
  return
}
// -----
// error: expected result type to be 'memref<2xf32, strided<[1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<?xf32>'
func.func @a(%a: memref<?xf32>) {
  %0 = memref.subview %a[0] [2] [1] : memref<?xf32> to memref<?xf32>
  return
}
// -----
// error: expected result type to be 'memref<?xf32, strided<[1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<2xf32>'
func.func @a(%a: memref<?xf32>, %i: index) {
  %0 = memref.subview %a[0] [%i] [1] : memref<?xf32> to memref<2xf32>
  return
}
// -----
// error: expected result type with offset = 1 instead of 0
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [1], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32>
  return
}
// -----
// error: expected result type with size = 2 instead of 3 in dim = 0
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<3xf32>
  return
}
// -----
// error: expected result type with stride = 2 instead of 1 in dim = 0
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [2] : memref<4xf32> to memref<2xf32>
  return
}
// -----
// error: different element types specified for source type 'memref<4xf32>' and result memref type 'memref<2xi32>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<2xi32>
  return
}
// -----
// error: different memory spaces specified for source type 'memref<4xf32>' and result memref type 'memref<2xf32, 2>'
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32, 2>
  return
}
// -----
// error: expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0, 1], sizes: [2], strides: [1] : memref<4xf32> to memref<2xf32>
  return
}
// -----
// error: expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.
func.func @a(%a: memref<4xf32>) {
  %0 = memref.reinterpret_cast %a to offset: [0], sizes: [2, 2], strides: [1] : memref<4xf32> to memref<2xf32>
  return
}
// -----
// error: 'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<4xf32>'
func.func @a(%a: memref<4xf32>, %i: index) {
  %0 = memref.view %a[%i][] : memref<4xf32> to memref<2xf32>
  return
}
// -----
// error: 'memref.view' op incorrect number of dynamic sizes, has 1, expected 0
func.func @a(%a: memref<16xi8>, %i: index) {
  %0 = memref.view %a[%i][%i] : memref<16xi8> to memref<2xf32>
  return
}
// -----
// error: unsupported map for result memref type 'memref<2xf32, strided<[2]>>'
func.func @a(%a: memref<16xi8>, %i: index) {
  %0 = memref.view %a[%i][] : memref<16xi8> to memref<2xf32, strided<[2]>>
  return
}
// -----
// error: unsupported map for base memref type 'memref<16xi8, strided<[2]>>'
func.func @a(%a: memref<16xi8, strided<[2]>>, %i: index) {
  %0 = memref.view %a[%i][] : memref<16xi8, strided<[2]>> to memref<2xf32>
  return
}
// -----
// error: different memory spaces specified for base memref type 'memref<16xi8>' and view memref type 'memref<2xf32, 2>'
func.func @a(%a: memref<16xi8>, %i: index) {
  %0 = memref.view %a[%i][] : memref<16xi8> to memref<2xf32, 2>
  return
}
// -----
// error: 'memref.get_global' op 'x' does not reference a valid global memref
func.func @a() {
  %0 = memref.get_global @x : memref<16xi8>
  return
}
// -----
// error: 'memref.get_global' op result type 'memref<16xi8>' does not match type 'memref<4xi8>' of the global memref @x
memref.global @x : memref<4xi8>
func.func @a() {
  %0 = memref.get_global @x : memref<16xi8>
  return
}
// -----
// error: type should be static shaped memref, but got 'memref<?xi8>'
memref.global @x : memref<?xi8>
// -----
// error: expected operation name in quotes
memref.global @x : memref<4xi8> = dense<1> : tensor<5xi8>
// -----
// error: expected integer elements, but parsed floating-point
memref.global @x : memref<4xi8> = dense<1.0>
// -----
// error: integer literal not valid for specified type
memref.global @x : memref<4xi8> = 5
// -----
// error: 'memref.global' op initial value shape expected to be 4 but was 5
"memref.global"() <{sym_name = "x", type = memref<4xi8>, initial_value = dense<1> : tensor<5xi8>}> : () -> ()
// -----
// error: 'memref.global' op initial value should be a unit or elements attribute, but got 5 : i32
"memref.global"() <{sym_name = "x", type = memref<4xi8>, initial_value = 5 : i32}> : () -> ()
// -----
// error: 'memref.global' op attribute 'type' failed to satisfy constraint: memref type attribute
"memref.global"() <{sym_name = "x", type = i32}> : () -> ()
// -----
// error: 'memref.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
memref.global @x : memref<4xi8> {alignment = 3}
// -----
// error: 'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "foo"
memref.global "foo" @x : memref<4xi8>
// -----
// error: 'memref.transpose' op expected a permutation map
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.transpose %a (i, j) -> (i, i) : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
// error: 'memref.transpose' op expected a permutation map of same rank as the input
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.transpose %a (i) -> (i) : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
// error stricter: 'memref.transpose' op result type 'memref<4x4xf32>' is not equivalent to the canonical transposed input type 'memref<4x4xf32, strided<[1, 4]>>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.transpose %a (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op collapsed dim size (16) must equal reassociation group size (4)
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0]] : memref<4x4xf32> into memref<16xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op collapsed dim size (15) must equal reassociation group size (16)
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<15xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op reassociation indices must be contiguous
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[1, 0]] : memref<4x4xf32> into memref<16xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0], [1]] : memref<4x4xf32> into memref<16xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims
func.func @a(%a: memref<4x4xf32, strided<[5, 1]>>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32, strided<[5,1]>> into memref<16xf32>
  return
}
// -----
// error: 'memref.expand_shape' op collapsed dim size (16) must equal reassociation group size (12)
func.func @a(%a: memref<16xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [3, 4] : memref<16xf32> into memref<3x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead
func.func @a(%a: memref<16xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4] : memref<16xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op invalid output shape provided at pos 1
func.func @a(%a: memref<16xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4, 2] : memref<16xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op invalid output shape provided at pos 1
func.func @a(%a: memref<16xf32>, %i: index) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4, %i] : memref<16xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic
func.func @a(%a: memref<16xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x?xf32>
  return
}
// -----
// error: 'memref.reshape' op length of shape operand differs from the result's memref rank
func.func @a(%a: memref<16xf32>, %s: memref<3xindex>) {
  %0 = memref.reshape %a(%s) : (memref<16xf32>, memref<3xindex>) -> memref<16xf32>
  return
}
// -----
// error: 'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type
func.func @a(%a: memref<16xf32>, %s: memref<?xindex>) {
  %0 = memref.reshape %a(%s) : (memref<16xf32>, memref<?xindex>) -> memref<16xf32>
  return
}
// -----
// error: 'memref.reshape' op element types of source and destination memref types should be the same
func.func @a(%a: memref<16xf32>, %s: memref<1xindex>) {
  %0 = memref.reshape %a(%s) : (memref<16xf32>, memref<1xindex>) -> memref<16xi32>
  return
}
// -----
// error: 'memref.reshape' op source memref type should have identity affine map
func.func @a(%a: memref<16xf32, strided<[2]>>, %s: memref<1xindex>) {
  %0 = memref.reshape %a(%s) : (memref<16xf32, strided<[2]>>, memref<1xindex>) -> memref<16xf32>
  return
}
// -----
// error: 'memref.reshape' op result memref type should have identity affine map
func.func @a(%a: memref<16xf32>, %s: memref<1xindex>) {
  %0 = memref.reshape %a(%s) : (memref<16xf32>, memref<1xindex>) -> memref<16xf32, strided<[2]>>
  return
}
// -----
// error: 'memref.atomic_rmw' op with kind 'addi' expects an integer type
func.func @a(%a: memref<16xf32>, %i: index, %f: f32) {
  %0 = memref.atomic_rmw addi %f, %a[%i] : (f32, memref<16xf32>) -> f32
  return
}
// -----
// error: 'memref.atomic_rmw' op with kind 'addf' expects a floating-point type
func.func @a(%a: memref<16xi32>, %i: index, %f: i32) {
  %0 = memref.atomic_rmw addf %f, %a[%i] : (i32, memref<16xi32>) -> i32
  return
}
// -----
// error: 'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank
func.func @a(%a: memref<16xi32>, %f: i32) {
  %0 = memref.atomic_rmw addi %f, %a[] : (i32, memref<16xi32>) -> i32
  return
}
// -----
// error: 'memref.atomic_rmw' op failed to verify that value type matches element type of memref
func.func @a(%a: memref<16xi32>, %i: index, %f: i64) {
  %0 = memref.atomic_rmw addi %f, %a[%i] : (i64, memref<16xi32>) -> i64
  return
}
// -----
// error: expected string or keyword containing one of the following enum values for attribute 'kind' [addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori]
func.func @a(%a: memref<16xi32>, %i: index, %f: i64) {
  %0 = memref.atomic_rmw foo %f, %a[%i] : (i64, memref<16xi32>) -> i64
  return
}
// -----
// error: 'memref.generic_atomic_rmw' op expected block argument of the same type result type
func.func @a(%a: memref<16xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<16xi32> {
^bb0(%x: i64): memref.atomic_yield %x : i64 }
  return
}
// -----
// error: 'memref.atomic_yield' op types mismatch between yield op: 'i64' and its parent: 'i32'
func.func @a(%a: memref<16xi32>, %i: index, %f: i64) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<16xi32> {
^bb0(%x: i32): memref.atomic_yield %f : i64 }
  return
}
// -----
// error: 'memref.generic_atomic_rmw' op expected single number of entry block arguments
func.func @a(%a: memref<16xi32>, %i: index, %f: i64) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<16xi32> {
memref.atomic_yield %f : i64 }
  return
}
// -----
// error: body of 'memref.generic_atomic_rmw' should contain only operations with no side effects
func.func @a(%a: memref<16xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %a[%i] : memref<16xi32> {
^bb0(%x: i32): memref.store %x, %a[%i] : memref<16xi32>  memref.atomic_yield %x : i32 }
  return
}
// -----
// error stricter: 'memref.generic_atomic_rmw' op expects the number of subscripts to be equal to memref rank
func.func @a(%a: memref<16xi32>) {
  %0 = memref.generic_atomic_rmw %a[] : memref<16xi32> {
^bb0(%x: i32):  memref.atomic_yield %x : i32 }
  return
}
// -----
// error: 'memref.assume_alignment' op alignment must be power of 2
func.func @a(%a: memref<16xi32>) {
  %0 = memref.assume_alignment %a, 3 : memref<16xi32>
  return
}
// -----
// error: 'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive
func.func @a(%a: memref<16xi32>) {
  %0 = memref.assume_alignment %a, 0 : memref<16xi32>
  return
}
// -----
// error: 'memref.distinct_objects' op expected at least one operand
func.func @a() {
  "memref.distinct_objects"() : () -> ()
  return
}
// -----
// error: 'memref.distinct_objects' op operand types and result types must match
func.func @a(%a: memref<16xi32>) {
  %0 = "memref.distinct_objects"(%a) : (memref<16xi32>) -> memref<15xi32>
  return
}
// -----
// error: 'memref.prefetch' op too few indices
func.func @a(%a: memref<16xi32>) {
  memref.prefetch %a[], read, locality<3>, data : memref<16xi32>
  return
}
// -----
// error: 'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3
func.func @a(%a: memref<16xi32>, %i: index) {
  memref.prefetch %a[%i], read, locality<4>, data : memref<16xi32>
  return
}
// -----
// error: rw specifier has to be 'read' or 'write'
func.func @a(%a: memref<16xi32>, %i: index) {
  memref.prefetch %a[%i], foo, locality<3>, data : memref<16xi32>
  return
}
// -----
// error: cache type has to be 'data' or 'instr'
func.func @a(%a: memref<16xi32>, %i: index) {
  memref.prefetch %a[%i], read, locality<3>, foo : memref<16xi32>
  return
}
// -----
// error: missing dimension operand for result type 'memref<?xi32>'
func.func @a(%a: memref<16xi32>) {
  %0 = memref.realloc %a : memref<16xi32> to memref<?xi32>
  return
}
// -----
// error: unnecessary dimension operand for result type 'memref<3xi32>'
func.func @a(%a: memref<16xi32>, %i: index) {
  %0 = memref.realloc %a(%i) : memref<16xi32> to memref<3xi32>
  return
}
// -----
// error: different element types specified for source memref type 'memref<16xi32>' and result memref type 'memref<3xf32>'
func.func @a(%a: memref<16xi32>) {
  %0 = memref.realloc %a : memref<16xi32> to memref<3xf32>
  return
}
// -----
// error: different memory spaces specified for source memref type 'memref<16xi32>' and result memref type 'memref<3xi32, 3>'
func.func @a(%a: memref<16xi32>) {
  %0 = memref.realloc %a : memref<16xi32> to memref<3xi32, 3>
  return
}
// -----
// error: unsupported layout for source memref type 'memref<16xi32, strided<[2]>>'
func.func @a(%a: memref<16xi32, strided<[2]>>) {
  %0 = memref.realloc %a : memref<16xi32, strided<[2]>> to memref<3xi32>
  return
}
// -----
// error: 'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<16x3xi32>'
func.func @a(%a: memref<16x3xi32>) {
  %0 = memref.realloc %a : memref<16x3xi32> to memref<3xi32>
  return
}
// -----
// error: 'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait
module { "test"() ({ %0 = memref.alloca() : memref<4xf32> }) : () -> () }
// -----
// error: 'memref.extract_strided_metadata' op operand #0 must be strided memref of any type values, but got 'memref<16x3xi32, affine_map<(d0, d1) -> (d0, d0, d1)>>'
func.func @a(%a: memref<16x3xi32, affine_map<(d0,d1)->(d0,d0,d1)>>) {
  %b:6 = memref.extract_strided_metadata %a : memref<16x3xi32, affine_map<(d0,d1)->(d0,d0,d1)>> -> memref<i32>, index, index, index, index, index
  return
}
// -----
// error: 'memref.extract_strided_metadata' op inferred type(s) 'memref<i32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<i32>', 'index', 'index', 'index', 'index'
func.func @a(%a: memref<16x3xi32>) {
  %b:5 = memref.extract_strided_metadata %a : memref<16x3xi32> -> memref<i32>, index, index, index, index
  return
}
// -----
// error: 'memref.extract_strided_metadata' op inferred type(s) 'memref<i32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<i64>', 'index', 'index', 'index', 'index', 'index'
func.func @a(%a: memref<16x3xi32>) {
  %b:6 = memref.extract_strided_metadata %a : memref<16x3xi32> -> memref<i64>, index, index, index, index, index
  return
}
// -----
// error: use of value '%i' expects different type than prior uses: 'i32' vs 'index'
func.func @a(%a: memref<16x3xi32>, %i: index) {
  memref.store %i, %a[%i, %i] : memref<16x3xi32>
  return
}
// -----
// error: 'memref.store' op store index operand count not equal to memref rank
func.func @a(%a: memref<16x3xi32>, %i: index, %f: i32) {
  memref.store %f, %a[%i] : memref<16x3xi32>
  return
}
// -----
// error: 'memref.store' op failed to verify that type of 'value' matches element type of 'memref'
func.func @a(%a: memref<16x3xi32>, %i: index) {
  "memref.store"(%i, %a, %i, %i) : (index, memref<16x3xi32>, index, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected num elements to be of index type
func.func @a(%a: memref<16x3xi32>, %i: index) {
  memref.dma_start %a[%i, %i], %a[%i], %i, %a[%i, %i] : memref<16x3xi32>, memref<16x3xi32>, memref<16x3xi32>
  return
}
// -----
// error: expected two stride related operands
func.func @a(%a: memref<16x3xi32>, %i: index) {
  memref.dma_start %a[%i, %i], %a[%i, %i], %i, %a[%i, %i], %i : memref<16x3xi32>, memref<16x3xi32>, memref<16x3xi32>
  return
}
// -----
// error: 'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 2, but got 1
func.func @a(%a: memref<16x3xi32>, %i: index) {
  memref.dma_wait %a[%i], %i : memref<16x3xi32>
  return
}
// -----
// error: use of value '%f' expects different type than prior uses: 'index' vs 'i32'
func.func @a(%a: memref<16x3xi32>, %i: index, %f: i32) {
  memref.dma_start %a[%i, %i], %a[%i, %i], %f, %a[%i, %i] : memref<16x3xi32>, memref<16x3xi32>, memref<16x3xi32>
  return
}
// -----
// error: 'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: successor operand type #0 'index' should match successor input type #0 'i32'
func.func @a(%i: index) {
  %0 = memref.alloca_scope -> (i32) { memref.alloca_scope.return %i : index }
  return
}
// -----
// error: 'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @a() {
  %0 = memref.alloca_scope -> (i32) { }
  return
}
// -----
// error: 'memref.alloca_scope.return' op expects parent op 'memref.alloca_scope'
func.func @a(%i: index) {
  memref.alloca_scope.return %i : index
}
// -----
// error: 'func.return' op has 0 operands, but enclosing function (@a) returns 1
func.func @a(%a: memref<4xf32>) -> f32 { %c9 = arith.constant 9 : index  %0 = memref.dim %a, %c9 : memref<4xf32> return }
// -----
// error: 'memref.global' op initial value shape expected to be 4, 3 but was 4, 5
"memref.global"() <{sym_name = "x", type = memref<4x3xi8>, initial_value = dense<1> : tensor<4x5xi8>}> : () -> ()
// -----
// error: 'memref.global' op initial value shape expected to be 4, 3 but was 4
"memref.global"() <{sym_name = "x", type = memref<4x3xi8>, initial_value = dense<1> : tensor<4xi8>}> : () -> ()
// -----
// error: 'memref.global' op initial value element expected to be of type 'i8', but was of type 'i16'
"memref.global"() <{sym_name = "x", type = memref<4x3xi8>, initial_value = dense<1> : tensor<4x3xi16>}> : () -> ()
// -----
// error: 'memref.global' op type should be static shaped memref, but got 'memref<4x?xi8>'
"memref.global"() <{sym_name = "x", type = memref<4x?xi8>}> : () -> ()
// -----
// error: 'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "foo"
"memref.global"() <{sym_name = "x", sym_visibility = "foo", type = memref<4xi8>}> : () -> ()
// -----
// error: 'memref.expand_shape' op invalid number of reassociation groups: found 1, expected 2
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op expected expanded type to be 'memref<4x1x4xf32>' but found 'memref<4x1x4xf32, strided<[4, 4, 2]>>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 1, 4] : memref<4x4xf32> into memref<4x1x4xf32, strided<[4,4,2]>>
  return
}
// -----
// error: 'memref.expand_shape' op expected expanded type to be 'memref<4x1x4xf32>' but found 'memref<4x1x4xi32>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [[0, 1], [2]] output_shape [4, 1, 4] : memref<4x4xf32> into memref<4x1x4xi32>
  return
}
// -----
// error: 'memref.expand_shape' op invalid number of reassociation groups: found 1, expected 2
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [[0, 1, 2]] output_shape [4, 1, 4] : memref<4x4xf32> into memref<4x1x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op reassociation index 3 is out of bounds
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [[0, 1], [2, 3]] output_shape [4, 1, 4] : memref<4x4xf32> into memref<4x1x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic
func.func @a(%a: memref<?xf32>) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [4, 4] : memref<?xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op expected collapsed type to be 'memref<16xf32>' but found 'memref<16xi32>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xi32>
  return
}
// -----
// error: 'memref.collapse_shape' op expected collapsed type to be 'memref<16xf32>' but found 'memref<16xf32, strided<[2]>>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<16xf32, strided<[2]>>
  return
}
// -----
// error: 'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1]] : memref<4x4xf32> into memref<?xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op collapsed dim size (4) must equal reassociation group size (16)
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0, 1], []] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [] : memref<4x4xf32> into memref<f32>
  return
}
// -----
// error: 'memref.collapse_shape' op invalid number of reassociation groups: found 1, expected 0
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0]] : memref<4x4xf32> into memref<f32>
  return
}
// -----
// error: 'memref.collapse_shape' op reassociation index 2 is out of bounds
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.collapse_shape %a [[0,1,2]] : memref<4x4xf32> into memref<16xf32>
  return
}
// -----
// error: 'memref.expand_shape' op invalid output shape provided at pos 0
func.func @a(%a: memref<16xf32>, %i: index) {
  %0 = memref.expand_shape %a [[0, 1]] output_shape [%i, 4] : memref<16xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.expand_shape' op invalid number of reassociation groups: found 0, expected 2
func.func @a(%a: memref<4x4xf32>) {
  %0 = memref.expand_shape %a [] output_shape [4, 4] : memref<4x4xf32> into memref<4x4xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op expected collapsed type to be 'memref<16xf32, 2>' but found 'memref<16xf32>'
func.func @a(%a: memref<4x4xf32, 2>) {
  %0 = memref.collapse_shape %a [[0,1]] : memref<4x4xf32, 2> into memref<16xf32>
  return
}
// -----
// error: 'memref.collapse_shape' op attribute 'reassociation' failed to satisfy constraint: Array of 64-bit integer array attributes
func.func @a(%a: memref<4x4xf32>) {
  %0 = "memref.collapse_shape"(%a) {reassociation = [0]} : (memref<4x4xf32>) -> memref<16xf32>
  return
}
// -----
// error: 'memref.dma_start' op expected source to be of memref type
func.func @a(%i: index) {
  "memref.dma_start"(%i, %i, %i, %i) : (index, index, index, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected at least 4 operands
func.func @a(%i: index) {
  "memref.dma_start"(%i) : (index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected source indices to be of index type
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %x, %i, %a, %i, %i, %i, %a, %i, %i) : (memref<4x4xf32>, f32, index, memref<4x4xf32>, index, index, index, memref<4x4xf32>, index, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected destination to be of memref type
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %x, %i, %i, %i, %a, %i, %i) : (memref<4x4xf32>, index, index, f32, index, index, index, memref<4x4xf32>, index, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected at least 10 operands
func.func @a(%a: memref<4x4xf32>, %i: index) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %i, %i, %a, %i) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, index, index, memref<4x4xf32>, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected stride and num elements per stride to be of type index
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %i, %i, %a, %i, %i, %x, %x) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, index, index, memref<4x4xf32>, index, index, f32, f32) -> ()
  return
}
// -----
// error: 'memref.dma_start' op incorrect number of operands
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %i, %i, %a, %i, %i, %x) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, index, index, memref<4x4xf32>, index, index, f32) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected destination indices to be of index type
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %x, %i, %a, %i, %i) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, f32, index, memref<4x4xf32>, index, index) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected tag indices to be of index type
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %i, %i, %a, %i, %x) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, index, index, memref<4x4xf32>, index, f32) -> ()
  return
}
// -----
// error: 'memref.dma_start' op expected tag to be of memref type
func.func @a(%a: memref<4x4xf32>, %i: index, %x: f32) {
  "memref.dma_start"(%a, %i, %i, %a, %i, %i, %i, %x, %i, %i) : (memref<4x4xf32>, index, index, memref<4x4xf32>, index, index, index, f32, index, index) -> ()
  return
}
// -----
// error: 'memref.get_global' op result #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'
func.func @a() {
  %0 = "memref.get_global"() {name = @x} : () -> memref<?xf32>
  return
}
// -----
// error: 'memref.atomic_rmw' op attribute 'kind' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
func.func @a(%a: memref<4x4xf32>, %i: index, %x: i64) {
  %0 = "memref.atomic_rmw"(%x, %a, %i, %i) {kind = 99} : (i64, memref<4x4xf32>, index, index) -> i64
  return
}
// -----
// error: 'memref.atomic_rmw' op operand #0 must be signless integer or floating-point, but got 'index'
func.func @a(%i: index, %x: index, %b: memref<2xindex>) {
  %0 = "memref.atomic_rmw"(%x, %b, %i) {kind = 1} : (index, memref<2xindex>, index) -> index
  return
}
// -----
// error: 'memref.atomic_rmw' op operand #1 must be memref of signless integer or floating-point values, but got 'memref<2xindex>'
func.func @a(%i: index, %x: i32, %b: memref<2xindex>) {
  %0 = "memref.atomic_rmw"(%x, %b, %i) {kind = 1} : (i32, memref<2xindex>, index) -> i32
  return
}
// -----
// error: 'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<f32>'
func.func @a(%a: memref<4x4xf32>, %b: memref<f32>) {
  %0 = "memref.reshape"(%a, %b) : (memref<4x4xf32>, memref<f32>) -> memref<1xf32>
  return
}
// -----
// error: 'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<4x4xf32>'
func.func @a(%a: memref<4x4xf32>) {
  %0 = "memref.reshape"(%a, %a) : (memref<4x4xf32>, memref<4x4xf32>) -> f32
  return
}
// -----
// error: 'memref.transpose' op requires attribute 'permutation'
func.func @a(%a: memref<4x4xf32>) {
  %0 = "memref.transpose"(%a) : (memref<4x4xf32>) -> f32
  return
}
// -----
// error: 'memref.transpose' op requires attribute 'permutation'
func.func @a(%a: memref<4x4xf32>) {
  %0 = "memref.transpose"(%a) : (memref<4x4xf32>) -> memref<4x4xf32>
  return
}
// -----
// error: 'memref.transpose' op attribute 'permutation' failed to satisfy constraint: AffineMap attribute
func.func @a(%a: memref<4x4xf32>) {
  %0 = "memref.transpose"(%a) {permutation = 1} : (memref<4x4xf32>) -> memref<4x4xf32>
  return
}
// -----
// error: 'memref.alloc' op symbol operand count does not equal memref symbol count: expected 2, got 0
func.func @a(%n: index) {
  %0 = memref.alloc(%n) : memref<?xi32, strided<[?], offset: ?>>
  return
}
// -----
// error: 'memref.alloca' op symbol operand count does not equal memref symbol count: expected 1, got 2
func.func @a(%n: index) {
  %0 = memref.alloca(%n)[%n, %n] : memref<?x4xi32, strided<[?, 1]>>
  return
}
// -----
// error: 'memref.expand_shape' op expected expanded type to be 'memref<1x?xf32>' but found 'memref<1x?xf32, strided<[?, 1]>>'
func.func @a(%m: memref<?xf32, strided<[1]>>, %n: index) {
  %0 = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32, strided<[1]>> into memref<1x?xf32, strided<[?, 1]>>
  return
}
// -----
// error: 'memref.collapse_shape' op expected collapsed type to be 'memref<?xf32>' but found 'memref<?xf32, strided<[1]>>'
func.func @a(%m: memref<?xf32, strided<[1]>>) {
  %0 = memref.collapse_shape %m [[0]] : memref<?xf32, strided<[1]>> into memref<?xf32, strided<[1]>>
  return
}
// -----
// error stricter: 'memref.transpose' op result type 'memref<4x4xf32, strided<[?, ?]>>' is not equivalent to the canonical transposed input type 'memref<4x4xf32, strided<[1, 4]>>'
func.func @a(%m: memref<4x4xf32>) {
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[?, ?]>>
  return
}
// -----
// error: 'memref.reshape' op source memref type should have identity affine map
func.func @a(%m: memref<4xf32, strided<[2]>>, %s: memref<2xindex>) {
  %0 = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<2xindex>) -> memref<2x2xf32>
  return
}
// -----
// error: unsupported layout for source memref type 'memref<4xf32, strided<[1], offset: 1>>'
func.func @a(%m: memref<4xf32, strided<[1], offset: 1>>) {
  %0 = memref.realloc %m : memref<4xf32, strided<[1], offset: 1>> to memref<8xf32>
  return
}

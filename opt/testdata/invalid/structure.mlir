"func.func"() <{sym_name="f", function_type=()->()}> ({
^bb0:
  // expected-error@below {{operand #0 does not dominate this use}}
  %0 = "foo.a"(%1) : (i32) -> i32
  // expected-note@below {{operand defined here (op in the same block)}}
  %1 = "foo.b"() : () -> i32
  "func.return"() : () -> ()
}) : () -> ()
// -----
"foo.x"() ({
  %0 = "foo.a"(%1) : (i32) -> i32
  %1 = "foo.b"() : () -> i32
  "foo.y"() : () -> ()
}) : () -> ()
// -----
"foo.x"() ({
  "foo.a"() [^bb1] : () -> ()
^bb1:
  // expected-error@below {{operand #0 does not dominate this use}}
  %0 = "foo.a"(%1) : (i32) -> i32
  // expected-note@below {{operand defined here (op in the same block)}}
  %1 = "foo.b"() : () -> i32
  "foo.y"() : () -> ()
}) : () -> ()
// -----
%0 = "foo.a"(%1) : (i32) -> i32
%1 = "foo.b"() : () -> i32
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%a, %b) : (i32, f32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'arith.addi' op expected 2 operands, but found 1}}
  %0 = "arith.addi"(%a) : (i32) -> i32
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'arith.cmpi' op requires attribute 'predicate'}}
  %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  %0 = "arith.addi"(%b, %b) : (f32,f32) -> f32
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'memref.alloc' op operand #0 must be variadic of index, but got 'f32'}}
  %0 = "memref.alloc"(%b) <{operandSegmentSizes = array<i32: 1, 0>}>: (f32) -> memref<?xf32>
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'memref.alloc' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  %0 = "memref.alloc"(%b) <{operandSegmentSizes = array<i32: 1, 1>}>: (f32) -> memref<?xf32>
  return
}
// -----
// expected-note@below {{see existing symbol definition here}}
func.func @f(%a: i32, %b: f32) {
  return
}
// expected-error@below {{redefinition of symbol named 'f'}}
func.func @f(%a: i32, %b: f32) {
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'arith.constant' op requires attribute 'value'}}
  "arith.constant"() : () -> i32
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'}}
  "scf.yield"() : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: f32) {
  // expected-error@below {{'func.return' op must be the last operation in the parent block}}
  return
  return
}
// -----
func.func @f(%a: i32, %b: index) {
  "scf.for"(%b, %b, %b) ({
  ^bb0(%i: index):
    // expected-error@below {{block with no terminator, has }}
    %0 = arith.constant 1 : i32
  }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: index) {
  // expected-error@below {{'scf.for' op expects a non-empty block}}
  "scf.for"(%b, %b, %b) ({
  ^bb0(%i: index):
  }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: index) {
  // expected-error@below {{'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks}}
  "scf.for"(%b, %b, %b) ({
  }) : (index, index, index) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: index) {
  // expected-error@below {{'scf.for' op requires one region}}
  "scf.for"(%b, %b, %b)  : (index, index, index) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: index) {
  // expected-error@below {{'scf.for' op expected 3 or more operands, but found 2}}
  "scf.for"(%b, %b)({})  : (index, index) -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i1) {
  cf.cond_br %b, ^bb1, ^bb2
^bb1:
  // expected-note@below {{operand defined here (op in the same region)}}
  %1 = arith.constant 1 : i32
  cf.br ^bb2
^bb2:
  // expected-error@below {{operand #0 does not dominate this use}}
  %2 = arith.addi %1, %1 : i32
  return
}
// -----
func.func @f(%a: i32, %b: i1) {
  // expected-error@below {{branch has 1 operands for successor #0, but target block has 0}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
^bb1:
  return
}
// -----
func.func @f(%a: i32, %b: i1) {
  // expected-error@below {{type mismatch for bb argument #0 of successor #0}}
  "cf.br"(%a)[^bb1] : (i32) -> ()
^bb1(%c : f32):
  return
}
// -----
// expected-error@below {{empty block: expect at least a terminator}}
func.func @f(%a: i32, %b: i1) {
  "cf.br"()[^bb1] : () -> ()
^bb1:
}
// -----
func.func @f(%a: i32, %b: i1) {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  %1 = "foo.b"() : () -> i32
}
// -----
func.func @f(%a: i32, %b: i1) {
  // expected-note@below {{required by region isolation constraints}}
  "builtin.module"() ({
    // expected-error@below {{'arith.addi' op using value defined outside the region}}
    %1 = "arith.addi"(%a, %a) : (i32,i32) -> i32
  }) : () -> ()
  return
}
// -----
func.func @f(%a: i32, %b: i1) {
  "cf.br"()[^bb1] : () -> ()
^bb1:
  // expected-error@below {{operation with block successors must terminate its parent block}}
  "cf.br"()[^bb1] : () -> ()
  return
}
// -----
// expected-error@below {{entry block of region may not have predecessors}}
"func.func"() <{sym_name="f", function_type=()->()}> ({
^bb0:
  "cf.br"()[^bb0] : () -> ()
}) : () -> ()

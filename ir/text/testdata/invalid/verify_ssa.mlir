// SSA values and blocks: undeclared, redefined, of another type, not dominating, isolated; terminators and block arguments.

func.func @undeclared() -> i32 {
  // expected-error @+1 {{use of undeclared SSA value name}}
  return %nothing : i32
}

// -----

func.func @redefined(%a: i32) {
  // expected-note @+1 {{previously defined here}}
  %0 = arith.addi %a, %a : i32
  // expected-error @+1 {{redefinition of SSA value '%0'}}
  %0 = arith.addi %a, %a : i32
  return
}

// -----

// expected-error @+2 {{region entry argument '%a' is already in use}}
// expected-note @+1 {{previously referenced here}}
func.func @redefined_argument(%a: i32, %a: i32) {
  return
}

// -----

// A name of a region may not hide one of the region around it.
// expected-note @+1 {{previously referenced here}}
func.func @hidden(%i: index) {
  // expected-error @+1 {{region entry argument '%i' is already in use}}
  scf.for %i = %i to %i step %i {
  }
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @used_with_another_type(%a: i32) {
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  %0 = arith.addi %a, %a : i64
  return
}

// -----

func.func @forward_with_another_type(%c: i1) -> i64 {
  cf.br ^define
^use:
  // expected-note @+1 {{previously used here with type 'i64'}}
  return %0 : i64
^define:
  // expected-error @+1 {{definition of SSA value '%0#0' has type 'i32'}}
  %0 = arith.constant 1 : i32
  cf.br ^use
}

// -----

func.func @result_number(%a: i32) {
  %0:2 = builtin.unrealized_conversion_cast %a : i32 to i32, i32
  // expected-error @+1 {{reference to invalid result number}}
  %1 = arith.addi %0#2, %0#1 : i32
  return
}

// -----

func.func @pack_without_number(%a: i32) -> i32 {
  %0:2 = builtin.unrealized_conversion_cast %a : i32 to i32, i32
  %1 = arith.addi %0#1, %1#0 : i32
  // expected-error @+1 {{reference to invalid result number}}
  return %1#1 : i32
}

// -----

func.func @before_definition(%a: i32) -> i32 {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %0 = arith.addi %1, %a : i32
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %1 = arith.addi %a, %a : i32
  return %0 : i32
}

// -----

func.func @one_path_only(%c: i1, %a: i32) -> i32 {
  cf.cond_br %c, ^define, ^use
^define:
  // expected-note @+1 {{operand defined here (op in the same region)}}
  %0 = arith.addi %a, %a : i32
  cf.br ^use
^use:
  // expected-error @+1 {{operand #0 does not dominate this use}}
  return %0 : i32
}

// -----

func.func @out_of_region(%c: i1, %a: i32) -> i32 {
  scf.if %c {
    %0 = arith.addi %a, %a : i32
  }
  // expected-error @+1 {{use of undeclared SSA value name}}
  return %0 : i32
}

// -----

func.func @isolated(%a: i32) {
  // expected-error @+1 {{'func.func' op symbol's parent must have the SymbolTable trait}}
  func.func @inner() -> i32 {
    return %a : i32
  }
  return
}

// -----

module {
  %0 = arith.constant 1 : i32
  // expected-note @+1 {{required by region isolation constraints}}
  func.func @isolated_from_module() -> i32 {
    // expected-error @+1 {{'func.return' op using value defined outside the region}}
    return %0 : i32
  }
}

// -----

func.func @no_terminator(%a: i32) {
  // expected-error @+1 {{block with no terminator, has %0 = "arith.addi"(%arg0, %arg0) <{overflowFlags = #arith.overflow<none>}> : (i32, i32) -> i32}}
  %0 = arith.addi %a, %a : i32
}

// -----

// expected-error @+1 {{custom op 'func.func' expected non-empty function body}}
func.func @empty_body() {
}

// -----

func.func @terminator_in_the_middle(%c: i1) {
  // expected-error @+1 {{'func.return' op must be the last operation in the parent block}}
  return
  cf.assert %c, "too late"
  return
}

// -----

// A line break ends nothing: the value of the next line is taken for an operand of the return.
func.func @operand_of_return() {
  return
  // expected-error @+1 {{expected ':'}}
  %0 = arith.constant 1 : i32
}

// -----

// expected-error @+1 {{empty block: expect at least a terminator}}
func.func @empty_block() {
  cf.br ^next
^next:
}

// -----

// expected-error @+1 {{entry block of region may not have predecessors}}
func.func @branch_to_entry() {
^entry:
  cf.br ^entry
}

// -----

func.func @branch_operand_count(%a: i32) {
  // expected-error @+1 {{branch has 1 operands for successor #0, but target block has 0}}
  cf.br ^next(%a : i32)
^next:
  return
}

// -----

func.func @branch_operand_type(%a: i32) {
  // expected-error @+1 {{type mismatch for bb argument #0 of successor #0}}
  cf.br ^next(%a : i32)
^next(%x: f32):
  return
}

// -----

func.func @wrong_terminator(%c: i1) {
  scf.if %c {
    // expected-error @+1 {{'func.return' op expects parent op 'func.func'}}
    func.return
  }
  return
}

// -----

func.func @ssa_region_argument_in_bounds() {
  // expected-error @+2 {{region entry argument '%x' is already in use}}
  // expected-note @+1 {{previously referenced here}}
  affine.parallel (%x) = (max(%x, 1)) to (10) {
  }
  return
}

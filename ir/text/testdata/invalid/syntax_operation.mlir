// Malformed operations, regions, blocks and modules.

// No type after the operands of a generic operation.
// expected-error @+1 {{expected ':' followed by operation type}}
"builtin.unrealized_conversion_cast"()

// -----

// expected-error @+1 {{expected '(' to start operand list}}
"func.func" : () -> ()

// -----

// As many operands as types.
func.func @f(%a: i32) {
  // expected-error @+1 {{expected 2 operand types but had 1}}
  "func.return"(%a, %a) : (i32) -> ()
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected function type}}
  "func.return"(%a) : i32
}

// -----

// A string that is no operation name, and a word that is none.
// expected-error @+1 {{empty operation name is invalid}}
"" () : () -> ()

// -----

func.func @f() {
  // expected-error @+1 {{custom op 'no_such_op' is unknown (tried 'func.no_such_op' as well)}}
  no_such_op
}

// -----

func.func @f() {
  // expected-error @+1 {{custom op 'arith.no_such_op' is unknown}}
  arith.no_such_op
}

// -----

func.func @f() {
  // expected-error @+2 {{Dialect `nosuch' not found for custom op 'nosuch.op'}}
  // expected-note @+1 {{Available dialects:}}
  nosuch.op
}

// -----

// Unregistered in generic form.
// expected-error @+1 {{operation being parsed with an unregistered dialect. If this is intended, please use -allow-unregistered-dialect with the MLIR tool used}}
"nosuch.op"() : () -> ()

// -----

// Names for results that do not exist, too few and too many.
func.func @f(%a: i32) {
  // expected-error @+1 {{cannot name an operation with no results}}
  %0 = func.return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
  %0, %1 = arith.addi %a, %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected named operation to have at least 1 result}}
  %0:0 = arith.addi %a, %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{operation defines 2 results but was provided 3 to bind}}
  %0:3 = builtin.unrealized_conversion_cast %a : i32 to i32, i32
  return
}

// -----

// A comma with nothing after it.
// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func @f(%a: i32,) {
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected ','}}
  %0 = arith.addi %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{expected ':'}}
  %0 = arith.addi %a, %a
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'arith.cmpi' expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge]}}
  %0 = arith.cmpi almost, %a, %a : i32
  return
}

// -----

func.func @f(%a: i32) {
  // expected-error @+2 {{custom op 'arith.addi' expected ::mlir::arith::IntegerOverflowFlags to be one of: none, nsw, nuw}}
  // expected-error @+1 {{custom op 'arith.addi' failed to parse Arith_IntegerOverflowAttr parameter 'value' which is to be a `::mlir::arith::IntegerOverflowFlags`}}
  %0 = arith.addi %a, %a overflow<wrap> : i32
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+2 {{custom op 'arith.addf' expected ::mlir::arith::FastMathFlags to be one of: none, reassoc, nnan, ninf, nsz, arcp, contract, afn, fast}}
  // expected-error @+1 {{custom op 'arith.addf' failed to parse Arith_FastMathAttr parameter 'value' which is to be a `::mlir::arith::FastMathFlags`}}
  %0 = arith.addf %a, %a fastmath<faster> : f32
  return
}

// -----

// A region without its end.
func.func @f() {
  // expected-error @+1 {{expected operation name in quotes}}
  return

// -----

// One end too many.
func.func @f() {
  return
// expected-error @+1 {{expected operation name in quotes}}
}
}

// -----

// A label without a colon, and one twice.
func.func @f() {
// expected-error @+1 {{expected ':' after block name}}
^bb1
  return
}

// -----

func.func @f() {
  cf.br ^a
^a:
  cf.br ^a
// expected-error @+1 {{redefinition of block '^a'}}
^a:
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{reference to an undefined block}}
  cf.br ^nowhere
}

// -----

// The arguments of a block need types.
func.func @f(%a: i32) {
  cf.br ^next(%a : i32)
// expected-error @+1 {{expected ':' and type for SSA operand}}
^next(%x):
  return
}

// -----

// The entry block has its arguments in the signature.
func.func @f(%a: i32) {
// expected-error @+1 {{invalid block name in region with named arguments}}
^entry(%b: i32):
  return
}

// -----

// Without parentheses, braces are an attribute dictionary, not a region.
// expected-error @+1 {{'builtin.module' op requires one region}}
"builtin.module"() {
} : () -> ()

// -----

// A key twice in a dictionary.
// expected-error @+1 {{duplicate key 'doc.a' in dictionary attribute}}
func.func private @f() attributes {doc.a = 1, doc.a = 2}

// -----

// expected-error @+1 {{expected attribute value}}
func.func private @f() attributes {doc.a = }

// -----

// expected-error @+1 {{expected attribute name}}
func.func private @f() attributes {@f = 1}

// -----

// A generic spelling needs its parentheses.
func.func @f() {
  // expected-error @+1 {{expected '(' to start operand list}}
  "func.return" loc(unknown)
}

// -----

// expected-error @+1 {{expected operation name in quotes}}
func.func @f() -> i32 i32 {
  return
}

// -----

// Names for some of the arguments only.
// expected-error @+1 {{custom op 'func.func' expected SSA identifier}}
func.func private @f(%a: i32, i32)

// -----

// expected-error @+1 {{'func.func' op entry block must have 1 arguments to match function signature}}
func.func @f(i32) {
  return
}

// -----

// A conditional branch has two successors.
func.func @f(%c: i1) {
  // expected-error @+1 {{expected ','}}
  cf.cond_br %c, ^a
^a:
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{expected attribute value}}
  cf.assert %c, message
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{expected SSA operand}}
  scf.for %i = 0 to 10 step 1 {
  }
  return
}

// -----

func.func @f(%i: index, %m: memref<4xf32>) {
  // expected-error @+1 {{expected '['}}
  %0 = memref.load %m(%i) : memref<4xf32>
  return
}

// Covers the generic form of builtin, func and cf: properties, attributes beside them, successors, regions, block arguments.

"builtin.module"() <{sym_name = "generic"}> ({
  // An external function has an empty region.
  "func.func"() <{function_type = (i32, f32) -> f64, sym_name = "external", sym_visibility = "private"}> ({
  }) : () -> ()

  "func.func"() <{arg_attrs = [{doc.in}, {}], function_type = (i32, f32) -> (f32, i32), res_attrs = [{}, {doc.out = 1 : i32}], sym_name = "swap"}> ({
  ^bb0(%a: i32, %b: f32):
    "func.return"(%b, %a) : (f32, i32) -> ()
  }) {doc.extra = "x"} : () -> ()

  // Inherent attributes may stand in the dictionary instead of the properties, some here and some there.
  "func.func"() ({
  ^entry:
    "func.return"() : () -> ()
  }) {function_type = () -> (), sym_name = "old_style", sym_visibility = "nested"} : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "half_and_half"}> ({
    "func.return"() {doc.note} : () -> ()
  }) {no_inline, doc.cold} : () -> ()

  "func.func"() <{function_type = (i32, f32) -> f32, sym_name = "calls"}> ({
  ^bb0(%a: i32, %b: f32):
    %0:2 = "func.call"(%a, %b) <{callee = @swap}> : (i32, f32) -> (f32, i32)
    %1:2 = "func.call"(%0#1, %0#0) {callee = @swap, no_inline} : (i32, f32) -> (f32, i32)
    %2 = "func.constant"() <{value = @swap}> : () -> ((i32, f32) -> (f32, i32))
    %3:2 = "func.call_indirect"(%2, %1#1, %1#0) : ((i32, f32) -> (f32, i32), i32, f32) -> (f32, i32)
    %4 = "builtin.unrealized_conversion_cast"(%3#1) : (i32) -> f32
    %5:2 = "builtin.unrealized_conversion_cast"(%4, %3#0) {doc.note} : (f32, f32) -> (i64, i64)
    "func.return"(%4) : (f32) -> ()
  }) : () -> ()

  "func.func"() <{function_type = (i1, i32, f32) -> i32, sym_name = "branches"}> ({
  ^bb0(%c: i1, %i: i32, %x: f32):
    "cf.assert"(%c) <{msg = "generic"}> : (i1) -> ()
    "cf.cond_br"(%c, %i)[^left, ^right] <{branch_weights = array<i32: 3, 4>, operandSegmentSizes = array<i32: 1, 0, 1>}> : (i1, i32) -> ()
  ^left:
    "cf.br"(%i, %x)[^both] : (i32, f32) -> ()
  ^right(%r: i32):
    "cf.switch"(%r, %r, %i, %x, %i)[^right, ^both, ^out, ^right] <{case_operand_segments = array<i32: 2, 0, 1>, case_values = dense<[1, -2, 3]> : vector<3xi32>, operandSegmentSizes = array<i32: 1, 1, 3>}> : (i32, i32, i32, f32, i32) -> ()
  ^both(%p: i32, %q: f32):
    "cf.cond_br"(%c, %p)[^right, ^out] <{operandSegmentSizes = array<i32: 1, 1, 0>}> {doc.note} : (i1, i32) -> ()
  ^out:
    "cf.switch"(%i)[^end] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
  ^end:
    "func.return"(%i) : (i32) -> ()
  }) : () -> ()

  // An empty region has no block; the region of a module must have one, so its label is written.
  "builtin.module"() ({
  ^bb0:
  }) : () -> ()
  "builtin.module"() <{sym_name = "inner", sym_visibility = "private"}> ({
  ^bb0:
  }) {doc.attr} : () -> ()
}) {doc.top = 1 : i32} : () -> ()

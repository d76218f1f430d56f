// Covers func.func, func.return, func.call, func.call_indirect and func.constant.

// Declarations: no body, no argument names needed.
func.func private @nothing()
func.func private @unnamed(i32, memref<?xf32>) -> f64
func.func private @named(%x: i32, %y: memref<?xf32>) -> f64
func.func private @two_results() -> (i32, f32)
func.func private @one_result_in_parens() -> (i32)
func.func private @function_result() -> ((i32) -> i32)
func.func private @"needs quotes"()
func.func private @dots.and$dollars_1()

// All three visibilities; public is the default and may be spelled out.
func.func public @visible() {
  return
}
func.func nested @nested_visibility() {
  return
}
func.func private @hidden() {
  func.return
}

// Argument and result attributes.
func.func private @decl_attrs(i32 {doc.a = 1 : i32}, f32, i1 {doc.b, doc.c = "x"}) -> (i32 {doc.r}, f32)
func.func @body_attrs(%x: i32 {doc.in = [1, 2]}, %y: f32) -> (f32, i32 {doc.out = {k = 1 : i8}}) {
  return %y, %x : f32, i32
}
func.func private @one_attributed_result() -> (i32 {doc.r = true})

// Function attributes: the inherent no_inline and discardable ones.
func.func @with_attributes() attributes {no_inline, doc.flag, doc.size = 4 : index} {
  return
}
func.func private @declared_with_attributes() -> i32 attributes {doc.pure}

func.func @swap(%a: i32, %b: f32) -> (f32, i32) {
  return %b, %a : f32, i32
}

func.func @calls(%a: i32, %b: f32) -> (f32, i32) {
  // No operands, no results.
  call @nothing() : () -> ()
  func.call @hidden() : () -> ()
  call @"needs quotes"() : () -> ()
  // Several results.
  %r:2 = call @swap(%a, %b) : (i32, f32) -> (f32, i32)
  // Attributes on a call, inherent and discardable.
  %s:2 = call @swap(%r#1, %r#0) {no_inline, doc.hot} : (i32, f32) -> (f32, i32)
  // Argument and result attributes on a call have no syntax of their own.
  %t:2 = call @swap(%s#1, %s#0) {arg_attrs = [{doc.a}, {}], res_attrs = [{}, {doc.r}]} : (i32, f32) -> (f32, i32)
  return %t#0, %t#1 : f32, i32
}

func.func @indirect(%a: i32, %b: f32) -> (f32, i32) {
  %f = constant @swap : (i32, f32) -> (f32, i32)
  %g = func.constant {doc.note = "again"} @swap : (i32, f32) -> (f32, i32)
  %r:2 = call_indirect %f(%a, %b) : (i32, f32) -> (f32, i32)
  %s:2 = func.call_indirect %g(%r#1, %r#0) {doc.cold} : (i32, f32) -> (f32, i32)
  %h = constant @nothing : () -> ()
  call_indirect %h() : () -> ()
  return {doc.last} %s#0, %s#1 : f32, i32
}

// A function value passed and returned.
func.func @pick(%c: i1, %f: (i32) -> i32, %g: (i32) -> i32) -> ((i32) -> i32) {
  %p = arith.select %c, %f, %g : (i32) -> i32
  return %p : (i32) -> i32
}

// Recursion.
func.func @factorial(%n: i64) -> i64 {
  %one = arith.constant 1 : i64
  %stop = arith.cmpi sle, %n, %one : i64
  %r = scf.if %stop -> (i64) {
    scf.yield %one : i64
  } else {
    %m = arith.subi %n, %one : i64
    %f = func.call @factorial(%m) : (i64) -> i64
    %p = arith.muli %n, %f : i64
    scf.yield %p : i64
  }
  return %r : i64
}

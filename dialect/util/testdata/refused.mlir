// expected-error @+1 {{result 0 is tied to no argument}}
"util.func"() <{sym_name = "f", function_type = (index) -> index, tied_operands = [3 : index]}> ({
^bb0(%a: index):
  "util.return"(%a) : (index) -> ()
}) : () -> ()
// -----
// expected-error @+1 {{must have no arguments and no results}}
"util.initializer"() <{function_type = (index) -> ()}> ({
^bb0(%a: index):
  "util.return"() : () -> ()
}) : () -> ()
// -----
util.func @f(%a: index) -> index {
  // expected-error @+1 {{operand types do not match the results of the enclosing 'util.func'}}
  util.return
}
// -----
util.func @g(%a: index) -> index {
  util.return %a : index
}
util.func @f(%a: index) -> index {
  // expected-error @+1 {{result 0 is tied to no operand}}
  %0 = "util.call"(%a) <{callee = @g, tied_operands = [3 : index]}> : (index) -> index
  util.return %0 : index
}
// -----
util.func @f(%a: index) -> index {
  // expected-error @+1 {{'util.call' op attribute 'callee' failed to satisfy constraint: flat symbol reference attribute}}
  %0 = "util.call"(%a) <{callee = 1 : i32}> : (index) -> index
  util.return %0 : index
}
// -----
util.func @f(%a: index) -> index {
  // expected-error @+1 {{'g' does not reference a valid function}}
  %0 = util.call @g(%a) : (index) -> index
  util.return %0 : index
}
// -----
// expected-error @+1 {{expected the type of the global}}
util.global private @g ()
// -----
util.func @f() -> i32 {
  // expected-error @+1 {{'util.global.load' op attribute 'global' failed to satisfy constraint: flat symbol reference attribute}}
  %0 = "util.global.load"() <{global = 1 : i32}> : () -> i32
  util.return %0 : i32
}
// -----
util.func @f() -> i32 {
  // expected-error @+1 {{undefined global: @g}}
  %0 = util.global.load @g : i32
  util.return %0 : i32
}
// -----
util.global private mutable @g : i32
util.func @f(%a: i64) {
  // expected-error @+1 {{global @g has type 'i32', but a value of type 'i64' is stored}}
  util.global.store %a, @g : i64
  util.return
}
// -----
util.global private mutable @g : i32
util.func @f() -> i64 {
  // expected-error @+1 {{global @g has type 'i32', but is loaded as 'i64'}}
  %0 = util.global.load @g : i64
  util.return %0 : i64
}
// -----
util.global private @g : i32
util.func @f(%a: i32) {
  // expected-error @+1 {{global @g is not mutable and changes outside of an initializer}}
  util.global.store %a, @g : i32
  util.return
}
// -----
util.func @f(%a: i32) {
  // expected-error @+1 {{has 1 operands, but 0 results}}
  "util.optimization_barrier"(%a) : (i32) -> ()
  util.return
}
// -----
util.func @f(%a: i32) {
  // expected-error @+1 {{result 0 has type 'i64', but its operand has type 'i32'}}
  %0 = "util.optimization_barrier"(%a) : (i32) -> i64
  util.return
}
// -----
util.func @f(%a: i32) {
  // expected-error @+1 {{requires attribute 'global'}}
  "util.global.store"(%a) : (i32) -> ()
  util.return
}
// -----
util.func @f(%a: i32) {
  // expected-error @+1 {{requires attribute 'callee'}}
  "util.call"(%a) : (i32) -> ()
  util.return
}

// error stricter: 'func.func' op attribute 'tfrt.sync' must be a unit attribute
func.func @f() attributes {tfrt.sync = 1 : i32} {
  tfrt.return
}
// -----
// error stricter: 'func.func' op attribute 'tfrt.native' must be a unit attribute
func.func private @f() attributes {tfrt.native = "yes"}
// -----
// error stricter: 'builtin.module' op attribute 'tfrt.compiled' must be a unit attribute
module @k attributes {tfrt.compiled = 1 : i32} {
}
// -----
// error stricter: 'builtin.module' op attribute 'tfrt.cost_threshold' must be an integer
module attributes {tfrt.cost_threshold = "x"} {
}
// -----
// error stricter: 'builtin.module' op attribute 'tfrt.merge_inter_dependent_streams' must be a boolean
module attributes {tfrt.merge_inter_dependent_streams = 1 : i32} {
}
// -----
// error stricter: 'tfrt.call' op 'g' does not reference a valid function
func.func @f() {
  tfrt.call @g() : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.call' op passes 1 operands, but the function @g takes 0
func.func @g() {
  tfrt.return
}
func.func @f(%x: i32) {
  tfrt.call @g(%x) : (i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.once' op operand types ('i32') do not match those of the function @g: ('i64')
func.func @g(%x: i64) {
  tfrt.return
}
func.func @f(%x: i32) {
  tfrt.once @g(%x) : (i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.call' op needs 1 results, but the function @g returns 0
func.func @g() {
  tfrt.return
}
func.func @f() {
  %0 = tfrt.call @g() : () -> i32
  tfrt.return
}
// -----
// error stricter: 'tfrt.cond' op result types ('i32') do not match those of the function @h: ('i64')
func.func @g() -> i32 {
  %0 = tfrt.constant.i32 1
  tfrt.return %0 : i32
}
func.func @h() -> i64 {
  %0 = tfrt.constant.i64 1
  tfrt.return %0 : i64
}
func.func @f(%c: i1) {
  %0 = tfrt.cond %c @g @h () : () -> (i32)
  tfrt.return
}
// -----
// error stricter: 'tfrt.case' op 'h' does not reference a valid function
func.func @g() {
  tfrt.return
}
func.func @f(%c: i32) {
  tfrt.case %c [@g, @h] () : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.case' op attribute 'branches' failed to satisfy constraint: array of symbol references with at least one element
func.func @f(%c: i32) {
  "tfrt.case"(%c) {branches = []} : (i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.while' op operand types ('i32') and result types ('i64') must be the same
func.func @b(%x: i32) -> (i64, i1) {
  %0 = tfrt.constant.i64 1
  %1 = tfrt.constant.i1 false
  tfrt.return %0, %1 : i64, i1
}
func.func @f(%c: i1, %x: i32) {
  %0 = tfrt.while %c @b(%x) parallel_iterations(1) : (i32) -> (i64)
  tfrt.return
}
// -----
// error stricter: 'tfrt.while' op needs at least one parallel iteration, has 0
func.func @b() -> i1 {
  %1 = tfrt.constant.i1 false
  tfrt.return %1 : i1
}
func.func @f(%c: i1) {
  tfrt.while %c @b() parallel_iterations(0) : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.while' op needs 1 results, but the function @b returns 0
func.func @b() {
  tfrt.return
}
func.func @f(%c: i1) {
  tfrt.while %c @b() parallel_iterations(1) : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.return' op has 1 operands, but enclosing function returns 0
func.func @f(%x: i32) {
  tfrt.return %x : i32
}
// -----
// error stricter: type of return operand 0 ('i32') doesn't match function result type ('i64')
func.func @f(%x: i32) -> i64 {
  tfrt.return %x : i32
}
// -----
// error stricter: expected 'else' in 'tfrt.if' with result values
func.func @f(%c: i1) {
  %0 = tfrt.if %c : () -> (i32) {
    %1 = tfrt.constant.i32 1
    tfrt.return %1 : i32
  }
  tfrt.return
}
// -----
// error stricter: expected condition
func.func @f() {
  tfrt.if : () -> () {
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: expected a function type such as '(i32) -> (i32)'
func.func @f(%c: i1) {
  tfrt.if %c : i32 {
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: expected trip count
func.func @f() {
  tfrt.repeat.i32 {
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.if' op arguments of the else region have types ('i64'), expected ('i32')
func.func @f(%c: i1, %x: i32) {
  "tfrt.if"(%c, %x) ({
  ^bb0(%a: i32):
    tfrt.return
  }, {
  ^bb0(%a: i64):
    tfrt.return
  }) : (i1, i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.if' op expected tfrt.return in body
func.func @f(%c: i1) {
  "tfrt.if"(%c) ({
    tfrt.return
  }, {
    "llvm.unreachable"() : () -> ()
  }) : (i1) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.return' op operand types don't match 'tfrt.if' result
func.func @f(%c: i1, %x: i32) {
  %0 = tfrt.if %c, %x : (i32) -> (i64) {
    tfrt.return %x : i32
  } else {
    tfrt.return %x : i32
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.repeat.i32' op incorrect number of operands
func.func @f(%n: i32, %x: i32) {
  "tfrt.repeat.i32"(%n, %x) ({
  ^bb0(%a: i32):
    tfrt.return
  }) : (i32, i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.repeat.i32' op operand/result type mismatch
func.func @f(%n: i32, %x: i32) {
  %0 = "tfrt.repeat.i32"(%n, %x) ({
  ^bb0(%a: i32):
    tfrt.return %a : i32
  }) : (i32, i32) -> i64
  tfrt.return
}
// -----
// error stricter: 'tfrt.return' op operand types don't match 'tfrt.repeat.i32' result
func.func @f(%n: i32, %x: i32) {
  %0 = tfrt.repeat.i32 %n, %x : i32 {
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.return' op operand types don't match 'tfrt.parallel_for.i32' result
func.func @f(%n: i32, %m: i32) {
  %0 = tfrt.parallel_for.i32 %n to %m fixed %n {
    %1 = tfrt.constant.i32 1
    tfrt.return %1 : i32
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.parallel_for.i32' op arguments of the loop region have types ('i32'), expected ('i32', 'i32')
func.func @f(%n: i32) {
  %0 = "tfrt.parallel_for.i32"(%n, %n, %n) ({
  ^bb0(%a: i32):
    tfrt.return
  }) : (i32, i32, i32) -> !tfrt.chain
  tfrt.return
}
// -----
// error stricter: 'tfrt.parallel_call.i32' op passes 2 operands, but the function @g takes 0
func.func @g() {
  tfrt.return
}
func.func @f(%n: i32) {
  %0 = tfrt.parallel_call.i32 %n to %n fixed %n @g()
  tfrt.return
}
// -----
// error stricter: 'tfrt.parallel_call.i32' op result types ('!tfrt.chain') do not match those of the function @g: ('i32')
func.func @g(%a: i32, %b: i32) -> i32 {
  tfrt.return %a : i32
}
func.func @f(%n: i32) {
  %0 = tfrt.parallel_call.i32 %n to %n fixed %n @g()
  tfrt.return
}
// -----
// error stricter: 'tfrt_test.test_cost' op needs a positive cost, has 0
func.func @f(%x: i32) {
  %0 = tfrt_test.test_cost %x {id = 0 : i64, _tfrt_cost = 0 : i64} : i32
  tfrt.return
}
// -----
// error stricter: 'tfrt_test.do.async' op arguments of the async region have types (), expected ('i32')
func.func @f(%x: i32) {
  "tfrt_test.do.async"(%x) ({
    tfrt.return
  }) : (i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op needs either a region or the attribute 'compiled'
func.func @f() {
  "tfrt.jit_execute"() : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op needs either a region or the attribute 'compiled'
func.func @f() {
  "tfrt.jit_execute"() <{compiled = @k::@f}> ({
    tfrt.return
  }) : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op chains stand behind all other operands
func.func @f(%c: !tfrt.chain, %x: i32) {
  tfrt.jit_execute %c, %x : (!tfrt.chain, i32) -> () {
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op compiled code returns no chain; merge its results into one
func.func @f() {
  %0 = "tfrt.jit_execute"() <{compiled = @k::@f}> : () -> !tfrt.chain
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op arguments of the body region have types (), expected ('i32')
func.func @f(%x: i32) {
  "tfrt.jit_execute"(%x) ({
    tfrt.return
  }) : (i32) -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op expected tfrt.return in body
func.func @f() {
  "tfrt.jit_execute"() ({
    "llvm.unreachable"() : () -> ()
  }) : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op region #0 failed to verify constraint: region with at least 1 blocks
func.func @f() {
  "tfrt.jit_execute"() ({
  }) : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.return' op operand types don't match 'tfrt.jit_execute' result
func.func @f(%x: i32) {
  tfrt.jit_execute %x : (i32) -> () {
    tfrt.return %x : i32
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.add.i32' op is a kernel, but the region of 'tfrt.jit_execute' is compiled
func.func @f(%x: i32) {
  tfrt.jit_execute %x : (i32) -> () {
    %0 = tfrt.add.i32 %x, %x
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: 'func.call' op refers to '@f', but the region of 'tfrt.jit_execute' is compiled alone; a function of a module with the attribute tfrt.compiled may refer to others
func.func @f(%x: i32) {
  tfrt.jit_execute %x : (i32) -> () {
    func.call @f(%x) : (i32) -> ()
    tfrt.return
  }
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op '@k::@f' is no function of a module with the attribute tfrt.compiled
func.func @f() {
  tfrt.jit_execute @k::@f() : () -> ()
  tfrt.return
}
// -----
// error stricter: 'tfrt.jit_execute' op passes ('i32') and needs (), but the function has type () -> ()
func.func @f(%x: i32) {
  tfrt.jit_execute @k::@g(%x) : (i32) -> ()
  tfrt.return
}
module @k attributes {tfrt.compiled} {
  func.func @g() {
    return
  }
}

// PASSES: --inline
func.func private @square(%x: f32) -> f32 {
  %0 = arith.mulf %x, %x : f32
  return %0 : f32
}
func.func private @twice(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = arith.addi %x, %x : i32
  return %0 : i32
^b:
  return %x : i32
}
func.func private @dead() { return }
func.func private @dead_caller() { call @dead_callee() : () -> () return }
func.func private @dead_callee() { call @print() : () -> () return }
func.func private @print()
func.func private @self(%n: i32) -> i32 {
  %r = call @self(%n) : (i32) -> i32
  return %r : i32
}
func.func private @even(%n: i32) -> i32 {
  %r = call @odd(%n) : (i32) -> i32
  return %r : i32
}
func.func private @odd(%n: i32) -> i32 {
  %r = call @even(%n) : (i32) -> i32
  return %r : i32
}
func.func @public_callee(%x: f32) -> f32 {
  %0 = call @square(%x) : (f32) -> f32
  %1 = call @square(%0) : (f32) -> f32
  return %1 : f32
}
func.func @loop(%c: i1, %x: i32, %n: index) -> i32 {
  %0 = call @twice(%c, %x) : (i1, i32) -> i32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> i32 {
    %1 = func.call @twice(%c, %a) : (i1, i32) -> i32
    %2 = func.call @odd(%1) : (i32) -> i32
    %3 = func.call @self(%2) : (i32) -> i32
    scf.yield %3 : i32
  }
  return %s : i32
}
func.func @execute_region(%c: i1, %x: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    %1 = func.call @twice(%c, %x) : (i1, i32) -> i32
    cf.br ^next(%1 : i32)
  ^next(%2: i32):
    scf.yield %2 : i32
  }
  return %0 : i32
}
func.func @twice_in_a_row(%c: i1, %x: i32) -> i32 {
  %0 = call @twice(%c, %x) : (i1, i32) -> i32
  %1 = call @twice(%c, %0) : (i1, i32) -> i32
  call @print() : () -> ()
  return %1 : i32
}
func.func private @stays(%x: i32) -> i32 attributes {no_inline} { return %x : i32 }
func.func private @unknown() { "foo.unknown"() : () -> () return }
func.func private @two(%a: index, %b: f32) -> (f32, index) { return %b, %a : f32, index }
func.func @others(%x: i32, %i: index, %f: f32) -> (i32, f32, index) {
  %0 = call @stays(%x) : (i32) -> i32
  call @unknown() : () -> ()
  %1:2 = call @two(%i, %f) : (index, f32) -> (f32, index)
  %2 = call @public_callee(%1#0) : (f32) -> f32
  return %0, %2, %1#1 : i32, f32, index
}
func.func private @indirect(%x: i32) -> i32 { %0 = arith.muli %x, %x : i32 return %0 : i32 }
func.func @by_value(%x: i32) -> (i32, (i32) -> i32) {
  %f = constant @indirect : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0, %f : i32, (i32) -> i32
}
func.func private @referred() { return }
func.func @refers() attributes {to = [@referred]} { call @referred() : () -> () return }
func.func private @affine(%m: memref<8xf32>, %i: index) -> f32 {
  %0 = affine.load %m[%i + 1] : memref<8xf32>
  return %0 : f32
}
func.func @affine_callers(%m: memref<8xf32>, %n: index) -> f32 {
  %0 = call @affine(%m, %n) : (memref<8xf32>, index) -> f32
  affine.for %i = 0 to 7 {
    %1 = func.call @affine(%m, %n) : (memref<8xf32>, index) -> f32
    affine.store %1, %m[%i] : memref<8xf32>
  }
  scf.for %i = %n to %n step %n {
    %1 = func.call @affine(%m, %i) : (memref<8xf32>, index) -> f32
    memref.store %1, %m[%i] : memref<8xf32>
  }
  return %0 : f32
}
func.func private @chain1(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }
func.func private @chain2(%x: i32) -> i32 { %0 = call @chain1(%x) : (i32) -> i32 return %0 : i32 }
func.func private @chain3(%x: i32) -> i32 { %0 = call @chain2(%x) : (i32) -> i32 return %0 : i32 }
func.func @chain4(%x: i32) -> i32 { %0 = call @chain3(%x) : (i32) -> i32 return %0 : i32 }
func.func private @constant() -> i1 { %0 = arith.constant true return %0 : i1 }
func.func private @never(%x: i32) -> i32 { return %x : i32 }
func.func @dead_branch(%x: i32) -> i32 {
  %c = call @constant() : () -> i1
  %0 = scf.if %c -> i32 {
    scf.yield %x : i32
  } else {
    %1 = func.call @never(%x) : (i32) -> i32
    scf.yield %1 : i32
  }
  return %0 : i32
}
func.func private @token() {
  %t = async.execute { async.yield }
  async.await %t : !async.token
  return
}
func.func private @pure(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }
func.func @asynchronous(%x: i32, %m: memref<i32>) {
  call @token() : () -> ()
  %t = async.execute {
    %0 = func.call @pure(%x) : (i32) -> i32
    memref.store %0, %m[] : memref<i32>
    async.yield
  }
  return
}
module @inner {
  func.func private @f(%x: i32) -> i32 { return %x : i32 }
  func.func private @dead() { return }
  func.func @g(%x: i32) -> i32 { %0 = call @f(%x) : (i32) -> i32 return %0 : i32 }
}
gpu.module @kernels {
  func.func private @f(%x: i32) -> i32 { return %x : i32 }
  gpu.func @k(%x: i32, %m: memref<i32>) kernel {
    %0 = func.call @f(%x) : (i32) -> i32
    memref.store %0, %m[] : memref<i32>
    gpu.return
  }
}
func.func nested @nested_dead() { return }
func.func nested @nested_used(%x: i32) -> i32 { %0 = arith.addi %x, %x : i32 return %0 : i32 }
func.func @nested_caller(%x: i32) -> i32 { %0 = call @nested_used(%x) : (i32) -> i32 return %0 : i32 }
module @outside {
  func.func nested @seen() { return }
}
func.func @sees() attributes {to = @outside::@seen} { return }

// expected-error @+1 {{'forever' is no lifetime of resources, which are *, external, staging, transient, variable, constant}}
util.func private @f(!stream.resource<forever>)
// -----
util.func @f(%a: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{the range of the source begins at 4, behind its end at 0}}
  %0 = stream.async.slice %a[%c4 to %c0] : !stream.resource<*>{%c4} -> !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the source ends at 8, but it has 4 bytes}}
  %0 = stream.async.slice %a[%c0 to %c8] : !stream.resource<*>{%c4} -> !stream.resource<*>{%c8}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %v: i8) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the target ends at 8, but it has 4 bytes}}
  %0 = stream.async.fill %v, %a[%c0 to %c8 for %c8] : i8 -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %b: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{the range of the target begins at 4, behind its end at 0}}
  %0 = stream.async.update %b, %a[%c4 to %c0] : !stream.resource<*>{%c4} -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %b: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the target ends at 8, but it has 4 bytes}}
  %0 = stream.async.copy %b[%c0 to %c4], %a[%c4 to %c8], %c4 : !stream.resource<*>{%c4} -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %b: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the source ends at 8, but it has 4 bytes}}
  %0 = stream.async.copy %b[%c4 to %c8], %a[%c0 to %c4], %c4 : !stream.resource<*>{%c4} -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %b: !stream.resource<*>, %ch: !stream.channel) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the source ends at 8, but it has 4 bytes}}
  %0 = stream.async.collective<all_reduce with sum : f32>[%c4] channel(%ch) %b[%c0 to %c8 for %c8], %a[%c0 to %c4 for %c4] : !stream.resource<*>{%c4} -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %b: !stream.resource<*>, %ch: !stream.channel) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  // expected-error @+1 {{the range of the target ends at 8, but it has 4 bytes}}
  %0 = stream.async.collective<all_reduce with sum : f32>[%c4] channel(%ch) %b[%c0 to %c4 for %c4], %a[%c0 to %c8 for %c8] : !stream.resource<*>{%c4} -> %a as !stream.resource<*>{%c4}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %v: i32, %ch: !stream.channel) {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{has a parameter, but its collective operation takes none}}
  %0 = "stream.async.collective"(%a, %c4, %c4, %c4, %c4, %a, %c4, %c4, %c4, %c4, %c4, %ch, %v) <{op = #stream.collective<all_gather : f32>}> : (!stream.resource<*>, index, index, index, index, !stream.resource<*>, index, index, index, index, index, !stream.channel, i32) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %ch: !stream.channel) {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{has no parameter, but its collective operation needs its source}}
  %0 = "stream.async.collective"(%a, %c4, %c4, %c4, %c4, %a, %c4, %c4, %c4, %c4, %c4, %ch) <{op = #stream.collective<broadcast : f32>}> : (!stream.resource<*>, index, index, index, index, !stream.resource<*>, index, index, index, index, index, !stream.channel) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %ch: !stream.channel) {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{'all_guess' is not a collective operation}}
  %0 = "stream.async.collective"(%a, %c4, %c4, %c4, %c4, %a, %c4, %c4, %c4, %c4, %c4, %ch) <{op = #stream.collective<all_guess : f32>}> : (!stream.resource<*>, index, index, index, index, !stream.resource<*>, index, index, index, index, index, !stream.channel) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %ch: !stream.channel, %v: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = stream.cmd.execute with(%a as %b: !stream.resource<external>{%c4}) {
    // expected-error @+1 {{has no parameter, but its collective operation needs its target}}
    "stream.cmd.collective"(%ch, %c4, %b, %c4, %c0, %c4) <{op = #stream.collective<reduce with sum : f32>, operandSegmentSizes = array<i32: 1, 1, 0, 1, 1, 1, 1>, resource_accesses = [3 : i32]}> : (!stream.channel, index, !stream.resource<external>, index, index, index) -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %ch: !stream.channel, %v: i32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %0 = stream.cmd.execute with(%a as %b: !stream.resource<external>{%c4}) {
    // expected-error @+1 {{has a parameter, but its collective operation takes none}}
    "stream.cmd.collective"(%ch, %c4, %v, %b, %c4, %c0, %c4) <{op = #stream.collective<all_gather : f32>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1>, resource_accesses = [3 : i32]}> : (!stream.channel, index, i32, !stream.resource<external>, index, index, index) -> ()
  } => !stream.timepoint
  util.return
}
// -----
// expected-error @+1 {{must be a declaration}}
"stream.async.func"() <{function_type = () -> (), sym_name = "host"}> ({
  "util.unreachable"() : () -> ()
}) : () -> ()
// -----
// expected-error @+1 {{result 0 is tied to no argument}}
"stream.async.func"() <{function_type = (i32) -> i32, sym_name = "host", tied_operands = [1 : index]}> ({
}) : () -> ()
// -----
// expected-error @+1 {{must be a declaration}}
"stream.cmd.func"() <{function_type = () -> (), sym_name = "host"}> ({
  "util.unreachable"() : () -> ()
}) : () -> ()
// -----
// expected-error @+1 {{resource 0 lacks its offset and length}}
"stream.cmd.func"() <{function_type = (!stream.resource<*>, index) -> (), sym_name = "host"}> ({
}) : () -> ()
// -----
// expected-error @+1 {{a parameter has [%offset for %length] exactly if it is a resource}}
stream.cmd.func private @host(%a: !stream.resource<*>)
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{must have at least one entry point}}
  %0 = "stream.async.dispatch"(%a, %n, %n, %n, %n, %n) <{entry_points = [], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>}> : (!stream.resource<*>, index, index, index, index, index) -> !stream.resource<*>
  util.return
}
// -----
module @m {
  stream.executable private @ex {
    builtin.module {
      func.func @f() {
        return
      }
    }
  }
}
util.func @f(%a: !stream.resource<*>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{entry point @m::@ex is no export of an executable}}
  %0 = stream.async.dispatch @m::@ex(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{the operands need 1 sizes, but there are 0}}
  %0 = "stream.async.dispatch"(%a, %n, %n, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 1, 0, 1, 1, 1, 1>}> : (!stream.resource<*>, index, index, index, index) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{the results need 1 sizes, but there are 0}}
  %0 = "stream.async.dispatch"(%a, %n, %n, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 0>}> : (!stream.resource<*>, index, index, index, index) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{has 1 resources, but 0 entries in resource_operand_lengths}}
  %0 = "stream.async.dispatch"(%a, %n, %n, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 0, 1>}> : (!stream.resource<*>, index, index, index, index) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{result 0 is tied to no operand}}
  %0 = "stream.async.dispatch"(%a, %n, %n, %n, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1>, tied_operands = [1 : index]}> : (!stream.resource<*>, index, index, index, index, index) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%v: i32, %n: index) {
  // expected-error @+1 {{result 0 is tied to an operand that is no resource}}
  %0 = "stream.async.dispatch"(%v, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 1, 0, 0, 0, 0, 1>, tied_operands = [0 : index]}> : (i32, index) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'f' does not reference a valid stream.async.func}}
  %0 = stream.async.call @f(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return
}
// -----
stream.async.func private @host(%arg0: !stream.resource<*>, %arg1: i32) -> !stream.resource<*>
util.func @f(%a: !stream.resource<*>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{has 1 arguments, but @host takes 2}}
  %0 = stream.async.call @host(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> !stream.resource<*>{%n}
  util.return
}
// -----
stream.async.func private @host(%arg0: !stream.resource<*>) -> !stream.resource<*>
util.func @f(%a: !stream.resource<*>, %n: index) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{has 2 results, but @host returns 1}}
  %0:2 = stream.async.call @host(%a[%c0 to %n for %n]) : (!stream.resource<*>{%n}) -> (!stream.resource<*>{%n}, i32)
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %c0 = arith.constant 0 : index
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{expected 'ro', 'wo' or 'rw'}}
    stream.cmd.dispatch @e::@f { ro %x[%c0 for %n] : !stream.resource<external>{%n}, xx %x[%c0 for %n] : !stream.resource<external>{%n} }
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{must have at least one entry point}}
    "stream.cmd.dispatch"() <{entry_points = [], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>, resource_accesses = []}> : () -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{has 1 resources, but 0 entries in resource_lengths}}
    "stream.cmd.dispatch"(%x, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 0, 1, 1, 1, 0>, resource_accesses = [1 : i32]}> : (!stream.resource<external>, index, index) -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{has 1 resources, but 2 accesses}}
    "stream.cmd.dispatch"(%x, %n, %n, %n) <{entry_points = [@e::@f], operandSegmentSizes = array<i32: 0, 0, 1, 1, 1, 1>, resource_accesses = [1 : i32, 2 : i32]}> : (!stream.resource<external>, index, index, index) -> ()
  } => !stream.timepoint
  util.return
}
// -----
stream.cmd.func private @host(%arg0[%arg1 for %arg2]: !stream.resource<*>)
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{has 1 resources, but 0 accesses}}
    "stream.cmd.call"(%x, %n, %n, %n) <{callee = @host, operandSegmentSizes = array<i32: 1, 1, 1, 1, 0>, resource_operand_accesses = []}> : (!stream.resource<external>, index, index, index) -> ()
  } => !stream.timepoint
  util.return
}
// -----
stream.async.func private @host(%arg0: !stream.resource<*>)
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{'host' does not reference a valid stream.cmd.func}}
    stream.cmd.call @host(rw %x[%n for %n]) : (!stream.resource<external>{%n}) -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{expects parent op to be one of 'stream.cmd.execute, stream.cmd.serial, stream.cmd.concurrent'}}
  stream.cmd.serial {
  }
  util.return
}
// -----
util.func @f(%n: index, %v: i8) {
  // expected-error @+1 {{expects parent op}}
  stream.yield
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  // expected-error @+1 {{has 1 resources, but its region has 0 arguments}}
  %0 = "stream.cmd.execute"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
    stream.yield
  }) : (!stream.resource<external>, index) -> !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  // expected-error @+1 {{argument 0 of the region has type '!stream.resource<transient>', but its resource has type '!stream.resource<external>'}}
  %0 = "stream.cmd.execute"(%a, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>}> ({
  ^bb0(%x: !stream.resource<transient>):
    stream.yield
  }) : (!stream.resource<external>, index) -> !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  // expected-error @+1 {{the operands need 1 sizes, but there are 0}}
  %0 = "stream.cmd.execute"(%a) <{operandSegmentSizes = array<i32: 1, 0, 0>}> ({
  ^bb0(%x: !stream.resource<external>):
    stream.yield
  }) : (!stream.resource<external>) -> !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index, %v: i8) {
  %0 = stream.cmd.execute with() {
    // expected-error @+1 {{uses a resource from outside of 'stream.cmd.execute', which is not among its operands}}
    stream.cmd.fill %v, %a[%n for %n] : i8 -> !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%t: !stream.timepoint) {
  %0 = stream.async.execute with() {
    // expected-error @+1 {{uses a timepoint from outside of 'stream.async.execute', which is not among its operands}}
    %1 = stream.timepoint.join max(%t) => !stream.timepoint
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  // expected-error @+1 {{result 0 is tied to no operand}}
  %0:2 = "stream.async.execute"(%a, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>, tied_operands = [3 : index]}> ({
  ^bb0(%x: !stream.resource<external>):
    stream.yield %x : !stream.resource<external>{%n}
  }) : (!stream.resource<external>, index, index) -> (!stream.resource<external>, !stream.timepoint)
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.cmd.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{yields resources, but 'stream.cmd.execute' has no results}}
    stream.yield %x : !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0 = stream.async.execute with(%a as %x: !stream.resource<external>{%n}) {
    // expected-error @+1 {{yields 1 resources, but 'stream.async.execute' has 0 results}}
    stream.yield %x : !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0:2 = stream.async.execute with(%a as %x: !stream.resource<external>{%n}) -> !stream.resource<transient>{%n} {
    // expected-error @+1 {{yields}}
    stream.yield %x : !stream.resource<external>{%n}
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0:2 = stream.async.execute with(%a as %x: !stream.resource<external>{%n}) -> !stream.resource<external>{%n} {
    // expected-error @+1 {{has not a size for each resource}}
    "stream.yield"(%x) : (!stream.resource<external>) -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>, %n: index) {
  %0:2 = stream.async.execute with(%a as %x: !stream.resource<external>{%n}) -> !stream.resource<external>{%n} {
    // expected-error @+1 {{has not a size for each resource}}
    "stream.yield"(%x, %x) : (!stream.resource<external>, !stream.resource<external>) -> ()
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{the operands need 0 sizes, but there are 1}}
  %0 = "stream.test.timeline_op"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>}> : (index) -> !stream.timepoint
  util.return
}
// -----
stream.executable private @ex {
  // expected-error @+1 {{the region must return three counts of workgroups}}
  "stream.executable.export"() <{function_ref = @f, sym_name = "f"}> ({
  ^bb0(%x: index):
    stream.return %x : index
  }) : () -> ()
  builtin.module {
    func.func @f() {
      return
    }
  }
}
// -----
stream.executable private @ex {
  // expected-error @+1 {{the region must return three counts of workgroups}}
  "stream.executable.export"() <{function_ref = @f, sym_name = "f"}> ({
  ^bb0(%x: i32):
    stream.return %x, %x, %x : i32, i32, i32
  }) : () -> ()
  builtin.module {
    func.func @f() {
      return
    }
  }
}
// -----
stream.executable private @ex {
  // expected-error @+1 {{expected -> (index, index, index), the counts of workgroups}}
  stream.executable.export public @f workgroups(%x: index) -> (index) {
    stream.return %x : index
  }
}
// -----
func.func @f() {
  // expected-error @+1 {{dimension 3 is not 0, 1 or 2}}
  %0 = stream.dispatch.workgroup.id[3] : index
  return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{has 1 slices, but 2 offsets}}
  %0:3 = "stream.resource.pack"(%n) <{lifetime_intervals = [0 : index, 1 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index, index)
  util.return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{has 1 slices, but 3 ends of lifetimes}}
  %0:2 = "stream.resource.pack"(%n) <{lifetime_intervals = [0 : index, 1 : index, 2 : index], operandSegmentSizes = array<i32: 0, 1>}> : (index) -> (index, index)
  util.return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{has 1 resources, 1 sizes and 2 values of them}}
  %0:2 = "stream.resource.constants"(%n) <{values = [dense<1> : tensor<4xi8>, dense<1> : tensor<4xi8>]}> : (index) -> (!stream.resource<constant>, !stream.timepoint)
  util.return
}
// -----
util.func @f() {
  // expected-error @+1 {{must have at least one timepoint}}
  %0 = "stream.timepoint.join"() : () -> !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %t: !stream.timepoint) {
  // expected-error @+1 {{has 1 resources, but 0 sizes of them}}
  %0 = "stream.timepoint.await"(%a, %t) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (!stream.resource<*>, !stream.timepoint) -> !stream.resource<*>
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index, %t: !stream.timepoint) {
  // expected-error @+1 {{has 1 resources, but 0 results}}
  "stream.timepoint.await"(%a, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!stream.resource<*>, index, !stream.timepoint) -> ()
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index, %t: !stream.timepoint) {
  // expected-error @+1 {{result 0 has type '!stream.resource<external>', but its resource has type '!stream.resource<*>'}}
  %0 = "stream.timepoint.await"(%a, %n, %t) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!stream.resource<*>, index, !stream.timepoint) -> !stream.resource<external>
  util.return
}
// -----
// expected-error @+1 {{result 0 is tied to no argument}}
"util.func"() <{function_type = (i32) -> i32, sym_name = "f", sym_visibility = "private", tied_operands = [1 : index]}> ({
}) : () -> ()
// -----
// expected-error @+1 {{must have no arguments and no results}}
"util.initializer"() <{function_type = (i32) -> ()}> ({
^bb0(%a: i32):
  util.return
}) : () -> ()
// -----
util.func @f(%v: i32) -> i8 {
  // expected-error @+1 {{operand types do not match the results of the enclosing 'util.func'}}
  util.return %v : i32
}
// -----
util.func private @g(i32) -> i32
util.func @f(%v: i32) {
  // expected-error @+1 {{result 0 is tied to no operand}}
  %0 = "util.call"(%v) <{callee = @g, tied_operands = [4 : index]}> : (i32) -> i32
  util.return
}
// -----
util.global private @g : i32
util.func @f(%v: i32) {
  // expected-error @+1 {{'g' does not reference a valid function}}
  %0 = util.call @g(%v) : (i32) -> i32
  util.return
}
// -----
util.func private @g(i32) -> i32
util.func @f(%v: i8) {
  // expected-error @+1 {{operand}}
  %0 = util.call @g(%v) : (i8) -> i32
  util.return
}
// -----
util.global private @g
// expected-error @+1 {{expected the type of the global}}
util.func private @f()
// -----
util.func private @g()
util.func @f() {
  // expected-error @+1 {{undefined global: @g}}
  %0 = util.global.load @g : i32
  util.return
}
// -----
util.global private mutable @g : i32
util.func @f(%v: i8) {
  // expected-error @+1 {{global @g has type 'i32', but a value of type 'i8' is stored}}
  util.global.store %v, @g : i8
  util.return
}
// -----
util.global private mutable @g : i32
util.func @f() {
  // expected-error @+1 {{global @g has type 'i32', but is loaded as 'i8'}}
  %0 = util.global.load @g : i8
  util.return
}
// -----
util.global private @g : i32
util.func @f(%v: i32) {
  // expected-error @+1 {{global @g is not mutable and changes outside of an initializer}}
  util.global.store %v, @g : i32
  util.return
}
// -----
util.func @f(%v: i32) {
  // expected-error @+1 {{has 1 operands, but 2 results}}
  %0:2 = "util.optimization_barrier"(%v) : (i32) -> (i32, i32)
  util.return
}
// -----
util.func @f(%v: i32) {
  // expected-error @+1 {{result 0 has type 'i8', but its operand has type 'i32'}}
  %0 = "util.optimization_barrier"(%v) : (i32) -> i8
  util.return
}
// -----
// expected-error @+1 {{expected the symbol of a device}}
util.func private @f() attributes {a = #hal.device.affinity<3>}
// -----
// expected-error @+1 {{queues are numbered from 0 to 63}}
util.func private @f() attributes {a = #hal.device.affinity<@d, [64]>}
// -----
util.func @f(%d: !hal.device) {
  // expected-error @+1 {{expected the flags "None"}}
  %0 = hal.fence.create device(%d : !hal.device) flags("Some") : !hal.fence
  util.return
}
// -----
util.func @f(%d: !hal.device) {
  // expected-error @+1 {{has flags 3, but the only flags are "None", which is 0}}
  %0 = "hal.fence.create"(%d) <{flags = 3 : i64}> : (!hal.device) -> !hal.fence
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>, %n: index) {
  // expected-error @+1 {{is unknown}}
  %0 = stream.tensor.splat %n : index -> tensor<4xi8> in !stream.resource<*>{%n}
  util.return
}
// -----
util.func @f(%n: index) {
  // expected-error @+1 {{stream.parameter.load}}
  %0 = "stream.parameter.load"(%n) : (index) -> !stream.resource<constant>
  util.return
}
// -----
util.func @f(%a: !stream.resource<external>) {
  %c4 = arith.constant 4 : index
  %0 = stream.cmd.execute with(%a as %b: !stream.resource<external>{%c4}) {
    // expected-error @+1 {{expected the symbol of an entry point}}
    stream.cmd.dispatch "f" {
    }
  } => !stream.timepoint
  util.return
}
// -----
util.func @f(%a: !stream.resource<*>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{callee}}
  %0 = "stream.async.call"(%a, %c4, %c0, %c4, %c4, %c4) <{operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1>, tied_operands = [-1 : index]}> : (!stream.resource<*>, index, index, index, index, index) -> !stream.resource<*>
  util.return
}

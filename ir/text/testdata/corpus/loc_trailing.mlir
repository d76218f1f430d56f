// Covers trailing locations of every kind on operations, functions, modules, arguments and block arguments.

module @located {
  func.func @kinds(%a: i32 loc("arg.c":1:2), %b: i32 loc("named argument"), %c: i32) -> i32 {
    // A file, a line, a column; a column left out is 0.
    %line = arith.addi %a, %b : i32 loc("source.c":9)
    %0 = arith.addi %a, %b : i32 loc("source.c":10:8)
    // Ranges: in one line, over several lines, of nothing.
    %none = arith.addi %a, %0 : i32 loc("source.c":11:8 to 11:8)
    %1 = arith.addi %a, %0 : i32 loc("source.c":11:8 to :24)
    %2 = arith.addi %a, %1 : i32 loc("source.c":12:8 to 14:2)
    // A name, a name of a location.
    %3 = arith.addi %a, %2 : i32 loc("variable")
    %4 = arith.addi %a, %3 : i32 loc("variable"("source.c":15:1))
    %5 = arith.addi %a, %4 : i32 loc("outer"("inner"("source.c":16:1)))
    // Calls: the callee at the caller, nested.
    %6 = arith.addi %a, %5 : i32 loc(callsite("callee.c":1:1 at "caller.c":2:2))
    %7 = arith.addi %a, %6 : i32 loc(callsite("leaf" at callsite("mid.c":3:3 at "top.c":4:4)))
    // Fused locations, with and without metadata, with one element.
    %8 = arith.addi %a, %7 : i32 loc(fused["a.c":1:1, "b.c":2:2])
    %9 = arith.addi %a, %8 : i32 loc(fused<"CSE">["a.c":1:1, "b.c":2:2])
    %10 = arith.addi %a, %9 : i32 loc(fused<{pass = "cse", step = 2 : i32}>["a.c":1:1])
    %11 = arith.addi %a, %10 : i32 loc(fused["only.c":1:1])
    %12 = arith.addi %a, %11 : i32 loc(fused<42 : i64>["one", unknown])
    // Unknown.
    %13 = arith.addi %a, %12 : i32 loc(unknown)
    // File names with odd characters.
    %14 = arith.addi %a, %13 : i32 loc("dir with spaces/odd \22name\22.c":1:1)
    %15 = arith.addi %a, %14 : i32 loc("":0:0)
    // No location in the text: the place in this file.
    %16 = arith.addi %a, %15 : i32
    cf.br ^next(%16 : i32) loc("branch.c":1:1)
  ^next(%x: i32 loc("block.c":5:6)):
    return %x : i32 loc("source.c":30:3)
  } loc("source.c":9:1)

  func.func private @declaration(%x: i32 loc("decl.c":1:1), %y: f32 loc("decl.c":1:9)) -> i32 loc("decl.c":1:0)
} loc("module.c":0:0)

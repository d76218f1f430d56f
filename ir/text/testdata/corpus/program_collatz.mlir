// Covers a whole program: the longest Collatz chain below a limit, once in blocks and once in structured loops.

func.func @steps_in_blocks(%start: i64) -> i64 {
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  cf.br ^head(%start, %zero : i64, i64)
^head(%n: i64, %steps: i64):
  %done = arith.cmpi eq, %n, %one : i64
  cf.cond_br %done, ^exit, ^step
^step:
  %bit = arith.remui %n, %two : i64
  %odd = arith.trunci %bit : i64 to i1
  %more = arith.addi %steps, %one overflow<nsw> : i64
  cf.cond_br %odd weights([50, 50]), ^odd, ^even
^odd:
  %tripled = arith.muli %n, %three overflow<nuw> : i64
  %up = arith.addi %tripled, %one : i64
  cf.br ^head(%up, %more : i64, i64)
^even:
  %half = arith.shrui %n, %one exact : i64
  cf.br ^head(%half, %more : i64, i64)
^exit:
  return %steps : i64
}

func.func @steps_in_loops(%start: i64) -> i64 {
  %one = arith.constant 1 : i64
  %three = arith.constant 3 : i64
  %zero = arith.constant 0 : i64
  %r:2 = scf.while (%n = %start, %steps = %zero) : (i64, i64) -> (i64, i64) {
    %go = arith.cmpi ne, %n, %one : i64
    scf.condition(%go) %n, %steps : i64, i64
  } do {
  ^bb0(%n: i64, %steps: i64):
    %bit = arith.andi %n, %one : i64
    %odd = arith.cmpi ne, %bit, %zero : i64
    %next = scf.if %odd -> (i64) {
      %tripled = arith.muli %n, %three : i64
      %up = arith.addi %tripled, %one : i64
      scf.yield %up : i64
    } else {
      %half = arith.shrui %n, %one : i64
      scf.yield %half : i64
    }
    %more = arith.addi %steps, %one : i64
    scf.yield %next, %more : i64, i64
  }
  return %r#1 : i64
}

func.func @longest(%limit: i64) -> (i64, i64) {
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %best:2 = scf.for %i = %one to %limit step %one iter_args(%arg = %one, %max = %zero) -> (i64, i64) : i64 {
    %a = func.call @steps_in_blocks(%i) : (i64) -> i64
    %b = func.call @steps_in_loops(%i) : (i64) -> i64
    %same = arith.cmpi eq, %a, %b : i64
    cf.assert %same, "both forms count the same"
    %better = arith.cmpi ugt, %a, %max : i64
    %new_arg = arith.select %better, %i, %arg : i64
    %new_max = arith.maxui %a, %max : i64
    scf.yield %new_arg, %new_max : i64, i64
  }
  return %best#0, %best#1 : i64, i64
}

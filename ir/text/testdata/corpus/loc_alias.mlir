// Covers location aliases as printed with debug information, defined before and after their uses.

#early = loc("early.c":1:1)

module {
  func.func @main(%a: i32 loc(#arg), %n: index loc(#early)) -> i32 {
    %c0 = arith.constant 0 : index loc(#loc3)
    %c1 = arith.constant 1 : index loc(#early)
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (i32) {
      %y = arith.addi %x, %x : i32 loc(#loc5)
      scf.yield %y : i32 loc(#loc4)
    } loc(#loop)
    return %r : i32 loc(#loc1)
  } loc(#loc2)
} loc(#loc)

// In an alias, only aliases that stand above it.
#loc = loc("main.c":0:0)
#loc1 = loc("main.c":7:3)
#loc2 = loc("main.c":1:5)
#loc3 = loc("main.c":3:18)
#loc4 = loc(fused<"loop">[#loc3, #early])
#named = loc("body"(#loc3))
#loc5 = loc(callsite(#named at #loc1))
#loop = loc("loop"(#loc4))
#arg = loc("a"(#loc2))

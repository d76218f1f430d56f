// Covers block labels: words, numbers, odd characters, forward and backward references, and the labels the printer gives.

func.func @labels(%c: i1, %x: i32) -> i32 {
  cf.br ^first
^first:
  cf.cond_br %c, ^2, ^with.odd$chars-1
^2:
  cf.br ^bb0(%x : i32)
^with.odd$chars-1:
  cf.cond_br %c, ^_, ^first
^_:
  cf.br ^bb0(%x : i32)
// A label that looks like one of the printer's.
^bb0(%y: i32):
  return %y : i32
}

// The entry block may have a label, with the arguments there instead of in the signature.
func.func @entry_label() {
^entry:
  cf.br ^exit
^exit:
  return
}

// Labels are per region.
func.func @per_region(%c: i1, %x: i32) -> i32 {
  cf.br ^a
^a:
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %x : i32
  ^b:
    %s = scf.execute_region -> i32 {
      cf.br ^a
    ^a:
      scf.yield %x : i32
    }
    cf.br ^c(%s : i32)
  ^c(%t: i32):
    scf.yield %t : i32
  }
  cf.br ^b
^b:
  return %r : i32
}

// Values of a block are seen in the blocks it dominates, in whatever order these come.
func.func @dominance(%c: i1, %x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  cf.br ^last
^middle(%m: i32):
  %2 = arith.addi %1, %m : i32
  return %2 : i32
^last:
  %1 = arith.addi %0, %x : i32
  cf.br ^middle(%1 : i32)
}

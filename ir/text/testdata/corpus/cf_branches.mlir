// Covers cf.br, cf.cond_br, cf.switch and cf.assert, with and without block arguments, weights and attributes.

func.func @straight(%a: i32, %b: f32) -> i32 {
  cf.br ^next
^next:
  cf.br ^with_one(%a : i32)
^with_one(%x: i32):
  cf.br ^with_two(%x, %b : i32, f32) {doc.note}
^with_two(%y: i32, %z: f32):
  return %y : i32
}

func.func @conditional(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^then, ^else
^then:
  cf.cond_br %c, ^join(%a : i32), ^else
^else:
  cf.cond_br %c, ^join(%b : i32), ^wide(%a, %b : i32, i32)
^wide(%p: i32, %q: i32):
  // Both ways to the same block, with different operands.
  cf.cond_br %c, ^join(%p : i32), ^join(%q : i32)
^join(%r: i32):
  return %r : i32
}

func.func @weights(%c: i1, %n: i32) -> i32 {
  cf.cond_br %c weights([90, 10]), ^likely, ^unlikely(%n : i32)
^likely:
  cf.cond_br %c weights([1, 0]), ^unlikely(%n : i32), ^likely {doc.note = "a loop"}
^unlikely(%r: i32):
  return %r : i32
}

func.func @switch(%i: i32, %x: f32, %y: f32) -> f32 {
  cf.switch %i : i32, [
    default: ^other,
    0: ^zero(%x : f32),
    -7: ^pair(%x, %y : f32, f32),
    42: ^zero(%y : f32)
  ]
^zero(%z: f32):
  return %z : f32
^pair(%p: f32, %q: f32):
  %s = arith.addf %p, %q : f32
  return %s : f32
^other:
  return %x : f32
}

// A default with operands, a wide flag, an attribute; and a switch of a default only.
func.func @switch_more(%i: i64, %j: i8) {
  cf.switch %i : i64, [
    default: ^rest(%j : i8),
    4294967296: ^done
  ] {doc.note}
^rest(%k: i8):
  cf.switch %k : i8, [
    default: ^done
  ]
^done:
  return
}

func.func @assertions(%c: i1) {
  cf.assert %c, "plain"
  cf.assert %c, "quotes \" backslash \\ newline \0A tab \09"
  cf.assert %c, "" {doc.level = 2 : i32}
  return
}

// A loop in unstructured form.
func.func @count(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  cf.br ^head(%zero, %zero : index, index)
^head(%i: index, %sum: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^body, ^exit
^body:
  %sum_next = arith.addi %sum, %i : index
  %i_next = arith.addi %i, %one : index
  cf.br ^head(%i_next, %sum_next : index, index)
^exit:
  return %sum : index
}

// Blocks need not come in the order in which control reaches them, nor be reachable.
func.func @order(%c: i1) {
  cf.br ^last
^unreachable:
  cf.br ^middle
^middle:
  return
^last:
  cf.cond_br %c, ^middle, ^last
}

package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// A copy uses its own values also where the use stands in front of the definition.
func TestCloneMapsEarlyUses(t *testing.T) {
	program := parse(t, `
module @inner {
  %0 = "t.use"(%1) ({
    "t.nested"(%1, %0) : (i32, i32) -> ()
  }) : (i32) -> i32
  %1 = "t.def"() : () -> i32
}
func.func @f(%x: i32) -> i32 {
  cf.br ^last
^middle:
  %2 = arith.addi %1, %x : i32
  return %2 : i32
^last:
  %1 = arith.addi %x, %x : i32
  cf.br ^middle
}
`)
	copied := program.Clone(nil)
	for op := range copied.Walk() {
		for _, v := range op.Operands() {
			if !copied.IsAncestorOf(v.ParentBlock().ParentOp()) {
				t.Errorf("%s of the copy uses a value of the original", op.Name())
			}
		}
	}
	want(t, copied, printed(program))
}

// A mapping is applied once, although the value that it maps to is itself mapped.
func TestCloneSwapsValues(t *testing.T) {
	program := parse(t, `
func.func @f(%c: i1, %x: i32, %y: i32) {
  scf.if %c {
    "t.use"(%x, %y) : (i32, i32) -> ()
  }
  return
}
`)
	fn := program.Body().First()
	m := ir.NewMapping()
	x, y := fn.Body().Arg(1), fn.Body().Arg(2)
	m.Map(x, y)
	m.Map(y, x)
	b := ir.NewBuilder(fn.Context())
	b.SetBefore(fn.Body().Last())
	b.Clone(fn.Body().First(), m)
	want(t, program, `
module {
  func.func @f(%arg0: i1, %arg1: i32, %arg2: i32) {
    scf.if %arg0 {
      "t.use"(%arg1, %arg2) : (i32, i32) -> ()
    }
    scf.if %arg0 {
      "t.use"(%arg2, %arg1) : (i32, i32) -> ()
    }
    return
  }
}
`)
}

package ir_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// Erasing an operation takes all operations in it off the worklist, also if they use each other.
func TestGreedyErasesNestedOperations(t *testing.T) {
	program := parse(t, `
func.func @f(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %c0 step %c1 {
    %first = arith.cmpi slt, %i, %c1 : index
    scf.if %first {
      %v = memref.load %m[%i] : memref<4xf32>
      "t.a"(%v) : (f32) -> ()
    }
    scf.if %first {
      %v = memref.load %m[%i] : memref<4xf32>
      "t.b"(%v) : (f32) -> ()
    }
  }
  return
}
`)
	ir.ApplyPatternsGreedily(program, ir.GreedyConfig{})
	want(t, program, `
module {
  func.func @f(%arg0: memref<4xf32>) {
    return
  }
}
`)
}

// The driver ends on values that are computed from themselves, as graph regions and unreachable code may
// have, and leaves a valid program.
func TestGreedyEndsOnCycles(t *testing.T) {
	for _, c := range []struct{ typ, cycle string }{
		{"memref<8xf32>", "%x = memref.cast %x : memref<8xf32> to memref<8xf32>"},
		{"memref<?xf32>",
			"%x = memref.cast %y : memref<8xf32> to memref<?xf32>\n%y = memref.cast %x : memref<?xf32> to " +
				"memref<8xf32>"},
		{"index", "%x = arith.addi %x, %c1 : index"},
		{"index", "%x = arith.addi %y, %c1 : index\n%y = arith.subi %c1, %x : index"},
		{"index", "%x = arith.select %t, %x, %c1 : index"},
		{"index", "%x = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)"},
		{"index",
			"%x = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 2 + s0)>(%y)[%y]\n%y = affine.apply " +
				"affine_map<(d0) -> (d0 * 2)>(%x)"},
		{"index", "%x = affine.min affine_map<(d0) -> (d0, 5)>(%x)"},
		{"index",
			"%x = affine.min affine_map<(d0) -> (d0, 5)>(%y)\n%y = affine.min affine_map<(d0) -> (d0, " +
				"7)>(%x)"},
	} {
		const constants = "%c1 = arith.constant 1 : index\n%t = arith.constant true\n"
		program := parse(t, constants+c.cycle+"\n\"t.use\"(%x) : ("+c.typ+") -> ()")
		ir.ApplyPatternsGreedily(program, ir.GreedyConfig{})
		if err := ir.Verify(program).Err(); err != nil {
			t.Errorf("%s: %v", c.cycle, err)
		}
	}
}

package ir_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/ir"
)

// The use of a value that belongs to no program is an error everywhere, also where dominance is not required.
func TestVerifyReportsUnlinkedOperands(t *testing.T) {
	const source = `
"t.use"(%0) : (i32) -> ()
%0 = "t.def"() : () -> i32
func.func @reached(%x: i32) {
  "t.use"(%x) : (i32) -> ()
  return
}
func.func @unreached(%x: i32) {
  return
^bb1:
  "t.use"(%x) : (i32) -> ()
  cf.br ^bb1
}
`
	for i := range 3 {
		program := parse(t, source)
		var uses []*ir.Op
		for op := range program.Walk() {
			if op.Name() == "t.use" {
				uses = append(uses, op)
			}
		}
		use := uses[i]
		use.SetOperand(0, ir.NewPlaceholder(use.Operand(0).Type()))
		if errs := ir.Verify(program); len(errs) != 1 ||
			!strings.Contains(errs[0].Error(), "operand #0 is unlinked") {
			t.Errorf("use %d: got %v", i, errs)
		}
	}
}

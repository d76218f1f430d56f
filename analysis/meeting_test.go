package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// Two accesses meet at the element whose subscript is the number after wrapping around, and not at the
// element of the exact number. No form expresses the minimum, so that the question has to read the definition
// of the subscript.
func TestAccessesMeetWhereNumbersWrapAround(t *testing.T) {
	cases := []struct {
		name, ops string
		at        string // the other access is at this element
		want      bool
	}{
		// The successor of 127 is -128, which becomes 0; those of 100 to 126 become 228 to 254.
		{"8 bits", successor("i8", 100, 128, 128), "0", true},
		{"8 bits in range", successor("i8", 100, 127, 128), "0", false},
		{"8 bits, an element in range", successor("i8", 100, 127, 128), "228", true},
		{"16 bits", successor("i16", 32000, 32768, 32768), "0", true},
		{"16 bits in range", successor("i16", 32000, 32767, 32768), "0", false},
		{"32 bits", successor("i32", 2147483000, 2147483648, 2147483648), "0", true},
		{"32 bits in range", successor("i32", 2147483000, 2147483647, 2147483648), "0", false},
		// With 48 bits, nothing is known about a number that may have wrapped around.
		{"48 bits", successor("i48", 140737488355000, 140737488355328, 140737488355328), "0", true},
		{"48 bits in range", successor("i48", 140737488355000, 140737488355327, 140737488355328), "0", false},
		// The difference of n and the minimum of n and its successor is 0, but -1 for the largest n.
		{"64 bits", `%next = arith.addi %n, %one : index
			%least = arith.minsi %next, %n : index
			%x = arith.subi %n, %least : index
			%at = arith.addi %x, %one : index`, "0", true},
		{"64 bits in range", successor("i64", 0, 1000, 1), "0", false},
		// The sum of two truth values that are both 1 is 0.
		{"1 bit", truthSum, "0", true},
		{"1 bit, the other element", truthSum, "1", false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			closing := strings.Repeat("}", strings.Count(c.ops, "scf."))
			m := parse(t, `func.func @f(%A: memref<?xi8>, %n: index, %p: i1, %q: i1) {
				%zero = arith.constant 0 : i8
				%one = arith.constant 1 : index
				%two = arith.constant 2 : index
				`+c.ops+`
				memref.store %zero, %A[%at] : memref<?xi8>
				`+closing+`
				%other = arith.constant `+c.at+` : index
				memref.store %zero, %A[%other] : memref<?xi8>
				return
			}`)
			if got := storesMeet(m); got != c.want {
				t.Errorf("the stores meet: %v, want %v\n%s", got, c.want, c.ops)
			}
		})
	}
}

// successor opens a loop from lower to upper over numbers of a type. Its element is half plus the smaller of
// the variable and its successor.
func successor(typ string, lower, upper, half int64) string {
	return fmt.Sprintf(`%%lower = arith.constant %d : index
		%%upper = arith.constant %d : index
		%%half = arith.constant %d : index
		%%unit = arith.constant 1 : %[4]s
		scf.for %%i = %%lower to %%upper step %%one {
			%%number = arith.index_cast %%i : index to %[4]s
			%%next = arith.addi %%number, %%unit : %[4]s
			%%least = arith.minsi %%next, %%number : %[4]s
			%%signed = arith.index_cast %%least : %[4]s to index
			%%at = arith.addi %%signed, %%half : index`, lower, upper, half, typ)
}

// truthSum opens conditions under which two truth values are 1. Their sum is the subscript of the element.
const truthSum = `%none = arith.constant 0 : index
	scf.if %p {
	scf.if %q {
	%sum = arith.addi %p, %q : i1
	%at = arith.select %sum, %one, %none : index`

// storesMeet reports whether the two stores of a program may access a common element.
func storesMeet(program *ir.Op) bool {
	e := &analysis.Evaluator{Strict: true}
	var moments []analysis.Moment
	for op := range program.Walk() {
		if op.Name() == "memref.store" {
			moments = append(moments, analysis.Moment{Access: &e.Accesses(op)[0]})
		}
	}
	m := &analysis.Meeting{Evaluator: e, MaxSteps: 100000, Invariant: func(v *ir.Value) bool {
		return v.DefiningOp() == nil && v.ParentBlock().ParentOp().Name() == "func.func"
	}}
	return m.Possible(moments[0], moments[1])
}

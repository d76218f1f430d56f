package wasm

import (
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

func init() { registerStatements(map[string]func(*function, *ir.Op){"vector.print": compilePrint}) }

// compilePrint makes the host print a string. Otherwise the host prints a number or vector, and the
// punctuation behind it.
func compilePrint(f *function, op *ir.Op) {
	if a, ok := op.Attr("stringLiteral").(*ir.StringAttr); ok {
		f.printText(a.Value)
		return
	}
	if op.NumOperands() > 0 {
		v := op.Operand(0)
		code, ok := printed.CodeOf(elementOf(v))
		if !ok {
			f.fail(op, codeOp, "prints numbers that have no text")
			return
		}
		if t, ok := v.Type().(*ir.VectorType); ok {
			f.printVector(v, code, t.Shape, 0)
		} else {
			f.push(v)
			f.printNumber(v, code)
		}
	}
	f.printText(vector.MarkOf(op))
}

// printVector prints the lanes of a vector's last dimensions, beginning with number lane. It returns the
// number of the lane behind them.
func (f *function) printVector(v *ir.Value, code printed.Code, shape []int64, lane int) int {
	n := int64(1) // a vector without dimensions is printed as one of one element
	if len(shape) > 0 {
		n = shape[0]
	}
	f.printText(printed.Open)
	for i := range n {
		if i > 0 {
			f.printText(printed.Comma)
		}
		if len(shape) > 1 {
			lane = f.printVector(v, code, shape[1:], lane)
			continue
		}
		f.pushLane(v, lane)
		f.printNumber(v, code)
		lane++
	}
	f.printText(printed.Close)
	return lane
}

// printNumber prints the number on the stack, which is a lane of v or v itself.
func (f *function) printNumber(v *ir.Value, code printed.Code) {
	switch t, _ := scalarOf(elementOf(v)); t {
	case f64:
		f.emit(opI64OfF64)
	case f32:
		f.emit(opI32OfF32)
		f.emit(opI64ExtU)
	case i32:
		f.emit(opI64ExtU)
	}
	f.i32Const(int64(code))
	f.callFunction(f.host("print_number"))
}

// printText prints a text, character by character.
func (f *function) printText(text string) {
	for _, c := range []byte(text) {
		f.i32Const(int64(c))
		f.callFunction(f.host("print_char"))
	}
}

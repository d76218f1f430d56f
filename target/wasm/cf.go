package wasm

import "github.com/inflight-compiler/inflight/ir"

func init() {
	registerStatements(map[string]func(*function, *ir.Op){
		"cf.br":      func(f *function, op *ir.Op) { f.flow.follow(op, 0) },
		"cf.cond_br": compileCondBr,
		"cf.switch":  compileSwitch,
		"cf.assert":  compileAssert,
	})
}

// compileCondBr compiles a conditional branch. The code of one successor stands in an if, and never reaches
// the end of that if.
func compileCondBr(f *function, op *ir.Op) {
	w := f.flow
	first, second := 0, 1
	invert := w.inline(op.Block(), op.Successor(0)) && !w.inline(op.Block(), op.Successor(1))
	f.pushPart(op.Operand(0), 0)
	if invert {
		first, second = 1, 0
		f.emit(opI32Eqz)
	}
	if w.plain(op, first) {
		f.branchIf(w.labels[op.Successor(first)])
	} else {
		f.open(opIf)
		w.follow(op, first)
		f.close()
	}
	w.follow(op, second)
}

// compileSwitch compiles one comparison for each case, and then the default.
func compileSwitch(f *function, op *ir.Op) {
	flag := op.Operand(0)
	f.settle(flag)
	width := widthOf(flag.Type())
	for i, v := range integers(op, "case_values") {
		f.push(flag)
		f.intConst(zeroExtended(v, width), width > 32)
		f.integer(opI32Eq, width > 32)
		if f.flow.plain(op, 1+i) {
			f.branchIf(f.flow.labels[op.Successor(1+i)])
			continue
		}
		f.open(opIf)
		f.flow.follow(op, 1+i)
		f.close()
	}
	f.flow.follow(op, 0)
}

// zeroExtended returns the low bits of a number.
func zeroExtended(v int64, width uint32) int64 {
	if width >= 64 {
		return v
	}
	return v & (1<<width - 1)
}

func compileAssert(f *function, op *ir.Op) {
	if v, ok := ir.ConstInt(op.Operand(0)); ok && v != 0 {
		return
	}
	f.pushPart(op.Operand(0), 0)
	f.emit(opI32Eqz)
	f.trapIf(op, Assertion, op.StringAttr("msg"))
}

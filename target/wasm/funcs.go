package wasm

import (
	"github.com/inflight-compiler/inflight/ir"
)

func init() {
	registerStatements(map[string]func(*function, *ir.Op){
		"func.call": compileCall, "func.call_indirect": compileCallIndirect,
	})
	constants["func.constant"] = pushFunction
}

// leave compiles a return.
func (f *function) leave(op *ir.Op) {
	if results := f.op.Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).
		Results; len(results) > op.NumOperands() {
		f.i32Const(0) // the token of an async.func
	}
	for _, v := range op.Operands() {
		f.pushAll(v)
	}
	if f.flow != nil {
		f.emit(opReturn)
	}
}

// compileCall compiles a call by name. The callee is an instruction in the form of a function, or a function
// of the program, of the runtime, or of the host.
func compileCall(f *function, op *ir.Op) {
	name := op.Def().Callee(op).Root
	if compile := intrinsics[name]; compile != nil {
		compile(f, op)
		return
	}
	d := f.callee(name)
	if d == nil {
		f.diags.Add(op.Errorf(codeOp, "nothing defines the function '@%s'", name).
			Suggest("give it a body, or run with --engine sim if that knows it"))
		return
	}
	for _, v := range op.Operands() {
		f.pushAll(v)
	}
	f.callFunction(d)
	f.results(op)
}

// results pops the results of a call.
func (f *function) results(op *ir.Op) {
	for i := op.NumResults() - 1; i >= 0; i-- {
		f.setAll(f.place(op.Result(i)))
	}
}

// callee returns the function with a name, nil if the program does not define one.
func (m *compiler) callee(name string) *declared {
	if d := m.byName[name]; d != nil {
		return d
	}
	if d := m.runtime(name); d != nil {
		return d
	}
	if len(name) > len(reserved) && name[:len(reserved)] == reserved {
		if _, ok := Host[name[len(reserved):]]; ok {
			return m.host(name[len(reserved):])
		}
	}
	return nil
}

// reserved begins the names of functions that are no part of a program: those of the runtime, and those that
// lowering calls.
const reserved = "inflight_"

// pushFunction pushes the number of a function in the table.
func pushFunction(f *function, op *ir.Op) {
	ref, _ := op.Attr("value").(*ir.SymbolRefAttr)
	d := f.callee(ref.Root)
	if d == nil || d.imported {
		f.fail(op, codeOp, "names a function without a body")
		return
	}
	f.i32Const(int64(f.slotOf(d)))
}

// compileCallIndirect compiles a call of a function that is a value.
func compileCallIndirect(f *function, op *ir.Op) {
	t := op.Operand(0).Type().(*ir.FunctionType)
	params, bad := f.flatten(t.Inputs)
	results, bad2 := f.flatten(t.Results)
	if bad != nil || bad2 != nil {
		f.fail(op, codeOp, "cannot be compiled to WebAssembly")
		return
	}
	f.indirect = true
	for _, v := range op.Operands()[1:] {
		f.pushAll(v)
	}
	f.pushPart(op.Operand(0), 0)
	f.index(opCallIndirect, f.functionType(params, results))
	f.code.u32(0)
	f.results(op)
}

package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/printed"
)

func init() {
	register(map[string]emitter{
		"func.return":                        emitReturn,
		"func.call":                          emitCall,
		"func.call_indirect":                 emitCallIndirect,
		"func.constant":                      emitFunctionConstant,
		"builtin.unrealized_conversion_cast": emitUnrealizedCast,
	})
}

func emitReturn(c *compiler, op *ir.Op) error {
	c.emit(instr{exec: func(t *thread, in *instr) { t.ret(in) }, args: c.slotsOf(op.Operands())})
	return nil
}

// callee returns the function that a symbol attribute names.
func (c *compiler) callee(op *ir.Op, attr string) (*function, error) {
	if fn := c.resolve(op, attr); fn != nil && isFunction(fn) {
		return c.function(fn), nil
	}
	return nil, c.unsupported(op, "without a function of this module")
}

// resolve returns the operation that a symbol attribute names, nil if it does not exist.
func (c *compiler) resolve(op *ir.Op, attr string) *ir.Op {
	ref, ok := op.Attr(attr).(*ir.SymbolRefAttr)
	if !ok {
		return nil
	}
	return c.symbols.Resolve(op, ref)
}

func isFunction(op *ir.Op) bool {
	return op.Name() == "func.func" || op.Name() == "async.func" || op.Name() == "gpu.func"
}

func emitCall(c *compiler, op *ir.Op) error {
	if declared := c.resolve(op, "callee"); declared != nil && isFunction(declared) &&
		isDeclaration(declared) {
		if f, ok := printed.Lookup(declared); ok {
			return c.emitLibraryCall(op, f)
		}
	}
	fn, err := c.callee(op, "callee")
	if err != nil {
		return err
	}
	c.emit(instr{
		exec: func(t *thread, in *instr) { t.call(in, fn) },
		args: c.slotsOf(op.Operands()), data: c.slotsOf(op.Results()),
	})
	return nil
}

// emitFunctionConstant represents a function by its number in the program.
func emitFunctionConstant(c *compiler, op *ir.Op) error {
	fn, err := c.callee(op, "value")
	if err != nil {
		return err
	}
	for i, f := range c.prog.functions {
		if f == fn {
			c.setConstant(op.Result(0), uint64(i))
		}
	}
	return nil
}

func emitCallIndirect(c *compiler, op *ir.Op) error {
	c.emit(instr{
		exec: func(t *thread, in *instr) { t.call(in, t.m.prog.functions[t.regs[in.a]]) },
		a:    c.operand(op, 0), args: c.slotsOf(op.Operands()[1:]), data: c.slotsOf(op.Results()),
	})
	return nil
}

// execDeclaration is the only instruction of a function without a body.
func execDeclaration(t *thread, in *instr) {
	t.fail(in, codeUnsupportedOp, "@%s is called, but it has no body", t.fn.name)
}

// emitUnrealizedCast accepts casts between types of the same representation, such as index and i64.
func emitUnrealizedCast(c *compiler, op *ir.Op) error {
	if op.NumOperands() != 1 || op.NumResults() != 1 {
		return c.unsupported(op, "of several values")
	}
	from, to := op.Operand(0).Type(), op.Result(0).Type()
	switch {
	case isMem(from) && isMem(to) || isObject(from) && from == to:
		c.emit(instr{exec: execMoveMem, a: c.operand(op, 0), dst: c.result(op, 0)})
		return nil
	case !isRef(from) && !isRef(to) && widthOf(from) == widthOf(to):
		return c.unary(op, execMove, 0)
	}
	return c.unsupported(op, "between these types")
}

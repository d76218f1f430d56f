package convertfunctollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

func (l *lowering) call(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return l.callWith(c, op, nil, args, ir.NamedAttr{Name: "callee", Value: op.Attr("callee")})
}

func (l *lowering) callIndirect(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return l.callWith(c, op, args[:1], args[1:])
}

// callWith makes a call: of callee, a pointer, if it is not empty. Args are what has become of the operands
// behind it.
func (l *lowering) callWith(c *llvmtypes.Conversion, op *ir.Op, callee, args []*ir.Value,
	attrs ...ir.NamedAttr) ([]*ir.Value, bool) {
	result := c.Types.Void()
	if op.NumResults() > 0 {
		if result = l.resultType(c.Types, op.ResultTypes()); result == nil {
			return nil, false
		}
	}
	operands := append(make([]*ir.Value, 0, 32), callee...) // room for most, on the stack
	for i, v := range args {
		operands = l.pass(operands, c, op.Operand(len(callee)+i).Type(), v)
	}
	results := make([]ir.Type, 0, 1)
	if op.NumResults() > 0 {
		results = append(results, result)
	}
	attrs = keep(attrs, "arg_attrs", op, len(operands) == op.NumOperands())
	attrs = keep(attrs, "res_attrs", op, len(results) == op.NumResults())
	if op.Attr("no_inline") != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "no_inline", Value: c.Ctx.Unit})
	}
	made := llvmtypes.NewCall(c.Builder, results, operands, append(attrs, op.Attrs()...)...)
	return l.results(c, op, made), true
}

// keep appends the attributes of arguments or results, if there are as many as before.
func keep(attrs []ir.NamedAttr, name string, op *ir.Op, same bool) []ir.NamedAttr {
	if a := op.Attr(name); a != nil && same {
		return append(attrs, ir.NamedAttr{Name: name, Value: a})
	}
	return attrs
}

// pass appends the arguments that stand for one value.
func (l *lowering) pass(list []*ir.Value, c *llvmtypes.Conversion, t ir.Type, v *ir.Value) []*ir.Value {
	m, ok := t.(*ir.MemRefType)
	switch {
	case !ok:
		return append(list, v)
	case l.bare:
		return append(list, c.DescriptorOf(v).Aligned())
	case !m.Ranked:
		return append(list, llvmtypes.Extract(c.Builder, v, 0), llvmtypes.Extract(c.Builder, v, 1))
	}
	return c.DescriptorOf(v).AppendMembers(list, len(m.Shape))
}

// results takes apart what a call returned.
func (l *lowering) results(c *llvmtypes.Conversion, op, made *ir.Op) []*ir.Value {
	if op.NumResults() == 0 {
		return nil
	}
	list := make([]*ir.Value, op.NumResults())
	for i := range list {
		list[i] = made.Result(0)
		if len(list) > 1 {
			list[i] = llvmtypes.Extract(c.Builder, made.Result(0), int64(i))
		}
	}
	for i, v := range list {
		if m, ok := op.Result(i).Type().(*ir.MemRefType); ok && l.bare {
			list[i] = c.FromPointer(m, v, v)
		} else if isUnranked(op.Result(i).Type()) {
			list[i] = l.copyUnranked(c, v, false)
		}
	}
	return list
}

// returns lowers a func.return: several values become a struct.
func (l *lowering) returns(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	values := make([]*ir.Value, len(args))
	types := make([]ir.Type, len(args))
	for i, v := range args {
		m, ok := op.Operand(i).Type().(*ir.MemRefType)
		switch {
		case ok && l.bare && !isBare(m):
			return nil, false
		case ok && l.bare:
			v = c.DescriptorOf(v).Allocated()
		case ok && !m.Ranked:
			v = l.copyUnranked(c, v, true)
		}
		values[i], types[i] = v, v.Type()
	}
	if len(values) > 1 {
		packed := llvmtypes.Poison(c.Builder, llvm.StructType(c.Ctx, types...))
		for i, v := range values {
			packed = llvmtypes.Insert(c.Builder, v, packed, int64(i))
		}
		values = []*ir.Value{packed}
	}
	c.Make(llvm.Return, values, []ir.Type{}, op.Attrs()...)
	return nil, true
}

// constant makes the address of a function.
func constant(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	attrs := append([]ir.NamedAttr{{Name: "global_name", Value: op.Attr("value")}}, op.Attrs()...)
	return c.Make(llvm.AddressOf, nil, []ir.Type{t}, attrs...).Results(), true
}

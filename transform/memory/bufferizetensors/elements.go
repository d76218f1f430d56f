package bufferizetensors

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// constant makes a constant global of a constant tensor: nothing writes it.
func (c *converter) constant(op *ir.Op) error {
	table := names.Table(op)
	name := c.names.Unique(table, "constant")
	t := c.bufferType(op.Result(0))
	value, problem := c.Context().Elements(op.Attr("value"))
	if problem != "" {
		return op.Errorf(codeUnsupported, "%s", problem)
	}
	b := ir.NewBuilder(c.Context())
	b.Loc = op.Loc()
	b.SetStart(table.Body())
	b.Create(ir.OpState{Def: memref.Global, Results: []ir.Type{}, Attrs: []ir.NamedAttr{
		{Name: "sym_name", Value: b.Ctx.String(name)},
		{Name: "sym_visibility", Value: b.Ctx.String("private")},
		{Name: "type", Value: b.Ctx.TypeAttr(t)}, {Name: "initial_value", Value: value},
		{Name: "constant", Value: b.Ctx.Unit},
	}})
	get := ir.At(op).Create(ir.OpState{Def: memref.GetGlobal, Results: []ir.Type{t},
		Attrs: []ir.NamedAttr{{Name: "name", Value: b.Ctx.SymbolRef(name)}}})
	c.replace(op, get.Result(0))
	return nil
}

func (c *converter) empty(op *ir.Op) error {
	c.replace(op, c.allocSized(ir.At(op), c.bufferType(op.Result(0)), op.Operands()))
	return nil
}

func (c *converter) splat(op *ir.Op) error {
	b := ir.At(op)
	to := c.allocSized(b, c.bufferType(op.Result(0)), op.Operands()[1:])
	linalg.NewFill(b, op.Operand(0), to)
	c.replace(op, to)
	return nil
}

func (c *converter) fromElements(op *ir.Op) error {
	b := ir.At(op)
	t := c.bufferType(op.Result(0))
	to := c.allocSized(b, t, nil)
	for i, v := range op.Operands() {
		memref.NewStore(b, v, to, subscripts(b, t.Shape, int64(i))...)
	}
	c.replace(op, to)
	return nil
}

// subscripts returns those of element n in row-major order.
func subscripts(b *ir.Builder, shape []int64, n int64) []*ir.Value {
	list := make([]*ir.Value, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		list[d] = arith.ConstIndex(b, n%shape[d])
		n /= shape[d]
	}
	return list
}

func (c *converter) extract(op *ir.Op) error {
	c.replace(op, memref.NewLoad(ir.At(op), c.buffers[op.Operand(0)], op.Operands()[1:]...))
	return nil
}

func (c *converter) insert(op *ir.Op) error {
	b := ir.At(op)
	to := c.copyOf(b, c.buffers[op.Operand(1)])
	memref.NewStore(b, op.Operand(0), to, op.Operands()[2:]...)
	c.replace(op, to)
	return nil
}

func (c *converter) dim(op *ir.Op) error {
	c.replace(op, memref.NewDim(ir.At(op), c.buffers[op.Operand(0)], op.Operand(1)))
	return nil
}

func (c *converter) rank(op *ir.Op) error {
	c.replace(op, ir.At(op).Op(memref.Rank, []*ir.Value{c.buffers[op.Operand(0)]}).Result(0))
	return nil
}

func (c *converter) cast(op *ir.Op) error {
	c.replace(op, memref.NewCast(ir.At(op), c.buffers[op.Operand(0)], c.bufferType(op.Result(0))))
	return nil
}

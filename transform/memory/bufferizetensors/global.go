package bufferizetensors

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/mlprogram"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// globals makes memory of the global values of ml_program, under their names: of numbers memory without
// dimensions. Private ones that nothing uses are erased. It notes for each load and store which one it is of.
func (c *converter) globals() error {
	tables, used := ir.NewSymbolTables(), map[*ir.Op]bool{}
	for op := range c.Op.Walk() {
		if !op.Is(mlprogram.GlobalLoad) && !op.Is(mlprogram.GlobalLoadConst) &&
			!op.Is(mlprogram.GlobalStore) {
			continue
		}
		if ref := op.Attr("global").(*ir.SymbolRefAttr); len(ref.Nested) > 0 {
			return op.Errorf(codeUnsupported, "@%s is in another module, from which no memory is taken",
				ref.Root)
		}
		c.global[op] = mlprogram.Of(tables, op)
		used[c.global[op]] = true
	}
	for _, op := range slices.Collect(c.Op.Walk()) {
		switch {
		case !op.Is(mlprogram.Global):
		case op.StringAttr("sym_visibility") == "private" && !used[op]:
			c.dead = append(c.dead, op)
		default:
			if err := c.makeGlobal(op); err != nil {
				return err
			}
		}
	}
	return nil
}

// makeGlobal makes the memory of a global value.
func (c *converter) makeGlobal(op *ir.Op) error {
	t, value, err := c.contents(op)
	if err != nil {
		return err
	}
	attrs := []ir.NamedAttr{
		{Name: "sym_name", Value: op.Attr("sym_name")}, {Name: "type", Value: c.Context().TypeAttr(t)},
	}
	if visibility := op.Attr("sym_visibility"); visibility != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "sym_visibility", Value: visibility})
	}
	if value != nil {
		attrs = append(attrs, ir.NamedAttr{Name: "initial_value", Value: value})
	}
	if !mlprogram.IsMutable(op) {
		attrs = append(attrs, ir.NamedAttr{Name: "constant", Value: c.Context().Unit})
	}
	ir.At(op).Create(ir.OpState{Def: memref.Global, Results: []ir.Type{},
		Attrs: append(attrs, op.Attrs()...)})
	c.globalType[op] = t
	c.dead = append(c.dead, op)
	return nil
}

// contents returns the type of the memory of a global value, and what it holds at first: nothing of one that
// is defined elsewhere. A tensor of unknown extents has those of its value, and keeps them.
func (c *converter) contents(op *ir.Op) (*ir.MemRefType, ir.Attr, error) {
	declared, value := mlprogram.GlobalType(op), op.Attr("value")
	t, isTensor := declared.(*ir.TensorType)
	if !isTensor {
		return c.numberContents(op, declared, value)
	}
	of, _ := constraint.ElementsType(value).(*ir.TensorType)
	switch {
	case value == nil || mlprogram.IsExtern(value):
	case of == nil || !t.Ranked || of.Elem != t.Elem || !ir.CompatibleShapes(of.Shape, t.Shape):
		return nil, nil, op.Errorf(codeUnsupported, "the value of @%s is no '%v'", op.SymbolName(), declared)
	case !mlprogram.IsMutable(op):
		t = of
	}
	m, ok := c.typeOf(t).(*ir.MemRefType)
	switch {
	case !ok || slices.Contains(m.Shape, ir.Dynamic):
		return nil, nil, op.Errorf(codeUnsupported, "the extents of '%v' are not known: memory has a size",
			declared)
	case value == nil:
		return m, c.Context().Unit, nil
	case mlprogram.IsExtern(value):
		return m, nil, nil
	}
	elements, problem := c.Context().Elements(value)
	if problem != "" {
		return nil, nil, op.Errorf(codeUnsupported, "%s", problem)
	}
	return m, elements, nil
}

// numberContents does the same for a value that is no tensor.
func (c *converter) numberContents(op *ir.Op, t ir.Type, value ir.Attr) (*ir.MemRefType, ir.Attr, error) {
	if !ir.IsMemRefElement(t) {
		return nil, nil, op.Errorf(codeUnsupported, "there is no memory for a global of type '%v'", t)
	}
	m := c.Context().MemRef([]int64{}, t, nil, nil)
	switch {
	case value == nil:
		return m, c.Context().Unit, nil
	case mlprogram.IsExtern(value):
		return m, nil, nil
	}
	if constraint.ValueType(value) != t {
		return nil, nil, op.Errorf(codeUnsupported, "the value of @%s is no '%v'", op.SymbolName(), t)
	}
	if made := c.Context().Splat(c.Context().Tensor([]int64{}, t, nil), value); made != nil {
		return m, made, nil
	}
	return nil, nil, op.Errorf(codeUnsupported, "'%v' is no value of type '%v' that memory can hold", value,
		t)
}

// memoryOf returns the memory of the global value that a load or a store is of.
func (c *converter) memoryOf(op *ir.Op) *ir.Value {
	global := c.global[op]
	return ir.At(op).Make(memref.GetGlobal, nil, []ir.Type{c.globalType[global]},
		ir.NamedAttr{Name: "name", Value: c.Context().SymbolRef(global.SymbolName())}).Result(0)
}

// globalLoad reads a global value: one that changes while the tensor is used is copied.
func (c *converter) globalLoad(op *ir.Op) error {
	b := ir.At(op)
	memory := c.memoryOf(op)
	switch {
	case !c.isTensor(op.Result(0)):
		memory = memref.NewLoad(b, memory)
	case mlprogram.IsMutable(c.global[op]) && !c.sharing[op]:
		memory = c.copyOf(b, memory)
	case memory.Type() != ir.Type(c.bufferType(op.Result(0))):
		memory = memref.NewCast(b, memory, c.bufferType(op.Result(0)))
	}
	c.replace(op, memory)
	return nil
}

func (c *converter) globalStore(op *ir.Op) error {
	b := ir.At(op)
	memory := c.memoryOf(op)
	if v := op.Operand(0); c.isTensor(v) {
		memref.NewCopy(b, c.buffers[v], memory)
	} else {
		memref.NewStore(b, v, memory)
	}
	c.dead = append(c.dead, op)
	return nil
}

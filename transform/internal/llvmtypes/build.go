package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Const returns a constant of a type from an attribute.
func Const(b *ir.Builder, t ir.Type, value ir.Attr) *ir.Value {
	return b.Create(ir.OpState{Def: llvm.ConstantOp, Results: []ir.Type{t}, Attrs: []ir.NamedAttr{{Name: "value", Value: value}}}).Result(0)
}

// ConstInt returns an integer constant.
func ConstInt(b *ir.Builder, t ir.Type, n int64) *ir.Value { return Const(b, t, b.Ctx.Int(t, n)) }

// ConstIndex returns a constant that was an index; its attribute says so.
func (c *Conversion) ConstIndex(n int64) *ir.Value {
	return Const(c.Builder, c.Types.Index, c.Ctx.IndexAttr(n))
}

// Poison returns a value of a type that nothing is known of, to be filled by insertions.
func Poison(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Create(ir.OpState{Def: llvm.MLIRPoison, Results: []ir.Type{t}}).Result(0)
}

// Zero returns a value of a type with all bits 0.
func Zero(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Create(ir.OpState{Def: llvm.MLIRZero, Results: []ir.Type{t}}).Result(0)
}

// Extract returns the value at a position of a struct or an array.
func Extract(b *ir.Builder, from *ir.Value, position ...int64) *ir.Value {
	return b.Op(llvm.ExtractValue, []*ir.Value{from}, ir.NamedAttr{Name: "position", Value: b.Ctx.I64Array(position...)}).Result(0)
}

// Insert returns a struct or an array but for the value at a position.
func Insert(b *ir.Builder, v, into *ir.Value, position ...int64) *ir.Value {
	return b.Op(llvm.InsertValue, []*ir.Value{into, v}, ir.NamedAttr{Name: "position", Value: b.Ctx.I64Array(position...)}).Result(0)
}

// Binary returns the result of an operation on two values of one type.
func Binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Create(ir.OpState{Def: def, Operands: []*ir.Value{x, y}, Results: []ir.Type{x.Type()}, Attrs: attrs}).Result(0)
}

// Overflow is the flags of an operation on integers.
func Overflow(c *ir.Context, flags int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "overflowFlags", Value: c.Int(c.I32, flags)}
}

// Cast converts a value to a type.
func Cast(b *ir.Builder, def *ir.OpDef, v *ir.Value, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	return b.Create(ir.OpState{Def: def, Operands: []*ir.Value{v}, Results: []ir.Type{t}, Attrs: attrs}).Result(0)
}

// ICmp compares two integers or pointers.
func ICmp(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	return b.Create(ir.OpState{Def: llvm.ICmp, Operands: []*ir.Value{x, y}, Results: []ir.Type{constraint.WithElement(b.Ctx, x.Type(), b.Ctx.I1)},
		Attrs: []ir.NamedAttr{{Name: "predicate", Value: b.Ctx.Int(b.Ctx.I64, predicate)}}}).Result(0)
}

// Select chooses between two values.
func Select(b *ir.Builder, cond, x, y *ir.Value) *ir.Value {
	return b.Op(llvm.Select, []*ir.Value{cond, x, y}).Result(0)
}

// GEP returns the address of an element: each index is an operand, or a constant where it has no value.
func GEP(b *ir.Builder, elem ir.Type, base *ir.Value, flags int64, indices ...ir.OpFoldResult) *ir.Value {
	operands, constants := []*ir.Value{base}, make([]int64, len(indices))
	for i, x := range indices {
		constants[i] = x.Const
		if x.Value != nil {
			constants[i] = llvm.DynamicIndex
			operands = append(operands, x.Value)
		}
	}
	return b.Create(ir.OpState{Def: llvm.GEP, Operands: operands, Results: []ir.Type{base.Type()}, Attrs: []ir.NamedAttr{
		{Name: "elem_type", Value: b.Ctx.TypeAttr(elem)}, {Name: "rawConstantIndices", Value: b.Ctx.I32Array(constants...)},
		{Name: "noWrapFlags", Value: b.Ctx.Int(b.Ctx.I32, flags)},
	}}).Result(0)
}

// Load reads a value.
func Load(b *ir.Builder, t ir.Type, from *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Create(ir.OpState{Def: llvm.Load, Operands: []*ir.Value{from}, Results: []ir.Type{t}, Attrs: attrs}).Result(0)
}

// Store writes a value.
func Store(b *ir.Builder, v, to *ir.Value, attrs ...ir.NamedAttr) {
	b.Create(ir.OpState{Def: llvm.Store, Operands: []*ir.Value{v, to}, Results: []ir.Type{}, Attrs: attrs})
}

// Alloca makes room for n values on the stack; alignment 0 is that of the type.
func Alloca(b *ir.Builder, pointer, elem ir.Type, n *ir.Value, alignment int64) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "elem_type", Value: b.Ctx.TypeAttr(elem)}}
	if alignment > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "alignment", Value: b.Ctx.Int(b.Ctx.I64, alignment)})
	}
	return b.Create(ir.OpState{Def: llvm.Alloca, Operands: []*ir.Value{n}, Results: []ir.Type{pointer}, Attrs: attrs}).Result(0)
}

// Branch ends the block of the insertion point.
func Branch(b *ir.Builder, to *ir.Block, args ...*ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: llvm.Br, Operands: args, Results: []ir.Type{}, Successors: []*ir.Block{to}})
}

// CallTo calls a function by its name; result is nil if it has none.
func CallTo(b *ir.Builder, name string, result ir.Type, args ...*ir.Value) *ir.Op {
	results := []ir.Type{}
	if result != nil {
		results = append(results, result)
	}
	return NewCall(b, results, args, ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(name)})
}

// NewCall makes a call without bundles.
func NewCall(b *ir.Builder, results []ir.Type, args []*ir.Value, attrs ...ir.NamedAttr) *ir.Op {
	attrs = append(attrs, ir.NamedAttr{Name: constraint.OperandSegmentSize.Name, Value: b.Ctx.I32Array(int64(len(args)), 0)})
	return b.Create(ir.OpState{Def: llvm.Call, Operands: args, Results: results, Attrs: attrs})
}

// Memcpy copies n bytes.
func (c *Conversion) Memcpy(to, from, n *ir.Value) {
	c.Create(ir.OpState{Def: llvm.Memcpy, Operands: []*ir.Value{to, from, n}, Results: []ir.Type{},
		Attrs: []ir.NamedAttr{{Name: "isVolatile", Value: c.Ctx.Bool(false)}}})
}

// ExtractAt returns an element of a vector.
func ExtractAt(b *ir.Builder, v, at *ir.Value) *ir.Value {
	return b.Op(llvm.ExtractElement, []*ir.Value{v, at}).Result(0)
}

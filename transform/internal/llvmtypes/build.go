package llvmtypes

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Const returns a constant of a type from an attribute.
func Const(b *ir.Builder, t ir.Type, value ir.Attr) *ir.Value {
	return b.Make(llvm.ConstantOp, nil, []ir.Type{t}, ir.NamedAttr{Name: "value", Value: value}).Result(0)
}

// ConstInt returns an integer constant.
func ConstInt(b *ir.Builder, t ir.Type, n int64) *ir.Value { return Const(b, t, b.Ctx.Int(t, n)) }

// ConstIndex returns a constant for an index. Its attribute still has the type index.
func (c *Conversion) ConstIndex(n int64) *ir.Value {
	return Const(c.Builder, c.Types.Index, c.Ctx.IndexAttr(n))
}

// Poison returns an undefined value of a type, to be filled by insertions.
func Poison(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Make(llvm.MLIRPoison, nil, []ir.Type{t}).Result(0)
}

// Zero returns a value of a type with all bits 0.
func Zero(b *ir.Builder, t ir.Type) *ir.Value {
	return b.Make(llvm.MLIRZero, nil, []ir.Type{t}).Result(0)
}

// Extract returns the value at a position of a struct or an array.
func Extract(b *ir.Builder, from *ir.Value, position ...int64) *ir.Value {
	at := ir.NamedAttr{Name: "position", Value: b.Ctx.I64Array(position...)}
	return b.Make(llvm.ExtractValue, []*ir.Value{from}, []ir.Type{llvm.MemberAt(from.Type(), position)},
		at).Result(0)
}

// Insert returns a struct or an array with the value v at a position, and otherwise equal to into.
func Insert(b *ir.Builder, v, into *ir.Value, position ...int64) *ir.Value {
	at := ir.NamedAttr{Name: "position", Value: b.Ctx.I64Array(position...)}
	return b.Make(llvm.InsertValue, []*ir.Value{into, v}, []ir.Type{into.Type()}, at).Result(0)
}

// Binary returns the result of an operation on two values of one type.
func Binary(b *ir.Builder, def *ir.OpDef, x, y *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Make(def, []*ir.Value{x, y}, []ir.Type{x.Type()}, attrs...).Result(0)
}

// Overflow is the flags of an operation on integers.
func Overflow(c *ir.Context, flags int64) ir.NamedAttr {
	return ir.NamedAttr{Name: "overflowFlags", Value: c.Int(c.I32, flags)}
}

// Cast converts a value to a type.
func Cast(b *ir.Builder, def *ir.OpDef, v *ir.Value, t ir.Type, attrs ...ir.NamedAttr) *ir.Value {
	return b.Make(def, []*ir.Value{v}, []ir.Type{t}, attrs...).Result(0)
}

// ICmp compares two integers or pointers.
func ICmp(b *ir.Builder, predicate int64, x, y *ir.Value) *ir.Value {
	t := constraint.WithElement(b.Ctx, x.Type(), b.Ctx.I1)
	return b.Make(llvm.ICmp, []*ir.Value{x, y}, []ir.Type{t},
		ir.NamedAttr{Name: "predicate", Value: b.Ctx.Int(b.Ctx.I64, predicate)}).Result(0)
}

// Select chooses between two values.
func Select(b *ir.Builder, cond, x, y *ir.Value) *ir.Value {
	return b.Op(llvm.Select, []*ir.Value{cond, x, y}).Result(0)
}

// GEP returns the address of an element. Each index is an operand, or a constant if it has no value.
func GEP(b *ir.Builder, elem ir.Type, base *ir.Value, flags int64, indices ...ir.OpFoldResult) *ir.Value {
	operands, constants := append(make([]*ir.Value, 0, 4), base), make([]int64, 0, 4)
	for _, x := range indices {
		if x.Value == nil {
			constants = append(constants, x.Const)
			continue
		}
		constants = append(constants, llvm.DynamicIndex)
		operands = append(operands, x.Value)
	}
	return b.Make(llvm.GEP, operands, []ir.Type{base.Type()},
		ir.NamedAttr{Name: "elem_type", Value: b.Ctx.TypeAttr(elem)},
		ir.NamedAttr{Name: "rawConstantIndices", Value: b.Ctx.I32Array(constants...)},
		ir.NamedAttr{Name: "noWrapFlags", Value: b.Ctx.Int(b.Ctx.I32, flags)}).Result(0)
}

// Load reads a value.
func Load(b *ir.Builder, t ir.Type, from *ir.Value, attrs ...ir.NamedAttr) *ir.Value {
	return b.Make(llvm.Load, []*ir.Value{from}, []ir.Type{t}, attrs...).Result(0)
}

// Store writes a value.
func Store(b *ir.Builder, v, to *ir.Value, attrs ...ir.NamedAttr) {
	b.Make(llvm.Store, []*ir.Value{v, to}, []ir.Type{}, attrs...)
}

// Alloca allocates memory for n values on the stack. Alignment 0 means the alignment of the type.
func Alloca(b *ir.Builder, pointer, elem ir.Type, n *ir.Value, alignment int64) *ir.Value {
	attrs := []ir.NamedAttr{{Name: "elem_type", Value: b.Ctx.TypeAttr(elem)}}
	if alignment > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "alignment", Value: b.Ctx.Int(b.Ctx.I64, alignment)})
	}
	return b.Make(llvm.Alloca, []*ir.Value{n}, []ir.Type{pointer}, attrs...).Result(0)
}

// Branch ends the block of the insertion point with a branch.
func Branch(b *ir.Builder, to *ir.Block, args ...*ir.Value) *ir.Op {
	return b.Create(ir.OpState{Def: llvm.Br, Operands: args, Results: []ir.Type{},
		Successors: []*ir.Block{to}})
}

// CallTo calls a function by its name; result is nil if it has none.
func CallTo(b *ir.Builder, name string, result ir.Type, args ...*ir.Value) *ir.Op {
	results := make([]ir.Type, 0, 1)
	if result != nil {
		results = append(results, result)
	}
	return NewCall(b, results, args, ir.NamedAttr{Name: "callee", Value: b.Ctx.SymbolRef(name)})
}

// NewCall makes a call without bundles.
func NewCall(b *ir.Builder, results []ir.Type, args []*ir.Value, attrs ...ir.NamedAttr) *ir.Op {
	segments := ir.NamedAttr{Name: constraint.OperandSegmentSize.Name,
		Value: b.Ctx.I32Array(int64(len(args)), 0)}
	attrs = append(append(make([]ir.NamedAttr, 0, 4), attrs...), segments)
	return b.Make(llvm.Call, args, results, attrs...)
}

// Memcpy copies n bytes.
func (c *Conversion) Memcpy(to, from, n *ir.Value) {
	c.Make(llvm.Memcpy, []*ir.Value{to, from, n}, []ir.Type{},
		ir.NamedAttr{Name: "isVolatile", Value: c.Ctx.Bool(false)})
}

// ExtractAt returns an element of a vector.
func ExtractAt(b *ir.Builder, v, at *ir.Value) *ir.Value {
	return b.Op(llvm.ExtractElement, []*ir.Value{v, at}).Result(0)
}

package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// reshape makes a contiguous memref whose sizes are in another, a vector of numbers.
func (l *lowering) reshape(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, okM := op.Result(0).Type().(*ir.MemRefType)
	source, okSource := op.Operand(0).Type().(*ir.MemRefType)
	shape := typeOf(op.Operand(1))
	switch {
	case !okM || !okSource || c.Types.Type(m) == nil:
		return nil, false
	case !m.Ranked:
		return l.reshapeToUnranked(c, op, source, shape, args)
	}
	strides, _, ok := memref.Strides(m)
	if !ok || !memref.HasIdentityLayout(m) {
		return nil, false
	}
	d := c.NewDescriptor(c.Types.Type(m))
	allocated, aligned := pointersOf(c, source, args[0])
	d.SetAllocated(allocated)
	d.SetAligned(aligned)
	d.SetOffset(c.ConstIndex(0))
	var stride *ir.Value // the product of the sizes behind
	for i := len(m.Shape) - 1; i >= 0; i-- {
		if strides[i] != ir.Dynamic {
			stride = c.ConstIndex(strides[i])
		}
		size := sizeIn(c, m, shape, args[1], i)
		d.SetSize(i, size)
		d.SetStride(i, stride)
		stride = llvmtypes.Binary(c.Builder, llvm.Mul, stride, size)
	}
	return one(d.V)
}

// sizeIn returns size i of a memref, from the vector of sizes where the type does not say it.
func sizeIn(c *llvmtypes.Conversion, m, shape *ir.MemRefType, sizes *ir.Value, i int) *ir.Value {
	if m.Shape[i] != ir.Dynamic {
		return c.ConstIndex(m.Shape[i])
	}
	at := c.ElementPointer(shape, sizes, []*ir.Value{c.ConstIndex(int64(i))}, llvmtypes.InBounds)
	return toIndex(c, llvmtypes.Load(c.Builder, c.Types.Type(shape.Elem), at))
}

// toIndex widens or narrows an integer to the type of indices.
func toIndex(c *llvmtypes.Conversion, v *ir.Value) *ir.Value {
	switch from := v.Type().(*ir.IntegerType).Width; {
	case from < c.Types.Index.Width:
		return llvmtypes.Cast(c.Builder, llvm.SExt, v, c.Types.Index)
	case from > c.Types.Index.Width:
		return llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Types.Index)
	}
	return v
}

// reshapeToUnranked makes a descriptor on the stack, as long as the vector of sizes says.
func (l *lowering) reshapeToUnranked(c *llvmtypes.Conversion, op *ir.Op, source, shape *ir.MemRefType,
	args []*ir.Value) ([]*ir.Value, bool) {
	if l.rest[op] == nil {
		return nil, false
	}
	m := op.Result(0).Type().(*ir.MemRefType)
	var rank *ir.Value
	if n := shape.Shape[0]; n != ir.Dynamic {
		rank = c.ConstIndex(n)
	} else {
		rank = c.DescriptorOf(args[1]).Size(0)
	}
	out := llvmtypes.Insert(c.Builder, rank, llvmtypes.Poison(c.Builder, c.Types.Type(m)), 0)
	at := llvmtypes.Alloca(c.Builder, c.Types.Pointer(0), c.Ctx.I8, c.UnrankedSize(out), 0)
	out = llvmtypes.Insert(c.Builder, at, out, 1)

	space, _ := c.Types.Space(m)
	u := unrankedDescriptor{c, at, c.Types.Pointer(space)}
	u.copyHead(source, args[0])
	sizes := u.sizes()
	strides := llvmtypes.GEP(c.Builder, c.Types.Index, sizes, 0, ir.OpFoldResult{Value: rank})
	l.fillSizes(c, op, shape, args[1], rank, sizes, strides)
	return one(out)
}

// unrankedDescriptor is a descriptor in memory, whose pointers are of one type.
type unrankedDescriptor struct {
	*llvmtypes.Conversion
	at      *ir.Value
	pointer ir.Type
}

// member returns the address of pointer i, or of the offset, which follows the two pointers.
func (u *unrankedDescriptor) member(i int64) *ir.Value {
	if i == 0 {
		return u.at
	}
	return llvmtypes.GEP(u.Builder, u.pointer, u.at, 0, ir.OpFoldResult{Const: i})
}

// sizes returns the address of the first size; the strides follow the last one.
func (u *unrankedDescriptor) sizes() *ir.Value {
	head := llvm.StructType(u.Ctx, u.pointer, u.pointer, u.Types.Index, u.Types.Index)
	return llvmtypes.GEP(u.Builder, head, u.at, 0, ir.OpFoldResult{}, ir.OpFoldResult{Const: 3})
}

// copyHead takes pointers and offset from another memref.
func (u *unrankedDescriptor) copyHead(m *ir.MemRefType, v *ir.Value) {
	allocated, aligned := pointersOf(u.Conversion, m, v)
	var offset *ir.Value
	if m.Ranked {
		offset = u.DescriptorOf(v).Offset()
	} else {
		from := unrankedDescriptor{u.Conversion, aligned.DefiningOp().Operand(0).DefiningOp().Operand(0),
			u.pointer}
		offset = llvmtypes.Load(u.Builder, u.Types.Index, from.member(2))
	}
	for i, member := range []*ir.Value{allocated, aligned, offset} {
		llvmtypes.Store(u.Builder, member, u.member(int64(i)))
	}
}

// fillSizes makes the loop that stores sizes and strides, from the last dimension to the first, and ends in
// what follows op.
func (l *lowering) fillSizes(c *llvmtypes.Conversion, op *ir.Op, shape *ir.MemRefType, vector, rank, sizes,
	strides *ir.Value) {
	rest, index, elem := l.rest[op], c.Types.Index, c.Types.Type(shape.Elem)
	from := c.DescriptorOf(vector).Aligned()
	unit := c.ConstIndex(1)
	last := llvmtypes.Binary(c.Builder, llvm.Sub, rank, unit)
	head, body := ir.NewBlock(index, index), ir.NewBlock()
	rest.Region().Insert(rest.Index(), head)
	rest.Region().Insert(rest.Index(), body)
	llvmtypes.Branch(c.Builder, head, last, unit)

	c.SetEnd(head)
	i, stride := head.Arg(0), head.Arg(1)
	more := llvmtypes.ICmp(c.Builder, llvm.SGE, i, c.ConstIndex(0))
	c.Create(ir.OpState{Def: llvm.CondBr, Operands: []*ir.Value{more}, Results: []ir.Type{},
		Successors: []*ir.Block{body, rest},
		Attrs: []ir.NamedAttr{
			{Name: constraint.OperandSegmentSize.Name, Value: c.Ctx.I32Array(1, 0, 0)}}})

	c.SetEnd(body)
	at := func(t ir.Type, base *ir.Value) *ir.Value {
		return llvmtypes.GEP(c.Builder, t, base, 0, ir.OpFoldResult{Value: i})
	}
	size := toIndex(c, llvmtypes.Load(c.Builder, elem, at(elem, from)))
	llvmtypes.Store(c.Builder, size, at(index, sizes))
	llvmtypes.Store(c.Builder, stride, at(index, strides))
	next := llvmtypes.Binary(c.Builder, llvm.Mul, stride, size)
	llvmtypes.Branch(c.Builder, head, llvmtypes.Binary(c.Builder, llvm.Sub, i, unit), next)
}

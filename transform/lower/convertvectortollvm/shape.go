package convertvectortollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// vectorOf returns a vector's type, nil for a number.
func vectorOf(t ir.Type) *ir.VectorType {
	v, _ := t.(*ir.VectorType)
	return v
}

// broadcast repeats a number, or the vectors of the last dimensions of the result, along the others.
func broadcast(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	to, from := vectorOf(op.Result(0).Type()), vectorOf(op.Operand(0).Type())
	t := c.Types.Type(to)
	v := args[0]
	switch {
	case t == nil || len(to.Shape) == 0 || to.Scalable != nil && (from != nil || len(to.Shape) > 1):
		return nil, false
	case from != nil && len(from.Shape) == 0:
		v = llvmtypes.ExtractAt(c.Builder, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, 0))
		from = nil
	case from != nil && !slices.Equal(from.Shape, to.Shape[len(to.Shape)-len(from.Shape):]):
		return nil, false // along dimensions of one element
	}
	rank := len(to.Shape)
	var out *ir.Value
	if from == nil && rank > 1 {
		out = llvmtypes.Poison(c.Builder, t)
	}
	if from == nil {
		v = splat(c, v, c.Ctx.Vector(to.Shape[rank-1:], to.Scalable, v.Type()), to.Shape[rank-1], rank > 1)
		rank--
	} else {
		rank -= len(from.Shape)
	}
	if rank == 0 {
		return one(v)
	}
	if out == nil {
		out = llvmtypes.Poison(c.Builder, t)
	}
	positions(to.Shape[:rank], nil, func(at []int64) { out = llvmtypes.Insert(c.Builder, v, out, at...) })
	return one(out)
}

// splat makes a vector of n equal elements, or of n times what the machine has. The second operand of the
// shuffle is not used; as upstream has it, it is twice the same for rows.
func splat(c *llvmtypes.Conversion, v *ir.Value, t ir.Type, n int64, isRow bool) *ir.Value {
	undefined := llvmtypes.Poison(c.Builder, t)
	first := c.Op(llvm.InsertElement,
		[]*ir.Value{undefined, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I32, 0)}).Result(0)
	second := undefined
	if isRow {
		second = first
	}
	return c.Op(llvm.ShuffleVector, []*ir.Value{first, second},
		ir.NamedAttr{Name: "mask", Value: c.Ctx.I32Array(make([]int64, n)...)}).Result(0)
}

// positions calls f with every position in a shape.
func positions(shape, at []int64, f func(at []int64)) {
	if len(shape) == 0 {
		f(at)
		return
	}
	for i := range shape[0] {
		positions(shape[1:], append(at[:len(at):len(at)], i), f)
	}
}

// place is a position in a vector: in the arrays around the vectors of its last dimension, and in one of
// these.
type place struct {
	array []int64
	index *ir.Value // nil for the whole vector
}

// placeOf takes a position apart; it is not ok where the position in an array is not constant.
func placeOf(c *llvmtypes.Conversion, t *ir.VectorType, position []ir.OpFoldResult) (p place, ok bool) {
	last := len(t.Shape) - 1
	for i, x := range position {
		switch {
		case i == last && x.Value != nil:
			p.index = c.Value(x.Value)
		case i == last:
			p.index = llvmtypes.ConstInt(c.Builder, c.Ctx.I64, x.Const)
		case x.Value != nil:
			return p, false
		default:
			p.array = append(p.array, x.Const)
		}
	}
	if last < 0 {
		p.index = llvmtypes.ConstInt(c.Builder, c.Ctx.I64, 0)
	}
	return p, true
}

// isDynamic reports whether a position in an array is not constant.
func isDynamic(t *ir.VectorType, position []ir.OpFoldResult) bool {
	for i, x := range position {
		if x.Value != nil && i < len(t.Shape)-1 {
			return true
		}
	}
	return false
}

func extract(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t, position := vectorOf(op.Operand(0).Type()), vector.Position(op)
	if isDynamic(t, position) {
		return nil, false
	}
	v := args[0]
	if len(t.Shape) > 1 && len(position) > 0 {
		v = llvmtypes.Extract(c.Builder, v, leading(t, position)...)
	}
	p, _ := placeOf(c, t, position)
	if p.index != nil && vectorOf(op.Result(0).Type()) == nil {
		v = llvmtypes.ExtractAt(c.Builder, v, p.index)
	}
	return one(v)
}

// leading returns the part of a position that is in the arrays.
func leading(t *ir.VectorType, position []ir.OpFoldResult) []int64 {
	var list []int64
	for i, x := range position {
		if i < len(t.Shape)-1 {
			list = append(list, x.Const)
		}
	}
	return list
}

func insert(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t, position := vectorOf(op.Result(0).Type()), vector.Position(op)
	if isDynamic(t, position) {
		return nil, false
	}
	v, into := args[0], args[1]
	at := leading(t, position)
	isElement := vectorOf(op.Operand(0).Type()) == nil
	switch {
	case !isElement && len(position) == 0:
		return one(v)
	case !isElement:
		return one(llvmtypes.Insert(c.Builder, v, into, at...))
	}
	row := into
	if len(at) > 0 {
		row = llvmtypes.Extract(c.Builder, into, at...)
	}
	p, _ := placeOf(c, t, position)
	row = c.Op(llvm.InsertElement, []*ir.Value{row, v, p.index}).Result(0)
	if len(at) > 0 {
		row = llvmtypes.Insert(c.Builder, row, into, at...)
	}
	return one(row)
}

// shuffle permutes the elements of vectors of one dimension, or the rows of vectors with more.
func shuffle(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	mask := op.Ints("mask")
	if !llvm.IsArray(args[0].Type()) && args[0].Type() == args[1].Type() {
		return one(c.Op(llvm.ShuffleVector, args,
			ir.NamedAttr{Name: "mask", Value: c.Ctx.I32Array(mask...)}).Result(0))
	}
	first := int64(1) // a vector without dimensions has one element
	if from := vectorOf(op.Operand(0).Type()); len(from.Shape) > 0 {
		first = from.Shape[0]
	}
	out := llvmtypes.Poison(c.Builder, t)
	for i, n := range mask {
		source := args[0]
		switch {
		case n == vector.Poison:
			continue
		case n >= first:
			source, n = args[1], n-first
		}
		if llvm.IsArray(t) {
			out = llvmtypes.Insert(c.Builder, llvmtypes.Extract(c.Builder, source, n), out, int64(i))
			continue
		}
		element := llvmtypes.ExtractAt(c.Builder, source, c.ConstIndex(n))
		out = c.Op(llvm.InsertElement, []*ir.Value{out, element, c.ConstIndex(int64(i))}).Result(0)
	}
	return one(out)
}

// deinterleave takes the elements by turns.
func deinterleave(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := vectorOf(op.Operand(0).Type())
	if len(t.Shape) != 1 || t.Scalable != nil {
		return nil, false
	}
	undefined := llvmtypes.Poison(c.Builder, args[0].Type())
	var halves [2][]int64
	for i := range t.Shape[0] {
		halves[i%2] = append(halves[i%2], i)
	}
	var results []*ir.Value
	for _, mask := range halves {
		results = append(results,
			c.Op(llvm.ShuffleVector, []*ir.Value{args[0], undefined},
				ir.NamedAttr{Name: "mask", Value: c.Ctx.I32Array(mask...)}).Result(0))
	}
	return results, true
}

// elementsToVector inserts element by element.
func elementsToVector(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := vectorOf(op.Result(0).Type())
	if len(t.Shape) > 1 || c.Types.Type(t) == nil {
		return nil, false
	}
	out := llvmtypes.Poison(c.Builder, c.Types.Type(t))
	for i, v := range args {
		out = c.Op(llvm.InsertElement,
			[]*ir.Value{out, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, int64(i))}).Result(0)
	}
	return one(out)
}

// vectorToElements extracts element by element.
func vectorToElements(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := vectorOf(op.Operand(0).Type())
	var results []*ir.Value
	positions(t.Shape, nil, func(at []int64) {
		v, last := args[0], int64(0)
		if n := len(at) - 1; n >= 0 {
			last = at[n]
			if n > 0 {
				v = llvmtypes.Extract(c.Builder, v, at[:n]...)
			}
		}
		results = append(results,
			llvmtypes.ExtractAt(c.Builder, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, last)))
	})
	return results, true
}

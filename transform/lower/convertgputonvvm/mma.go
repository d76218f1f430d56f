package convertgputonvvm

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// mmaPatterns lower the products of matrices that a warp holds to those of PTX whose fragments are opaque:
// PTX ISA, "wmma".
var mmaPatterns = []llvmtypes.Pattern{
	{Root: gpu.SubgroupMMALoadMatrix, Run: loadMatrix}, {Root: gpu.SubgroupMMAStoreMatrix, Run: storeMatrix},
	{Root: gpu.SubgroupMMACompute, Run: computeMatrix},
	{Root: gpu.SubgroupMMAConstantMatrix, Run: constantMatrix},
	{Root: gpu.SubgroupMMAElementwise, Run: elementwiseMatrix},
}

// extents are the attributes that say the shape of a product.
func extents(c *llvmtypes.Conversion, shape [3]int64) []ir.NamedAttr {
	list := make([]ir.NamedAttr, len(shape))
	for i, name := range []string{"m", "n", "k"} {
		list[i] = ir.NamedAttr{Name: name, Value: c.Ctx.Int(c.Ctx.I32, shape[i])}
	}
	return list
}

func enum(c *llvmtypes.Conversion, name string, def *ir.EnumDef, word string) ir.NamedAttr {
	value, _ := def.CaseValue(word)
	return ir.NamedAttr{Name: name, Value: c.Ctx.Enum(def, value)}
}

// layout is the order in which a matrix lies in memory, or was loaded: by columns where an attribute says
// that it is transposed.
func layout(op *ir.Op, transposed string) string {
	if op.Attr(transposed) != nil {
		return "col"
	}
	return "row"
}

// pointerTo returns where a matrix begins in memory, and how many elements lie between its rows or columns.
func pointerTo(c *llvmtypes.Conversion, op *ir.Op, memory *ir.Value, args []*ir.Value) (pointer,
	stride *ir.Value, ok bool) {
	m := memory.Type().(*ir.MemRefType)
	if c.Types.Type(m) == nil {
		return nil, nil, false
	}
	pointer = c.ElementPointer(m, args[0], args[1:], llvmtypes.Flags{})
	return pointer, llvmtypes.Const(c.Builder, c.Ctx.I32, op.Attr("leadDimension")), true
}

func loadMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, _ := gpu.MMAMatrixOf(op.Result(0).Type())
	frag, elem, shape, ok := llvmtypes.Fragment(m)
	if !ok {
		return nil, false
	}
	pointer, stride, ok := pointerTo(c, op, op.Operand(0), args)
	if !ok {
		return nil, false
	}
	return one(c.Create(
		ir.OpState{Def: nvvm.WmmaLoad, Operands: []*ir.Value{pointer, stride},
			Results: c.Types.All(op.ResultTypes()),
			Attrs: append(extents(c, shape), enum(c, "layout", nvvm.MatrixLayout, layout(op, "transpose")),
				enum(c, "eltype", nvvm.MatrixType, elem), enum(c, "frag", nvvm.WmmaFragment, frag))}).
		Result(0))
}

func storeMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, _ := gpu.MMAMatrixOf(op.Operand(0).Type())
	_, elem, shape, ok := llvmtypes.Fragment(m)
	if !ok {
		return nil, false
	}
	parts := words(c, args[0])
	pointer, stride, ok := pointerTo(c, op, op.Operand(1), args[1:])
	if !ok {
		return nil, false
	}
	c.Create(ir.OpState{Def: nvvm.WmmaStore, Operands: append(append([]*ir.Value{pointer}, parts...), stride),
		Results: []ir.Type{},
		Attrs: append(extents(c, shape), enum(c, "layout", nvvm.MatrixLayout, layout(op, "transpose")),
			enum(c, "eltype", nvvm.MatrixType, elem))})
	return nil, true
}

// words are the words of a fragment.
func words(c *llvmtypes.Conversion, fragment *ir.Value) []*ir.Value {
	members, isStruct := llvm.Members(fragment.Type())
	if !isStruct {
		return []*ir.Value{fragment}
	}
	list := make([]*ir.Value, len(members))
	for i := range members {
		list[i] = llvmtypes.Extract(c.Builder, fragment, int64(i))
	}
	return list
}

func computeMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	a, _ := gpu.MMAMatrixOf(op.Operand(0).Type())
	sum, _ := gpu.MMAMatrixOf(op.Operand(2).Type())
	b, _ := gpu.MMAMatrixOf(op.Operand(1).Type())
	_, factor, _, _ := llvmtypes.Fragment(a)
	_, other, _, _ := llvmtypes.Fragment(b)
	_, elem, _, _ := llvmtypes.Fragment(sum)
	shape := [3]int64{a.Rows, sum.Columns, a.Columns}
	if !nvvm.IsWmma(shape, factor, elem) || factor != other {
		return nil, false
	}
	var parts []*ir.Value
	for _, v := range args {
		parts = append(parts, words(c, v)...)
	}
	return one(c.Create(ir.OpState{Def: nvvm.WmmaMma, Operands: parts, Results: c.Types.All(op.ResultTypes()),
		Attrs: append(extents(c, shape), enum(c, "layoutA", nvvm.MatrixLayout, layout(op, "a_transpose")),
			enum(c, "layoutB", nvvm.MatrixLayout, layout(op, "b_transpose")),
			enum(c, "eltypeA", nvvm.MatrixType, factor),
			enum(c, "eltypeB", nvvm.MatrixType, elem))}).Result(0))
}

// constantMatrix gives every word of a fragment the element, as often as it fits.
func constantMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	to := c.Types.Type(op.Result(0).Type())
	if to == nil {
		return nil, false
	}
	members, isStruct := llvm.Members(to)
	if !isStruct {
		return one(args[0])
	}
	word := spread(c, args[0], members[0])
	out := llvmtypes.Poison(c.Builder, to)
	for i := range members {
		out = llvmtypes.Insert(c.Builder, word, out, int64(i))
	}
	return one(out)
}

// spread returns a word of equal elements.
func spread(c *llvmtypes.Conversion, v *ir.Value, word ir.Type) *ir.Value {
	switch bits := bitsOf(v.Type()); {
	case v.Type() == word:
		return v
	case bits == 8:
		const everyByte = 0x01010101
		wide := llvmtypes.Cast(c.Builder, llvm.ZExt, v, word)
		return llvmtypes.Binary(c.Builder, llvm.Mul, wide, llvmtypes.ConstInt(c.Builder, word, everyByte))
	case bits == 32:
		return llvmtypes.Cast(c.Builder, llvm.Bitcast, v, word)
	}
	out := llvmtypes.Poison(c.Builder, word)
	for i := range word.(*ir.VectorType).Shape[0] {
		out = c.Create(ir.OpState{Def: llvm.InsertElement,
			Operands: []*ir.Value{out, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I32, i)},
			Results:  []ir.Type{word}}).Result(0)
	}
	return out
}

// binaries are the operations on two corresponding elements.
var binaries = map[string]*ir.OpDef{
	"addf": llvm.FAdd, "mulf": llvm.FMul, "subf": llvm.FSub, "divf": llvm.FDiv,
	"addi": llvm.Add, "muli": llvm.Mul, "subi": llvm.Sub, "divs": llvm.SDiv, "divu": llvm.UDiv,
}

// elementwiseMatrix computes on every word of fragments. Words that hold several integers, and fragments of
// different types, whose elements need not be in the same threads, have no lowering.
func elementwiseMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m, _ := gpu.MMAMatrixOf(op.Result(0).Type())
	to := c.Types.Type(op.Result(0).Type())
	compute := elementOp(gpu.MMAElementwise.CaseName(op.Attr("opType").(*ir.EnumAttr).Value), len(args))
	if to == nil || compute == nil || bitsOf(m.Elem) == 8 {
		return nil, false
	}
	for _, v := range op.Operands() {
		if v.Type() != op.Result(0).Type() {
			return nil, false
		}
	}
	members, isStruct := llvm.Members(to)
	if !isStruct {
		return one(compute(c, args))
	}
	out := llvmtypes.Poison(c.Builder, to)
	for i, word := range members {
		list := make([]*ir.Value, len(args))
		for j, v := range args {
			list[j] = asNumber(c, llvmtypes.Extract(c.Builder, v, int64(i)), m.Elem)
		}
		v := compute(c, list)
		if v.Type() != word {
			v = llvmtypes.Cast(c.Builder, llvm.Bitcast, v, word)
		}
		out = llvmtypes.Insert(c.Builder, v, out, int64(i))
	}
	return one(out)
}

// asNumber returns a word as what is computed with: a word with the bits of an f32 is one.
func asNumber(c *llvmtypes.Conversion, word *ir.Value, elem ir.Type) *ir.Value {
	if elem == ir.Type(c.Ctx.F32) && word.Type() != elem {
		return llvmtypes.Cast(c.Builder, llvm.Bitcast, word, elem)
	}
	return word
}

// elementOp returns what an operation does to corresponding words, nil where it is not known of so many.
func elementOp(kind string, args int) func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value {
	def := binaries[kind]
	switch {
	case def != nil && args == 2:
		return func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value {
			return llvmtypes.Binary(c.Builder, def, v[0], v[1])
		}
	case kind == "maxf" && args == 2:
		return func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value { return extreme(c, "ogt", v[0], v[1]) }
	case kind == "minf" && args == 2:
		return func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value { return extreme(c, "olt", v[0], v[1]) }
	case kind == "negatef" && args == 1:
		return func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value {
			return llvmtypes.Cast(c.Builder, llvm.FNeg, v[0], v[0].Type())
		}
	case kind == "negates" && args == 1:
		return func(c *llvmtypes.Conversion, v []*ir.Value) *ir.Value {
			return llvmtypes.Binary(c.Builder, llvm.Sub, llvmtypes.ConstInt(c.Builder, v[0].Type(), 0), v[0])
		}
	}
	return nil
}

// extreme returns the one of two numbers of which the comparison holds, or no number if one of them is none.
func extreme(c *llvmtypes.Conversion, comparison string, x, y *ir.Value) *ir.Value {
	predicate, _ := llvm.FCmpPredicate.CaseValue(comparison)
	chosen := llvmtypes.Select(c.Builder, compare(c, predicate, x, y), x, y)
	unordered, _ := llvm.FCmpPredicate.CaseValue("uno")
	return llvmtypes.Select(c.Builder, compare(c, unordered, x, y), notANumber(c, x.Type()), chosen)
}

func compare(c *llvmtypes.Conversion, predicate int64, x, y *ir.Value) *ir.Value {
	result := ir.Type(c.Ctx.I1)
	if v, ok := x.Type().(*ir.VectorType); ok {
		result = c.Ctx.Vector(v.Shape, nil, c.Ctx.I1)
	}
	return c.Create(ir.OpState{Def: llvm.FCmp, Operands: []*ir.Value{x, y}, Results: []ir.Type{result},
		Attrs: []ir.NamedAttr{{Name: "predicate", Value: c.Ctx.Int(c.Ctx.I64, predicate)}}}).Result(0)
}

// notANumber is the quiet NaN of a type of floats or of vectors of them.
func notANumber(c *llvmtypes.Conversion, t ir.Type) *ir.Value {
	elem := constraint.ElementOrSelf(t).(*ir.FloatType)
	nan := c.Ctx.FloatValue(elem, math.NaN())
	if v, ok := t.(*ir.VectorType); ok {
		data := make([]byte, ir.ElemBytes(elem))
		for i := range data {
			data[i] = byte(nan.Bits >> (8 * i))
		}
		return llvmtypes.Const(c.Builder, t, c.Ctx.Dense(v, string(data), true))
	}
	return llvmtypes.Const(c.Builder, t, nan)
}

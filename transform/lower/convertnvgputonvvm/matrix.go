package convertnvgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Fragments are vectors of one row per word of 32 bits, or, of numbers of 32 and 64 bits, of one row per pair
// of them. Here they are arrays of vectors.

// ldMatrix loads words, and makes rows of them.
func ldMatrix(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	m := memrefOf(c, op.Operand(0))
	res := c.Types.Type(op.Result(0).Type())
	if m == nil || res == nil {
		return nil, false
	}
	p := c.ElementPointer(m, args[0], args[1:], llvmtypes.Flags{})
	tiles, _ := op.IntAttr("numTiles")
	layout := "row"
	if transpose, _ := op.IntAttr("transpose"); transpose != 0 {
		layout = "col"
	}
	words := ir.Type(c.Ctx.I32)
	if tiles > 1 {
		members := make([]ir.Type, tiles)
		for i := range members {
			members[i] = c.Ctx.I32
		}
		words = llvm.StructType(c.Ctx, members...)
	}
	loaded := c.Create(ir.OpState{Def: nvvm.LdMatrix, Operands: []*ir.Value{p}, Results: []ir.Type{words},
		Attrs: []ir.NamedAttr{
			{Name: "num", Value: c.Ctx.Int(c.Ctx.I32, tiles)}, enum(c, "layout", nvvm.MatrixLayout, layout),
			{Name: "shape", Value: c.Ctx.ParametricAttr(nvvm.MatrixShape, c.Ctx.Int(c.Ctx.I64, 8),
				c.Ctx.Int(c.Ctx.I64, 8))},
			enum(c, "eltType", nvvm.MatrixElement, "b16"),
		}}).Result(0)
	_, row := llvm.ArrayOf(res)
	out := llvmtypes.Poison(c.Builder, res)
	for i := range tiles {
		word := loaded
		if tiles > 1 {
			word = llvmtypes.Extract(c.Builder, loaded, i)
		}
		out = llvmtypes.Insert(c.Builder, llvmtypes.Cast(c.Builder, llvm.Bitcast, word, row), out, i)
	}
	return one(out)
}

func enum(c *llvmtypes.Conversion, name string, def *ir.EnumDef, word string) ir.NamedAttr {
	value, _ := def.CaseValue(word)
	return ir.NamedAttr{Name: name, Value: c.Ctx.Enum(def, value)}
}

// mma multiplies fragments. A row of a multiplicand is one word: two numbers of 16 bits, four of 8, one of
// 32, and for numbers of 64 bits the number itself.
func mma(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	res := c.Types.Type(op.Result(0).Type())
	elem := multiplicand(op)
	if res == nil || elem == "" || elem == "f32" {
		return nil, false
	}
	words := make([][]*ir.Value, 3)
	for i := range 2 {
		words[i] = multiplicandWords(c, elem, args[i])
	}
	words[2] = accumulatorWords(c, args[2])
	shape := op.Attr("mmaShape").(*ir.ArrayAttr).Elems
	extents := make([]ir.Attr, len(shape))
	for i, a := range shape {
		extents[i] = c.Ctx.Int(c.Ctx.I64, a.(*ir.IntegerAttr).Value)
	}
	attrs := []ir.NamedAttr{
		{Name: "shape", Value: c.Ctx.ParametricAttr(nvvm.ProductShape, extents...)},
		enum(c, "layoutA", nvvm.MatrixLayout, "row"), enum(c, "layoutB", nvvm.MatrixLayout, "col"),
		enum(c, "multiplicandAPtxType", nvvm.MatrixType, elem),
		enum(c, "multiplicandBPtxType", nvvm.MatrixType, elem),
		{Name: constraint.OperandSegmentSize.Name,
			Value: c.Ctx.I32Array(int64(len(words[0])), int64(len(words[1])), int64(len(words[2])))},
	}
	if elem == "s8" || elem == "s4" {
		attrs = append(attrs, enum(c, "intOverflowBehavior", nvvm.MatrixOverflow, "satfinite"))
	}
	members := make([]ir.Type, len(words[2]))
	for i, v := range words[2] {
		members[i] = v.Type()
	}
	product := c.Create(
		ir.OpState{Def: nvvm.MmaSync, Operands: append(append(words[0], words[1]...), words[2]...),
			Results: []ir.Type{llvm.StructType(c.Ctx, members...)}, Attrs: attrs}).Result(0)
	return one(fromWords(c, res, product))
}

// multiplicand returns what the instruction calls the type of the elements of A and B.
func multiplicand(op *ir.Op) string {
	switch t := op.Operand(0).Type().(*ir.VectorType).Elem.(type) {
	case *ir.FloatType:
		switch t.Kind {
		case ir.F16:
			return "f16"
		case ir.BF16:
			return "bf16"
		case ir.F64:
			return "f64"
		case ir.F32:
			if op.Attr("tf32Enabled") != nil {
				return "tf32"
			}
		}
	case *ir.IntegerType:
		return map[uint32]string{8: "s8", 4: "s4"}[t.Width]
	}
	return ""
}

// multiplicandWords takes the rows of A or B apart.
func multiplicandWords(c *llvmtypes.Conversion, elem string, v *ir.Value) []*ir.Value {
	n, _ := llvm.ArrayOf(v.Type())
	words := make([]*ir.Value, n)
	for i := range words {
		row := llvmtypes.Extract(c.Builder, v, int64(i))
		switch elem {
		case "f16":
			words[i] = row
		case "f64":
			words[i] = llvmtypes.ExtractAt(c.Builder, row, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, 0))
		default:
			words[i] = llvmtypes.Cast(c.Builder, llvm.Bitcast, row, c.Ctx.I32)
		}
	}
	return words
}

// accumulatorWords takes the rows of C apart: two numbers of 16 bits are one word, wider ones are words of
// their own.
func accumulatorWords(c *llvmtypes.Conversion, v *ir.Value) []*ir.Value {
	n, _ := llvm.ArrayOf(v.Type())
	var words []*ir.Value
	for i := range n {
		row := llvmtypes.Extract(c.Builder, v, i)
		t := row.Type().(*ir.VectorType)
		if isHalf(t.Elem) {
			words = append(words, row)
			continue
		}
		for j := range t.Shape[0] {
			words = append(words,
				llvmtypes.ExtractAt(c.Builder, row, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, j)))
		}
	}
	return words
}

func isHalf(t ir.Type) bool { f, ok := t.(*ir.FloatType); return ok && f.Kind == ir.F16 }

// fromWords makes rows of the words of a product.
func fromWords(c *llvmtypes.Conversion, res ir.Type, product *ir.Value) *ir.Value {
	n, rowType := llvm.ArrayOf(res)
	row := rowType.(*ir.VectorType)
	rows := make([]*ir.Value, n)
	for i := range rows {
		if isHalf(row.Elem) {
			rows[i] = llvmtypes.Extract(c.Builder, product, int64(i))
			continue
		}
		rows[i] = rowOf(c, row, product, int64(i)*row.Shape[0])
	}
	out := llvmtypes.Poison(c.Builder, res)
	for i, v := range rows {
		out = llvmtypes.Insert(c.Builder, v, out, int64(i))
	}
	return out
}

// rowOf makes a row of the words from one on.
func rowOf(c *llvmtypes.Conversion, row *ir.VectorType, product *ir.Value, first int64) *ir.Value {
	out := llvmtypes.Poison(c.Builder, row)
	words := make([]*ir.Value, row.Shape[0])
	for j := range words {
		words[j] = llvmtypes.Extract(c.Builder, product, first+int64(j))
	}
	for j, w := range words {
		out = c.Op(llvm.InsertElement,
			[]*ir.Value{out, w, llvmtypes.ConstInt(c.Builder, c.Ctx.I32, int64(j))}).Result(0)
	}
	return out
}

// rcp approximates the reciprocal of each element.
func rcp(c *llvmtypes.Conversion, _ *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
	out := llvmtypes.Poison(c.Builder, t)
	for i := range t.(*ir.VectorType).Shape[0] {
		at := llvmtypes.ConstInt(c.Builder, c.Ctx.I64, i)
		x := llvmtypes.ExtractAt(c.Builder, args[0], at)
		r := c.Create(ir.OpState{Def: nvvm.RcpApprox, Operands: []*ir.Value{x},
			Results: []ir.Type{c.Ctx.F32}}).Result(0)
		out = c.Op(llvm.InsertElement, []*ir.Value{out, r, at}).Result(0)
	}
	return out
}

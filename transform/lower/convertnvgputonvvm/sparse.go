package convertnvgputonvvm

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// sparseMma multiplies a matrix of which half of the elements are zero, and only the others are there;
// metadata says which they are. It becomes the text of the instruction: PTX ISA, "mma.sp".
func sparseMma(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	res := c.Types.Type(op.Result(0).Type())
	elem := multiplicand(op)
	if res == nil || elem == "" || elem == "f32" || elem == "f64" {
		return nil, false
	}
	groups := [][]*ir.Value{multiplicandWords(c, elem, args[0]), multiplicandWords(c, elem, args[1]),
		accumulatorWords(c, args[2])}
	members := make([]ir.Type, len(groups[2]))
	for i, v := range groups[2] {
		members[i] = v.Type()
	}
	metadata := llvmtypes.Cast(c.Builder, llvm.Bitcast, args[3], c.Ctx.I32)
	text, constraints := sparseText(op, elem, members[0], groups)
	var operands []*ir.Value
	for _, g := range groups {
		operands = append(operands, g...)
	}
	product := c.Create(
		ir.OpState{Def: llvm.InlineAsm, Operands: append(operands, metadata),
			Results: []ir.Type{llvm.StructType(c.Ctx, members...)},
			Attrs: []ir.NamedAttr{
				{Name: "asm_string", Value: c.Ctx.String(text)},
				{Name: "constraints", Value: c.Ctx.String(constraints)},
				{Name: "has_side_effects", Value: c.Ctx.Unit},
				{Name: "asm_dialect", Value: c.Ctx.Int(c.Ctx.I64, 0)},
			}}).Result(0)
	return one(fromWords(c, res, product))
}

// sparseText returns the instruction, and the constraints on its operands: all in registers, those of the
// result first.
func sparseText(op *ir.Op, elem string, word ir.Type, groups [][]*ir.Value) (text, constraints string) {
	extents := op.Attr("mmaShape").(*ir.ArrayAttr).Elems
	extent := func(i int) int64 { return extents[i].(*ir.IntegerAttr).Value }
	sum, mode := "s32", ".satfinite"
	if t, ok := elementOf(word).(*ir.FloatType); ok {
		sum, mode = map[ir.FloatKind]string{ir.F16: "f16", ir.F32: "f32"}[t.Kind], ""
	}
	selector, _ := op.IntAttr("sparsitySelector")
	results := len(groups[2])
	var lists []string
	next := 0
	for _, n := range []int{results, len(groups[0]), len(groups[1]), results} {
		lists = append(lists, placeholders(next, n))
		next += n
	}
	text = fmt.Sprintf("mma.sp.sync.aligned.m%dn%dk%d.row.col%s.%s.%s.%s.%s %s,$%d,0x%d;", extent(0),
		extent(1), extent(2), mode,
		sum, elem, elem, sum, strings.Join(lists, ","), next, selector)
	in := next - results + 1
	return text, strings.Repeat("=r,", results) + strings.TrimSuffix(strings.Repeat("r,", in), ",")
}

// placeholders returns the operands of a text from one on.
func placeholders(first, n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("$%d", first+i)
	}
	return "{" + strings.Join(names, ",") + "}"
}

func elementOf(t ir.Type) ir.Type {
	if v, ok := t.(*ir.VectorType); ok {
		return v.Elem
	}
	return t
}

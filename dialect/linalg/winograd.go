package linalg

import (
	"strconv"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// WinogradSize is the size of one of Winograd's algorithms for convolutions: F_m_r computes m x m elements at
// once with a filter of r x r.
var WinogradSize = &ir.EnumDef{Dialect: "linalg", Mnemonic: "winograd_conv_2d_fmr", Integer: true, Width: 32,
	Cases: []ir.EnumCase{{Name: "F_2_3", Value: 0}, {Name: "F_4_3", Value: 1}, {Name: "F_2_5", Value: 2}}}

// WinogradFilter is linalg.winograd_filter_transform: G g G^T for each filter and channel. Filters are F x H
// x W x C, the output is H x W x C x F.
var WinogradFilter = winograd("filter", "filter", 4, 4)

// WinogradInput is linalg.winograd_input_transform: B^T d B for each tile d of the input, image and channel.
// The input is N x H x W x C, the output is H x W of a tile, rows of tiles, columns of tiles, N, C.
var WinogradInput = winograd("input", "input", 4, 6)

// WinogradOutput is linalg.winograd_output_transform: A^T y A for each tile y, image and filter, added to the
// output. The value is H x W of a tile, rows of tiles, columns of tiles, N, F, the output is N x H x W x F.
var WinogradOutput = winograd("output", "value", 6, 4)

func winograd(kind, input string, inputRank, outputRank int) *ir.OpDef {
	return &ir.OpDef{
		Name:    "linalg.winograd_" + kind + "_transform",
		Summary: "winograd " + kind + " transform operator",
		Operands: []ir.OperandDef{{Name: input, Type: tensorOfRank(inputRank)},
			{Name: "output", Type: tensorOfRank(outputRank)}},
		Results: []ir.ResultDef{{Name: "result", Type: tensorOfRank(outputRank)}},
		Attrs: []ir.AttrDef{{Name: "fmr",
			Type: constraint.Enum(WinogradSize, "allowed 32-bit signless integer cases: 0, 1, 2")}},
		Format: "attr-dict `fmr` `(` $fmr `)` `ins` `(` $" + input + " `:` type($" + input + ") `)` " +
			"`outs` `(` $output `:` type($output) `)` `->` type($result)",
		Effects: func(*ir.Op, func(ir.Effect)) {},
	}
}

func init() {
	WinogradFilter.Verify = verifyWinograd(verifyWinogradFilter)
	WinogradInput.Verify = verifyWinograd(verifyWinogradInput)
	WinogradOutput.Verify = verifyWinograd(verifyWinogradOutput)
}

// verifyWinograd checks what all three operations have in common, and the extents.
func verifyWinograd(extents func(op *ir.Op) error) func(op *ir.Op) error {
	return func(op *ir.Op) error {
		if from, to := elementOf(op.Operand(0).Type()), elementOf(op.Operand(1).Type()); from != to {
			return op.OpErrorf(codeLinalg, "failed to verify that all of {%s, output} have same element type",
				op.Def().Operands[0].Name)
		}
		if to, made := op.Operand(1).Type(), op.Result(0).Type(); to != made {
			return op.OpErrorf(codeLinalg,
				"expected type of operand #1 ('%v') to match type of corresponding result ('%v')", to, made)
		}
		return extents(op)
	}
}

func tensorOfRank(n int) ir.TypeConstraint {
	return ir.TypeConstraint{Summary: strconv.Itoa(n) + "D tensor of any type values",
		Match: func(t ir.Type) bool {
			tensor, ok := t.(*ir.TensorType)
			return ok && tensor.Ranked && len(tensor.Shape) == n
		}}
}

// WinogradTile is the form of a tile: how a transform changes its extent along each of two dimensions.
type WinogradTile struct {
	// M is the number of elements that a tile yields, R the extent of the filter.
	M, R int64
	// Along says whether the height and whether the width are transformed; a dimension that is not has extent
	// 1.
	Along [2]bool
}

// WinogradTileOf returns the form of the tiles of an operation. Its operands may be buffers already.
func WinogradTileOf(op *ir.Op) WinogradTile {
	size, _ := op.IntAttr("fmr")
	t := WinogradTile{M: winogradSizes[size].m, R: winogradSizes[size].r}
	for i := range t.Along {
		switch {
		case op.Is(WinogradFilter):
			t.Along[i] = dims(op.Operand(0))[1+i] == t.R
		case op.Is(WinogradInput):
			t.Along[i] = dims(op.Operand(1))[i] != 1
		default:
			t.Along[i] = dims(op.Operand(0))[i] != 1
		}
	}
	return t
}

func dims(v *ir.Value) []int64 { return v.Type().(ir.ShapedType).Dims() }

func verifyWinogradFilter(op *ir.Op) error {
	t, filter := WinogradTileOf(op), dims(op.Operand(0))
	for i, side := range []string{"height", "width"} {
		if !t.Along[i] && filter[1+i] != 1 {
			return op.OpErrorf(codeLinalg, "expect filter %s either equals to r or 1", side)
		}
	}
	if !t.Along[0] && !t.Along[1] {
		return op.OpErrorf(codeLinalg, "expect either filter height or width equals to r")
	}
	return t.expect(op, t.extent(0), t.extent(1), filter[3], filter[0])
}

// extent returns the extent of a transformed tile.
func (t WinogradTile) extent(side int) int64 {
	if t.Along[side] {
		return t.M + t.R - 1
	}
	return 1
}

// expect checks the extents of the output.
func (t WinogradTile) expect(op *ir.Op, want ...int64) error {
	if !ir.CompatibleShapes(want, dims(op.Operand(1))) {
		return op.OpErrorf(codeLinalg, "the output shape is not expected")
	}
	return nil
}

func verifyWinogradInput(op *ir.Op) error {
	t, input := WinogradTileOf(op), dims(op.Operand(0))
	tiles := [2]int64{input[1], input[2]}
	for i, n := range tiles {
		if n != ir.Dynamic && t.Along[i] {
			tiles[i] = (n - (t.R - 1)) / t.M
		}
	}
	return t.expect(op, t.extent(0), t.extent(1), tiles[0], tiles[1], input[0], input[3])
}

func verifyWinogradOutput(op *ir.Op) error {
	t, value := WinogradTileOf(op), dims(op.Operand(0))
	extents := [2]int64{value[2], value[3]}
	for i, side := range []string{"height", "width"} {
		if n := value[i]; n != ir.Dynamic && n != t.extent(i) {
			return op.OpErrorf(codeLinalg, "expect input %s equals to input tile size", side)
		}
		if extents[i] != ir.Dynamic && t.Along[i] {
			extents[i] *= t.M
		}
	}
	return t.expect(op, value[4], extents[0], extents[1], value[5])
}

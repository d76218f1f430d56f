package gpu

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/ir/text"
)

// ShuffleMode is #gpu<shuffle_mode xor>: it says how a lane computes the lane whose value it gets.
var ShuffleMode = &ir.EnumDef{Dialect: "gpu", Mnemonic: "shuffle_mode", Width: 32, Word: true,
	Cases: []ir.EnumCase{
		{Name: "xor", Value: 0}, {Name: "up", Value: 2}, {Name: "down", Value: 1}, {Name: "idx", Value: 3},
	}}

// BroadcastType is #gpu<broadcast specific_lane>: it says whose value all lanes get.
var BroadcastType = &ir.EnumDef{Dialect: "gpu", Mnemonic: "broadcast", Width: 32, Word: true,
	Cases: []ir.EnumCase{
		{Name: "first_active_lane", Value: firstActiveLane}, {Name: "specific_lane", Value: specificLane},
	}}

const (
	firstActiveLane = 0
	specificLane    = 1
)

// Shuffle is gpu.shuffle: every lane gets the value of another lane, and whether that lane exists.
var Shuffle = &ir.OpDef{
	Name:    "gpu.shuffle",
	Summary: "Shuffles values within a subgroup.",
	Operands: []ir.OperandDef{operand("value", scalarOrVector), operand("offset", i32),
		operand("width", i32)},
	Results: []ir.ResultDef{{Name: "shuffleResult", Type: scalarOrVector},
		{Name: "valid", Type: constraint.I1}},
	Attrs: []ir.AttrDef{
		{Name: "mode", Type: constraint.Enum(ShuffleMode, "Indexing modes supported by gpu.shuffle.")},
	},
	Traits:      ir.Pure,
	Format:      "$mode $value `,` $offset `,` $width attr-dict `:` type($value)",
	ResultNames: namedBoth("shuffleResult", "valid"),
	InferTypes:  valueAndFlag,
	Verify: func(op *ir.Op) error {
		return constraint.SameType(op, "value, shuffleResult", op.Operand(0), op.Result(0))
	},
}

// Rotate is gpu.rotate: every lane gets the value of the lane that is offset further, within groups of width
// lanes.
var Rotate = &ir.OpDef{
	Name:     "gpu.rotate",
	Summary:  "Rotate values within a subgroup.",
	Operands: []ir.OperandDef{operand("value", scalarOrVector)},
	Results: []ir.ResultDef{{Name: "rotateResult", Type: scalarOrVector},
		{Name: "valid", Type: constraint.I1}},
	Attrs: []ir.AttrDef{
		{Name: "offset", Type: integerAttr("32-bit signless integer attribute whose minimum value is 0",
			isI32, typeI32,
			func(n int64) bool { return n >= 0 })},
		{Name: "width",
			Type: integerAttr("32-bit signless integer attribute whose value is a power of two > 0", isI32,
				typeI32,
				isPowerOfTwo)},
	},
	Traits:      ir.Pure,
	Format:      "$value `,` $offset `,` $width attr-dict `:` type($value)",
	ResultNames: namedBoth("rotateResult", "valid"),
	InferTypes:  valueAndFlag,
	Verify:      verifyRotate,
}

// SubgroupBroadcast is gpu.subgroup_broadcast: all lanes get the value of one lane.
var SubgroupBroadcast = &ir.OpDef{
	Name:     "gpu.subgroup_broadcast",
	Summary:  "Broadcasts a value from the specific lane across subgroup",
	Operands: []ir.OperandDef{operand("src", constraint.AnyType), optional("lane", i32)},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.AnyType}},
	Attrs: []ir.AttrDef{
		{Name: "broadcast_type", Type: constraint.Enum(BroadcastType, "a lane to broadcast from")},
	},
	Traits: ir.Elementwise,
	Format: "$src `,` $broadcast_type ($lane^)? attr-dict `:` custom<SubgroupBroadcastType>(type($src), " +
		"type($result))",
	Effects:   func(*ir.Op, func(ir.Effect)) {},
	Speculate: func(op *ir.Op) bool { return broadcastType(op) == specificLane },
	Verify:    verifyBroadcast,
}

func init() {
	SubgroupBroadcast.Fold = foldBroadcast
	text.RegisterCustom("SubgroupBroadcastType",
		text.Custom{Parse: parseBroadcastType, Print: printBroadcastType})
}

// parseBroadcastType parses the type of the value, which is the same in every lane.
func parseBroadcastType(p ir.OpParser, b *text.Binder) error {
	t, err := p.Type()
	b.OperandTypes(0, []ir.Type{t})
	b.ResultTypes(0, []ir.Type{t})
	return err
}

func printBroadcastType(p ir.OpPrinter, op *ir.Op) { p.Type(op.Result(0).Type()) }

func valueAndFlag(c *ir.Context, s *ir.OpState) ([]ir.Type, error) {
	return []ir.Type{s.Operands[0].Type(), c.I1}, nil
}

func verifyRotate(op *ir.Op) error {
	if err := constraint.SameType(op, "value, rotateResult", op.Operand(0), op.Result(0)); err != nil {
		return err
	}
	offset, _ := op.IntAttr("offset")
	if width, _ := op.IntAttr("width"); uint32(offset) >= uint32(width) {
		return op.OpErrorf(codeGPU, "offset must be in the range [0, %d)", uint32(width))
	}
	return nil
}

func broadcastType(op *ir.Op) int64 {
	e, ok := op.Attr("broadcast_type").(*ir.EnumAttr)
	if !ok {
		return -1
	}
	return e.Value
}

// foldBroadcast folds the broadcast of a value that is the same in all lanes already.
func foldBroadcast(op *ir.Op, _ []ir.Attr) []ir.FoldResult {
	if op.Operand(0).DefinedBy(SubgroupBroadcast) == nil {
		return nil
	}
	return []ir.FoldResult{{Value: op.Operand(0)}}
}

func verifyBroadcast(op *ir.Op) error {
	if err := constraint.SameType(op, "result, src", op.Result(0), op.Operand(0)); err != nil {
		return err
	}
	lane := op.NumOperands() > 1
	switch {
	case broadcastType(op) == firstActiveLane && lane:
		return op.OpErrorf(codeGPU, "lane can only be specified for `specific_lane` broadcast")
	case broadcastType(op) == specificLane && !lane:
		return op.OpErrorf(codeGPU, "lane must be specified for `specific_lane` broadcast")
	}
	return nil
}

package convertgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// shuffleKinds maps the modes of gpu.shuffle to those of the instruction: PTX ISA, "shfl.sync".
var shuffleKinds = map[string]string{"xor": "bfly", "up": "up", "down": "down", "idx": "idx"}

// shuffle exchanges words between the first lanes of a subgroup, as many as the width says.
func shuffle(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	mode := op.Attr("mode").(*ir.EnumAttr)
	kind := shuffleKinds[gpu.ShuffleMode.CaseName(mode.Value)]
	words := wordsOf(c, args[0])
	if words == nil {
		return nil, false
	}
	number := func(n int64) *ir.Value { return llvmtypes.ConstInt(c.Builder, c.Ctx.I32, n) }
	unused := llvmtypes.Binary(c.Builder, llvm.Sub, number(warpSize), args[2])
	lanes := llvmtypes.Binary(c.Builder, llvm.LShr, number(-1), unused)
	clamp := unused
	if kind != "up" {
		clamp = llvmtypes.Binary(c.Builder, llvm.Sub, args[2], number(1))
	}
	value, _ := nvvm.ShuffleKind.CaseValue(kind)
	attrs := []ir.NamedAttr{{Name: "kind", Value: c.Ctx.Enum(nvvm.ShuffleKind, value)},
		{Name: "return_value_and_is_valid", Value: c.Ctx.Unit}}
	var valid *ir.Value
	for i, w := range words {
		both := c.Create(ir.OpState{Def: nvvm.Shuffle, Operands: []*ir.Value{lanes, w, args[1], clamp},
			Results: []ir.Type{llvm.StructType(c.Ctx, w.Type(), c.Ctx.I1)}, Attrs: attrs}).Result(0)
		words[i], valid = llvmtypes.Extract(c.Builder, both, 0), llvmtypes.Extract(c.Builder, both, 1)
	}
	return []*ir.Value{fromWords(c, args[0].Type(), words), valid}, true
}

// wordsOf returns a value as words of 32 bits, low ones first; nil if it has more than two.
func wordsOf(c *llvmtypes.Conversion, v *ir.Value) []*ir.Value {
	if f, ok := v.Type().(*ir.FloatType); ok && f.Kind == ir.F32 {
		return []*ir.Value{v}
	}
	width := bitsOf(v.Type())
	if width == 0 || width > 64 {
		return nil
	}
	if _, ok := v.Type().(*ir.IntegerType); !ok {
		v = llvmtypes.Cast(c.Builder, llvm.Bitcast, v, c.Ctx.Integer(width))
	}
	switch {
	case width == 32:
		return []*ir.Value{v}
	case width < 32:
		return []*ir.Value{llvmtypes.Cast(c.Builder, llvm.ZExt, v, c.Ctx.I32)}
	case width < 64:
		v = llvmtypes.Cast(c.Builder, llvm.ZExt, v, c.Ctx.I64)
	}
	high := llvmtypes.Binary(c.Builder, llvm.LShr, v, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, 32))
	return []*ir.Value{llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Ctx.I32),
		llvmtypes.Cast(c.Builder, llvm.Trunc, high, c.Ctx.I32)}
}

// fromWords is the reverse.
func fromWords(c *llvmtypes.Conversion, t ir.Type, words []*ir.Value) *ir.Value {
	width := bitsOf(t)
	v := words[0]
	switch {
	case v.Type() == t:
		return v
	case width < 32:
		v = llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Ctx.Integer(width))
	case width > 32:
		low, high := llvmtypes.Cast(c.Builder, llvm.ZExt, v, c.Ctx.I64),
			llvmtypes.Cast(c.Builder, llvm.ZExt, words[1], c.Ctx.I64)
		high = llvmtypes.Binary(c.Builder, llvm.Shl, high, llvmtypes.ConstInt(c.Builder, c.Ctx.I64, 32))
		if v = llvmtypes.Binary(c.Builder, llvm.Or, low, high); width < 64 {
			v = llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Ctx.Integer(width))
		}
	}
	if v.Type() == t {
		return v
	}
	return llvmtypes.Cast(c.Builder, llvm.Bitcast, v, t)
}

// bitsOf returns the bits of a number or of a vector of numbers, 0 for other types.
func bitsOf(t ir.Type) uint32 {
	switch t := t.(type) {
	case *ir.IntegerType:
		return t.Width
	case *ir.FloatType:
		return uint32(t.Width())
	case *ir.VectorType:
		if len(t.Shape) == 1 && t.Scalable == nil && t.Shape[0] <= 64 {
			return uint32(t.Shape[0]) * bitsOf(t.Elem)
		}
	}
	return 0
}

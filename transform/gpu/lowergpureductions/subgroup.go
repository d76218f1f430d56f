package lowergpureductions

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
)

// exchange combines the values of size lanes that are stride apart, so that each of them has the result: in
// each step a lane combines its value with that of the lane whose number differs in one bit.
func exchange(b *ir.Builder, v *ir.Value, stride, size int64, combine combiner) *ir.Value {
	for distance := stride; distance < size*stride; distance *= 2 {
		v = combine(b, v, fromLane(b, v, distance))
	}
	return v
}

// fromLane returns the value of the lane whose number differs by a power of two. What is narrower than 32
// bits is widened for the way.
func fromLane(b *ir.Builder, v *ir.Value, distance int64) *ir.Value {
	t := v.Type()
	width := nvgpu.Bits(t)
	if width >= 32 {
		return shuffle(b, v, distance)
	}
	integer := ir.Type(b.Ctx.Integer(uint32(width)))
	if integer != t {
		v = arith.Cast(b, arith.Bitcast, v, integer)
	}
	v = arith.Cast(b, arith.TruncI, shuffle(b, arith.Cast(b, arith.ExtUI, v, b.Ctx.I32), distance), integer)
	if integer != t {
		v = arith.Cast(b, arith.Bitcast, v, t)
	}
	return v
}

func shuffle(b *ir.Builder, v *ir.Value, distance int64) *ir.Value {
	operands := []*ir.Value{v, arith.ConstInt(b, b.Ctx.I32, distance),
		arith.ConstInt(b, b.Ctx.I32, subgroupSize)}
	return b.Create(ir.OpState{Def: gpu.Shuffle, Operands: operands, Results: []ir.Type{v.Type(), b.Ctx.I1},
		Attrs: []ir.NamedAttr{{Name: "mode", Value: b.Ctx.Enum(gpu.ShuffleMode, 0)}}}).Result(0)
}

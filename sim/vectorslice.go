package sim

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

func init() {
	register(map[string]emitter{
		"vector.transpose":             emitVectorTranspose,
		"vector.extract_strided_slice": emitExtractStrided,
		"vector.insert_strided_slice":  emitInsertStrided,
		"vector.interleave":            emitInterleave,
		"vector.deinterleave":          emitDeinterleave,
	})
}

// lanesAt returns the registers of some elements of a vector. The vector is in the registers from source on
// and has the given shape; result is the shape of the selected elements. The element of the result at
// subscripts at is the vector's element whose subscript in dimension d is of(at, d).
func lanesAt(source int32, shape, result []int64, of func(at []int64, d int) int64) []int32 {
	n := int64(1)
	for _, extent := range result {
		n *= extent
	}
	from, at := make([]int32, n), make([]int64, len(result))
	for i := range from {
		lane := int64(0)
		for d, extent := range shape {
			lane = lane*extent + of(at, d)
		}
		from[i] = source + int32(lane)
		value.Advance(at, result)
	}
	return from
}

func shapeOf(v *ir.Value) []int64 { return v.Type().(*ir.VectorType).Shape }

// emitVectorTranspose permutes dimensions: dimension i of the result is dimension permutation[i] of the
// operand.
func emitVectorTranspose(c *compiler, op *ir.Op) error {
	inverse := make([]int, len(shapeOf(op.Operand(0))))
	for i, d := range op.Ints("permutation") {
		inverse[d] = i
	}
	return c.pick(op, lanesAt(c.operand(op, 0), shapeOf(op.Operand(0)), shapeOf(op.Result(0)),
		func(at []int64, d int) int64 { return at[inverse[d]] }))
}

// integers returns the elements of an array of integers.
func integers(op *ir.Op, attr string) []int64 {
	elems := op.Attr(attr).(*ir.ArrayAttr).Elems
	out := make([]int64, len(elems))
	for i, a := range elems {
		out[i] = a.(*ir.IntegerAttr).Value
	}
	return out
}

func emitExtractStrided(c *compiler, op *ir.Op) error {
	offsets := integers(op, "offsets")
	return c.pick(op, lanesAt(c.operand(op, 0), shapeOf(op.Operand(0)), shapeOf(op.Result(0)),
		func(at []int64, d int) int64 {
			if d < len(offsets) {
				return offsets[d] + at[d]
			}
			return at[d]
		}))
}

// emitInsertStrided replaces lanes of the whole vector by those of the part, which may lack leading
// dimensions.
func emitInsertStrided(c *compiler, op *ir.Op) error {
	part, whole := shapeOf(op.Operand(0)), shapeOf(op.Operand(1))
	offsets, lead := integers(op, "offsets"), len(whole)-len(part)
	from := laneRange(c.operand(op, 1), laneCount(op.Operand(1).Type()))
	places := lanesAt(0, whole, part, func(at []int64, d int) int64 {
		if d < lead {
			return offsets[d]
		}
		return offsets[d] + at[d-lead]
	})
	for i, lane := range places {
		from[lane] = c.operand(op, 0) + int32(i)
	}
	return c.pick(op, from)
}

func emitInterleave(c *compiler, op *ir.Op) error {
	from := make([]int32, laneCount(op.Result(0).Type()))
	for i := range from {
		from[i] = c.operand(op, i%2) + int32(i/2)
	}
	return c.pick(op, from)
}

func emitDeinterleave(c *compiler, op *ir.Op) error {
	n := laneCount(op.Result(0).Type())
	for half := range int32(2) {
		from := make([]int32, n)
		for i := range from {
			from[i] = c.operand(op, 0) + 2*int32(i) + half
		}
		c.emit(instr{exec: execPick, dst: c.result(op, int(half)), args: from})
	}
	return nil
}

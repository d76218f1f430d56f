package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// typeCast makes a descriptor with the pointers of another. It leaves alone what would see numbers as vectors
// between which LLVM has gaps: vector<3xf32> takes 16 bytes there.
func typeCast(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	from, to := op.Operand(0).Type().(*ir.MemRefType), op.Result(0).Type().(*ir.MemRefType)
	t := c.Types.Type(to)
	if t == nil || isVector(from.Elem) != isVector(to.Elem) && !isDense(from.Elem) && !isDense(to.Elem) {
		return nil, false
	}
	source, d := c.DescriptorOf(args[0]), c.NewDescriptor(t)
	d.SetAllocated(source.Allocated())
	d.SetAligned(source.Aligned())
	d.SetOffset(c.ConstIndex(0))
	for i, stride := range memref.RowMajor(to.Shape) {
		d.SetSize(i, c.ConstIndex(to.Shape[i]))
		d.SetStride(i, c.ConstIndex(stride))
	}
	return one(d.V)
}

func isVector(t ir.Type) bool { return vectorOf(t) != nil }

// isDense reports whether LLVM has rows of a vector next to each other, as numbers are.
func isDense(t ir.Type) bool {
	v := vectorOf(t)
	if v == nil {
		return false
	}
	n := lastExtent(v) * ir.MemoryBytes(v.Elem)
	return n&(n-1) == 0 && isWholeBytes(v.Elem)
}

// isWholeBytes reports whether a number takes as many bits in a vector as on its own.
func isWholeBytes(t ir.Type) bool {
	switch t := t.(type) {
	case *ir.IntegerType:
		return int64(t.Width) == 8*ir.MemoryBytes(t)
	case *ir.FloatType:
		return int64(t.Width()) == 8*ir.MemoryBytes(t)
	}
	return true
}

// lastExtent returns the length of a row.
func lastExtent(t *ir.VectorType) int64 {
	if len(t.Shape) == 0 {
		return 1
	}
	return t.Shape[len(t.Shape)-1]
}

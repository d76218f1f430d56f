package asyncparallelfor

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// allocate makes memory for what the blocks reduce, an element for each block.
func (l *loop) allocate(b *ir.Builder, count *ir.Value) []*ir.Value {
	partials := make([]*ir.Value, len(l.inits))
	for i, t := range l.types() {
		partials[i] = memref.NewAlloc(b, b.Ctx.MemRef([]int64{ir.Dynamic}, t, nil, nil), count)
	}
	return partials
}

// gather combines the initial values with what the blocks have reduced, in the order of the blocks, and frees
// the memory.
func (l *loop) gather(b *ir.Builder, count *ir.Value, partials []*ir.Value) []*ir.Value {
	if len(partials) == 0 {
		return nil
	}
	zero, one := arith.ConstIndex(b, 0), arith.ConstIndex(b, 1)
	results := scf.NewForCarrying(b, zero, count, one, l.inits,
		func(b *ir.Builder, i *ir.Value, carried []*ir.Value) []*ir.Value {
			values := make([]*ir.Value, len(partials))
			for k, m := range partials {
				values[k] = memref.NewLoad(b, m, i)
			}
			return l.combine(b, ir.NewMapping(), carried, values)
		}).Results()
	for _, m := range partials {
		memref.NewDealloc(b, m)
	}
	return results
}

// startsNeutral reports whether all reductions have a neutral element.
func (l *loop) startsNeutral() bool {
	for i := range l.inits {
		if neutralAttr(l.reduce, i) == nil {
			return false
		}
	}
	return true
}

// neutral makes the neutral elements of all reductions, and reports whether they have one.
func (l *loop) neutral(b *ir.Builder) ([]*ir.Value, bool) {
	if !l.startsNeutral() {
		return nil, false
	}
	vs := make([]*ir.Value, len(l.inits))
	for i := range vs {
		vs[i] = arith.NewConstant(b, neutralAttr(l.reduce, i))
	}
	return vs, true
}

// neutralAttr returns the neutral element of reduction i of an scf.reduce, nil if it is none that is known:
// one operation on two scalars.
func neutralAttr(reduce *ir.Op, i int) ir.Attr {
	block := reduce.Region(i).Entry()
	op, result := block.First(), block.Last().Operand(0)
	if op.Next() != block.Last() || op.NumResults() != 1 || op.Result(0) != result || op.NumOperands() != 2 ||
		op.Operand(0) == op.Operand(1) || op.Operand(0).Owner() != block || op.Operand(1).Owner() != block {
		return nil
	}
	switch t := result.Type().(type) {
	case *ir.FloatType:
		if v, ok := neutralFloats[op.Def()]; ok && (t == op.Context().F32 || t == op.Context().F64) {
			return op.Context().FloatValue(t, v)
		}
	case *ir.IntegerType:
		return neutralInt(op, t, t.Width)
	case *ir.IndexType:
		return neutralInt(op, t, 64)
	}
	return nil
}

// neutralFloats are the numbers that change nothing, not even the sign of a zero.
var neutralFloats = map[*ir.OpDef]float64{
	arith.AddF: math.Copysign(0, -1), arith.MulF: 1, arith.MaximumF: math.Inf(-1),
	arith.MinimumF: math.Inf(1),
	arith.MaxNumF:  math.NaN(), arith.MinNumF: math.NaN(),
}

func neutralInt(op *ir.Op, t ir.Type, width uint32) ir.Attr {
	if width > 64 || width == 0 {
		return nil
	}
	largest := int64(math.MaxInt64) >> (64 - width)
	c := op.Context()
	switch op.Def() {
	case arith.AddI, arith.OrI, arith.XOrI, arith.MaxUI:
		return c.Int(t, 0)
	case arith.MulI:
		return c.Int(t, 1)
	case arith.AndI, arith.MinUI:
		return c.Int(t, -1)
	case arith.MaxSI:
		return c.Int(t, -largest-1)
	case arith.MinSI:
		return c.Int(t, largest)
	}
	return nil
}

package streamtoasync

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// kernel is what a dispatch does: it reads ranges of memory and numbers, and writes ranges.
type kernel struct {
	entries       *ir.ArrayAttr // of which it is one, nil if it is of no dispatch
	callee        *ir.ArrayAttr // the function that it is, nil if it is of no call
	numbers       []*ir.Value
	reads, writes []*ir.Value
	returns       bool // numbers
}

func entriesOf(op *ir.Op) *ir.ArrayAttr { return op.Attr("entry_points").(*ir.ArrayAttr) }

// opaque makes what stands for a kernel: a number of all that is read, of which each byte that is written is
// made. Each range is read and written as a whole. If the kernel returns numbers, opaque returns the number.
func (l *lowering) opaque(k *kernel) *ir.Value {
	if len(k.reads)+len(k.writes) == 0 && !k.returns {
		return nil
	}
	number := memref.NewAlloca(l.Builder, l.Ctx.MemRef(nil, l.Ctx.I64, nil, nil))
	first := int64(0)
	if k.entries != nil {
		number.DefiningOp().SetAttr(stream.EntryPointsAttr, k.entries)
		first = stream.Seed(k.entries)
	} else if k.callee != nil {
		first = stream.Seed(k.callee)
	}
	seed := arith.ConstInt(l.Builder, l.Ctx.I64, first)
	for _, v := range k.numbers {
		if n := l.asNumber(v); n != nil {
			seed = l.mixed(l.Builder, seed, n)
		}
	}
	memref.NewStore(l.Builder, seed, number)
	scalar, vector := affine.NewMap(1, 0), affine.Identity(1)
	for _, m := range k.reads {
		linalg.NewGeneric(l.Builder, []*ir.Value{m}, number, []*affine.Map{vector, scalar},
			[]int64{linalg.ReductionLoop}, func(b *ir.Builder, e []*ir.Value) *ir.Value {
				return l.mixed(b, e[1], arith.Cast(b, arith.ExtUI, e[0], b.Ctx.I64))
			})
	}
	for _, m := range k.writes {
		linalg.NewGeneric(l.Builder, []*ir.Value{number}, m, []*affine.Map{scalar, vector},
			[]int64{linalg.ParallelLoop}, func(b *ir.Builder, e []*ir.Value) *ir.Value {
				place := b.Create(ir.OpState{Def: linalg.Index, Results: []ir.Type{b.Ctx.Index},
					Attrs: []ir.NamedAttr{{Name: "dim", Value: b.Ctx.Int(b.Ctx.I64, 0)}}}).Result(0)
				at := arith.Cast(b, arith.IndexCast, place, b.Ctx.I64)
				return arith.Cast(b, arith.TruncI, l.mixed(b, e[0], at), b.Ctx.I8)
			})
	}
	if !k.returns {
		return nil
	}
	return memref.NewLoad(l.Builder, number)
}

// mixed makes a number of two, which depends on both and on their order.
func (l *lowering) mixed(b *ir.Builder, x, y *ir.Value) *ir.Value {
	return arith.Binary(b, arith.AddI, arith.Binary(b, arith.MulI, x, arith.ConstInt(b, b.Ctx.I64, 31)), y)
}

// asNumber makes an integer of 64 bits of a number, nil if it is of a type that does not become one.
func (l *lowering) asNumber(v *ir.Value) *ir.Value {
	switch t := v.Type().(type) {
	case *ir.IndexType:
		return arith.Cast(l.Builder, arith.IndexCast, v, l.Ctx.I64)
	case *ir.IntegerType:
		switch {
		case t.Width < 64:
			return arith.Cast(l.Builder, arith.ExtUI, v, l.Ctx.I64)
		case t.Width == 64:
			return v
		}
		return arith.Cast(l.Builder, arith.TruncI, v, l.Ctx.I64)
	case *ir.FloatType:
		return l.asNumber(arith.Cast(l.Builder, arith.Bitcast, v, l.Ctx.Integer(uint32(ir.MemoryBytes(t))*8)))
	}
	return nil
}

// cmdDispatch does what its function does, if the module has it. Else it reads and writes the ranges that it
// names.
func (l *lowering) cmdDispatch(op *ir.Op) ([]*ir.Value, error) {
	k := kernel{entries: entriesOf(op)}
	k.numbers = append(k.numbers, stream.AllNamed(op, "workload")...)
	k.numbers = append(k.numbers, stream.AllNamed(op, "uniform_operands")...)
	ranges := l.ranges(op, "resources", "resource_offsets", "resource_lengths")
	if l.code(op, ranges) {
		return nil, nil
	}
	l.access(&k, op, ranges)
	l.opaque(&k)
	return nil, nil
}

// ranges returns the ranges of memory that an operation names; an operand that is a number has nil.
func (l *lowering) ranges(op *ir.Op, of, offset, length string) []*ir.Value {
	operands := stream.AllNamed(op, of)
	offsets, lengths := stream.AllNamed(op, offset), stream.AllNamed(op, length)
	list := make([]*ir.Value, len(operands))
	at := 0
	for i, v := range operands {
		if isMemory(v) {
			list[i] = l.view(v, offsets[at], lengths[at], l.bytes())
			at++
		}
	}
	return list
}

// access lets a kernel do to ranges what the operation says of each.
func (l *lowering) access(k *kernel, op *ir.Op, ranges []*ir.Value) {
	kinds := stream.Accesses(op)
	at := 0
	for i, v := range ranges {
		if v == nil {
			k.numbers = append(k.numbers, stream.AllNamed(op, "resource_operands")[i])
			continue
		}
		if kinds[at].Reads() {
			k.reads = append(k.reads, v)
		}
		if kinds[at].Writes() {
			k.writes = append(k.writes, v)
		}
		at++
	}
}

// asyncDispatch reads the ranges of its operands, and writes its results.
func (l *lowering) asyncDispatch(op *ir.Op) ([]*ir.Value, error) {
	return l.withResults(op, &kernel{entries: entriesOf(op), numbers: stream.AllNamed(op, "workload")})
}

// withResults lets a kernel read the ranges of an operation's operands, and write its results.
func (l *lowering) withResults(op *ir.Op, k *kernel) ([]*ir.Value, error) {
	operands := stream.AllNamed(op, "resource_operands")
	ranges := l.ranges(op, "resource_operands", "resource_operand_offsets", "resource_operand_lengths")
	for i, v := range ranges {
		if v == nil {
			k.numbers = append(k.numbers, operands[i])
		} else {
			k.reads = append(k.reads, v)
		}
	}
	results, err := l.results(op, operands)
	if err != nil {
		return nil, err
	}
	for i, r := range results {
		if r == nil {
			continue // a number
		}
		if tie := stream.Tie(op, i); tie >= 0 && r == operands[tie] {
			r = ranges[tie]
		}
		k.writes = append(k.writes, r)
	}
	seed := l.opaque(k)
	for i, r := range results {
		if r == nil {
			results[i] = l.returned(seed, i, op.Result(i).Type())
		}
	}
	return results, nil
}

// results returns the memory of an operation's results: that of the operands that they are tied to, or new
// memory. Outside of work values do not change: a tied operand that others use is copied. A result that is a
// number has nil.
func (l *lowering) results(op *ir.Op, operands []*ir.Value) ([]*ir.Value, error) {
	var list []*ir.Value
	sizes := stream.AllNamed(op, "result_sizes")
	for i := 0; len(sizes) > 0 || i < op.NumResults() && op.Is(stream.AsyncCall); i++ {
		if !isMemory(op.Result(i)) {
			list = append(list, nil)
			continue
		}
		size := sizes[0]
		sizes = sizes[1:]
		tie := stream.Tie(op, i)
		switch {
		case tie < 0:
			list = append(list, l.newMemory(size))
		case l.task != nil || !l.copied[op]:
			list = append(list, operands[tie])
		default:
			made := l.newMemory(size)
			l.copyRange(operands[tie], l.zero(), made, l.zero(), size)
			list = append(list, made)
		}
	}
	return list, nil
}

package asynctostream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/linalg"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// kernel makes a dispatch of the operations that stand for one: a number is made of numbers, then of all
// bytes that are read, and each byte that is written is made of it. It returns how many operations they are.
func (l *raising) kernel(ops []*ir.Op) (int, error) {
	store := ops[0]
	alloca := store.Operand(1).DefiningOp()
	entries, ok := alloca.Attr(stream.EntryPointsAttr).(*ir.ArrayAttr)
	if !ok {
		return 0, store.Errorf(code, "a kernel without %s has no counterpart in IREE's stream dialect",
			stream.EntryPointsAttr).Suggest("give its memref.alloca the attribute, as stream-to-async does")
	}
	numbers, first := l.numbers(store.Operand(0))
	if n, ok := constant(first); !ok || n != stream.Seed(entries) {
		return 0, store.Errorf(code, "the number of this kernel is not that of its entry points").
			Suggest("leave the first number as stream-to-async makes it, %d", stream.Seed(entries))
	}
	var reads, writes []*ir.Value
	n := 1
	for ; n < len(ops) && ops[n].Is(linalg.Generic); n++ {
		switch {
		case len(writes) == 0 && l.reads(ops[n], alloca.Result(0)):
			reads = append(reads, ops[n].Operand(0))
		case l.writes(ops[n], alloca.Result(0)):
			writes = append(writes, ops[n].Operand(1))
		default:
			return 0, ops[n].Errorf(code, "'%s' stands for no command of a device", ops[n].Name()).
				Suggest("docs/systems.md says which kernels are converted")
		}
	}
	if uses := slices.Collect(alloca.Result(0).Uses()); len(uses) != n {
		return 0, store.Errorf(code, "the number of this kernel is used outside of it").
			Suggest("leave kernels as stream-to-async makes them")
	}
	return n, l.dispatch(entries, numbers, reads, writes, store)
}

// numbers takes apart the number that a kernel starts with.
func (l *raising) numbers(v *ir.Value) (numbers []*ir.Value, first *ir.Value) {
	for {
		before, n, ok := mixed(v)
		if !ok {
			slices.Reverse(numbers)
			return numbers, v
		}
		numbers, v = append(numbers, number(n)), before
	}
}

// number returns what was made an integer of 64 bits.
func number(v *ir.Value) *ir.Value {
	if op := v.DefinedBy(arith.IndexCast); op != nil {
		return op.Operand(0)
	}
	for _, def := range []*ir.OpDef{arith.ExtUI, arith.TruncI} {
		if op := v.DefinedBy(def); op != nil {
			v = op.Operand(0)
			break
		}
	}
	if op := v.DefinedBy(arith.Bitcast); op != nil {
		if _, float := op.Operand(0).Type().(*ir.FloatType); float {
			return op.Operand(0)
		}
	}
	return v
}

// mixed takes apart 31 * x + y.
func mixed(v *ir.Value) (x, y *ir.Value, ok bool) {
	add := v.DefinedBy(arith.AddI)
	if add == nil {
		return nil, nil, false
	}
	mul := add.Operand(0).DefinedBy(arith.MulI)
	if mul == nil {
		return nil, nil, false
	}
	n, ok := constant(mul.Operand(1))
	return mul.Operand(0), add.Operand(1), ok && n == 31
}

// reads reports whether an operation adds the bytes of a range to the number of a kernel.
func (l *raising) reads(op *ir.Op, number *ir.Value) bool {
	vector, scalar := affine.Identity(1), affine.NewMap(1, 0)
	if !l.isLoop(op, linalg.ReductionLoop, vector, scalar) || op.Operand(1) != number ||
		!stream.IsResource(op.Operand(0).Type()) {
		return false
	}
	x, y, ok := mixed(op.Body().Terminator().Operand(0))
	return ok && x == op.Body().Arg(1) && isCast(y, arith.ExtUI, op.Body().Arg(0))
}

// writes reports whether an operation makes the bytes of a range of the number of a kernel and of their
// places.
func (l *raising) writes(op *ir.Op, number *ir.Value) bool {
	vector, scalar := affine.Identity(1), affine.NewMap(1, 0)
	if !l.isLoop(op, linalg.ParallelLoop, scalar, vector) || op.Operand(0) != number ||
		!stream.IsResource(op.Operand(1).Type()) {
		return false
	}
	cut := op.Body().Terminator().Operand(0).DefinedBy(arith.TruncI)
	if cut == nil {
		return false
	}
	x, y, ok := mixed(cut.Operand(0))
	if !ok || x != op.Body().Arg(0) {
		return false
	}
	place := y.DefinedBy(arith.IndexCast)
	return place != nil && place.Operand(0).DefinedBy(linalg.Index) != nil
}

func isCast(v *ir.Value, def *ir.OpDef, of *ir.Value) bool {
	op := v.DefinedBy(def)
	return op != nil && op.Operand(0) == of
}

// isLoop reports whether an operation has one loop of a kind, one input, one output, and these maps.
func (l *raising) isLoop(op *ir.Op, kind int64, maps ...*affine.Map) bool {
	if op.NumOperands() != 2 || op.NumResults() != 0 {
		return false
	}
	want := make([]ir.Attr, len(maps))
	for i, m := range maps {
		want[i] = l.Ctx.AffineMap(m)
	}
	return op.Attr("indexing_maps") == ir.Attr(l.Ctx.Array(want)) &&
		op.Attr("iterator_types") == ir.Attr(l.Ctx.Array([]ir.Attr{l.Ctx.Enum(linalg.IteratorType, kind)}))
}

// dispatch makes the dispatch. What is read and then written in the same range is one range.
func (l *raising) dispatch(entries *ir.ArrayAttr, numbers, reads, writes []*ir.Value, at *ir.Op) error {
	var ranges []*ir.Value
	var kinds []ir.Attr
	add := func(kind stream.Access, list ...*ir.Value) {
		for _, v := range list {
			ranges, kinds = append(ranges, v), append(kinds, l.Ctx.Int(l.Ctx.I32, int64(kind)))
		}
	}
	for _, v := range reads {
		k := slices.Index(writes, v)
		if k < 0 {
			add(stream.ReadOnly, v)
			continue
		}
		add(stream.WriteOnly, writes[:k]...)
		add(stream.ReadWrite, v)
		writes = writes[k+1:]
	}
	add(stream.WriteOnly, writes...)
	n, k := int64(len(numbers)), int64(len(ranges))
	resources, sizes, offsets, lengths := []*ir.Value{}, []*ir.Value{}, []*ir.Value{}, []*ir.Value{}
	for _, v := range ranges {
		s, err := l.rangeOf(at, v)
		if err != nil {
			return err
		}
		resources, sizes = append(resources, l.work.arg(s.root)), append(sizes, l.sizeOf(s.root))
		offsets, lengths = append(offsets, s.offset), append(lengths, s.length)
	}
	l.Op(stream.CmdDispatch, slices.Concat(numbers, resources, sizes, offsets, lengths),
		ir.NamedAttr{Name: "entry_points", Value: entries},
		ir.NamedAttr{Name: "resource_accesses", Value: l.Ctx.Array(kinds)},
		ir.NamedAttr{Name: "operandSegmentSizes", Value: l.Ctx.I32Array(0, n, k, k, k, k)})
	return nil
}

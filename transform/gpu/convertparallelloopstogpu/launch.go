package convertparallelloopstogpu

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// nest is a nest of parallel loops that becomes a launch.
type nest struct {
	top    *ir.Op
	launch *ir.Op
	b      *ir.Builder // in the launch
	m      *ir.Mapping // from the loops to the launch
	bounds map[int64]*ir.Value
}

// convert makes a launch of a nest of loops, in its place. With an error the loops are as they were.
func convert(top *ir.Op) error {
	before := top.Prev()
	err := replace(top)
	if err != nil {
		for op := top.Prev(); op != before; op = top.Prev() {
			op.Erase()
		}
	}
	return err
}

func replace(top *ir.Op) error {
	if !top.Unused() {
		return top.Errorf(codeParallel,
			"the results of this loop are used outside of the kernel").Suggest("store them in the loop")
	}
	b := ir.At(top)
	one := arith.ConstIndex(b, 1)
	all := [3]*ir.Value{one, one, one}
	n := &nest{top: top, m: ir.NewMapping(), bounds: map[int64]*ir.Value{}}
	n.launch = gpu.NewLaunch(b, gpu.Configuration{Grid: all, Block: all})
	n.launch.SetAttr(visitedAttr, b.Ctx.Unit)
	n.b = ir.At(n.launch.Body().Last())
	n.b.Loc = top.Loc()
	if err := n.loop(top); err != nil {
		return err
	}
	first, _ := n.launch.OperandGroup(1)
	for processor, v := range n.bounds {
		n.launch.SetOperand(first+int(processor), v)
	}
	top.Erase()
	return nil
}

// loop puts what a parallel loop does at the insertion point.
func (n *nest) loop(op *ir.Op) error {
	if op.NumResults() > 1 || op == n.top && op.NumResults() > 0 {
		return op.Errorf(codeParallel, "this loop reduces %d values", op.NumResults())
	}
	for _, a := range op.Attrs() {
		if a.Name != mappingAttr {
			n.launch.SetAttr(a.Name, a.Value)
		}
	}
	behind := n.b.Save()
	nested, err := n.dimensions(op)
	if err != nil {
		return err
	}
	if err := n.body(op); err != nil {
		return err
	}
	if err := n.reduction(op, nested); err != nil {
		return err
	}
	n.b.Restore(behind)
	return nil
}

// body clones what is in a loop. What stands beside inner loops, and others see, the first of the threads
// that these run on does; it must not write what the inner loops access.
func (n *nest) body(op *ir.Op) error {
	var writes []*ir.Value
	var done []*ir.Op // inner loops
	processors := processorsIn(op)
	for inner := range op.Body().OpsWithoutTerminator() {
		if inner.Is(scf.Parallel) {
			if touches(inner, writes) {
				return inner.Errorf(codeParallel, "the loop around writes what this loop may access")
			}
			if err := n.loop(inner); err != nil {
				return err
			}
			done = append(done, inner)
			continue
		}
		known, all := n.seen(inner)
		switch {
		case len(processors) == 0 || all && len(known) == 0:
			writes = append(writes, known...)
			n.b.Clone(inner, n.m)
			continue
		case !all || !inner.Unused():
			return inner.Errorf(codeParallel,
				"one thread alone can do this, but not all of what it does is known, or others need its "+
					"results")
		}
		for _, loop := range done {
			if touches(loop, known) {
				return inner.Errorf(codeParallel,
					"this happens behind an inner loop, when not all of its threads may have come so far")
			}
		}
		writes = append(writes, known...)
		scf.NewIf(n.b, n.first(processors), func(b *ir.Builder) { b.Clone(inner, n.m) }, nil)
	}
	return nil
}

// processorsIn returns the processors that the loops in an operation are mapped to.
func processorsIn(op *ir.Op) (list []int64) {
	for _, inner := range op.Find(scf.Parallel) {
		mapping, _ := inner.Attr(mappingAttr).(*ir.ArrayAttr)
		if inner == op || mapping == nil {
			continue
		}
		for _, e := range mapping.Elems {
			if a, ok := e.(*ir.ParametricAttr); ok && a.Def == gpu.LoopDimMap &&
				a.Params[0].(*ir.EnumAttr).Value != gpu.Sequential {
				list = append(list, a.Params[0].(*ir.EnumAttr).Value)
			}
		}
	}
	return list
}

// first makes the condition that a thread is the first one on some processors.
func (n *nest) first(processors []int64) *ir.Value {
	zero := arith.ConstIndex(n.b, 0)
	var all *ir.Value
	for _, p := range processors {
		one := arith.Cmp(n.b, arith.EQ, n.launch.Body().Arg(int(p)), zero)
		if all == nil {
			all = one
		} else {
			all = arith.Binary(n.b, arith.AndI, all, one)
		}
	}
	return all
}

// seen returns the memory that an operation writes and that others than its thread see, and whether that is
// all.
func (n *nest) seen(op *ir.Op) (list []*ir.Value, all bool) {
	list, all = written(op)
	list = slices.DeleteFunc(list, func(v *ir.Value) bool {
		return v != nil && isAllocation(rootOf(v)) && !n.outside(rootOf(v))
	})
	return list, all
}

// reduction makes a gpu.all_reduce of what a loop reduces. In a loop or condition that was made for a
// dimension its value cannot leave.
func (n *nest) reduction(op *ir.Op, nested bool) error {
	if op.NumResults() == 0 {
		return nil
	}
	reduce := op.Body().Last()
	if nested || reduce.NumOperands() != 1 || !isScalar(reduce.Operand(0).Type()) {
		return op.Errorf(codeParallel, "the reduction of this loop is not one of a number over threads alone")
	}
	value := n.m.Lookup(reduce.Operand(0))
	combine := reduce.Region(0).Entry()
	block := n.b.NewBlock(value.Type(), value.Type())
	n.b.InBlock(block, func() {
		n.b.Create(ir.OpState{Def: gpu.Yield,
			Operands: []*ir.Value{n.combined(combine, block.Arg(0), block.Arg(1))}, Results: []ir.Type{}})
	})
	all := n.b.Create(ir.OpState{Def: gpu.AllReduce, Operands: []*ir.Value{value},
		Results: []ir.Type{value.Type()}, Regions: []*ir.Region{n.b.NewRegion(block)}})
	n.m.Map(op.Result(0), n.combined(combine, n.m.Lookup(op.OperandsOf(3)[0]), all.Result(0)))
	return nil
}

// combined clones what combines two values.
func (n *nest) combined(combine *ir.Block, x, y *ir.Value) *ir.Value {
	m := ir.NewMapping()
	m.Map(combine.Arg(0), x)
	m.Map(combine.Arg(1), y)
	for op := range combine.OpsWithoutTerminator() {
		n.b.Clone(op, m)
	}
	return m.Lookup(combine.Last().Operand(0))
}

func isScalar(t ir.Type) bool { return constraint.IsSignlessInteger(t) || constraint.IsFloat(t) }

// written returns the memory that an operation writes, and whether that is all.
func written(op *ir.Op) (list []*ir.Value, all bool) {
	all = true
	for inner := range op.Walk() {
		if inner.Def().Effects == nil {
			all = all && inner.Has(ir.Pure|ir.RecursiveEffects|ir.Terminator)
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			if e.Kind == ir.Write || e.Kind == ir.Free {
				list = append(list, e.Value)
				all = all && e.Value != nil
			}
		})
	}
	return list, all
}

// touches reports whether an operation may read or write one of some buffers.
func touches(op *ir.Op, buffers []*ir.Value) bool {
	found := false
	for inner := range op.Walk() {
		if len(buffers) == 0 || inner.Def().Effects == nil {
			continue
		}
		inner.Def().Effects(inner, func(e ir.Effect) {
			for _, v := range buffers {
				found = found || e.Value == nil || mayAlias(e.Value, v)
			}
		})
	}
	return found
}

// mayAlias reports whether two memrefs may be the same memory: distinct allocations and arguments are not.
func mayAlias(a, b *ir.Value) bool {
	a, b = rootOf(a), rootOf(b)
	return a == b || !isDistinct(a) || !isDistinct(b)
}

func isDistinct(v *ir.Value) bool {
	return isAllocation(v) ||
		v.IsArgument() && v.Owner().IsEntry() && v.Owner().ParentOp().Has(ir.IsolatedFromAbove)
}

func rootOf(v *ir.Value) *ir.Value {
	var trail ir.Trail
	for op := v.DefiningOp(); op != nil && op.Def().View != nil && !trail.Repeats(v); op = v.DefiningOp() {
		view, ok := op.Def().View(op)
		if !ok || view.Source == nil {
			break
		}
		v = view.Source
	}
	return v
}

func isAllocation(v *ir.Value) bool {
	op := v.DefiningOp()
	found := false
	if op != nil && op.Def().Effects != nil {
		op.Def().Effects(op, func(e ir.Effect) { found = found || e.Kind == ir.Allocate && e.Value == v })
	}
	return found
}

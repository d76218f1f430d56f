package schedulestream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/ir"
)

// emitter writes the executions of a segment.
type emitter struct {
	*ir.Builder
	*segment
	parts []*part
}

func (e *emitter) emit() {
	timepoints := make([]*ir.Value, len(e.parts))
	for i, p := range e.parts {
		a := affinityOf(e.ops[p.waves[0][0]])
		var list []*ir.Op
		for _, wave := range p.waves {
			list = append(list, e.wave(wave)...)
		}
		var awaited []*ir.Value
		for _, b := range p.before {
			awaited = append(awaited, timepoints[b])
		}
		e.SetBefore(e.end)
		e.Loc = list[0].Loc()
		if len(awaited) > 1 {
			awaited = e.Create(ir.OpState{Def: stream.TimepointJoin, Operands: awaited,
				Results: []ir.Type{stream.TimepointType(e.Ctx)}}).Results()
		}
		made := e.region(stream.AsyncExecute, list, awaited)
		if a != nil {
			made.SetAttr("affinity", a)
		}
		timepoints[i] = stream.ResultTimepoint(made)
	}
	e.awaitOutside(timepoints)
}

// wave returns the operations of a wave, as one if there are several.
func (e *emitter) wave(wave []int) []*ir.Op {
	list := make([]*ir.Op, len(wave))
	slices.Sort(wave)
	for i, k := range wave {
		list[i] = e.ops[k]
		e.ops[k].RemoveAttr("affinity")
	}
	if len(list) == 1 {
		return list
	}
	e.SetBefore(e.end)
	e.Loc = list[0].Loc()
	return []*ir.Op{e.region(stream.AsyncConcurrent, list, nil)}
}

// region makes an operation with a region of operations, and moves them there.
func (e *emitter) region(def *ir.OpDef, list []*ir.Op, awaited []*ir.Value) *ir.Op {
	inside := map[*ir.Op]bool{}
	for _, op := range list {
		inside[op] = true
	}
	captured, results := e.captures(list, inside), leaving(list, inside)
	var captureSizes, resultSizes []*ir.Value
	var types, made []ir.Type
	for _, v := range captured {
		captureSizes, types = append(captureSizes, sizeOf(v)), append(types, v.Type())
	}
	ties := make([]ir.Attr, len(results))
	isTied := false
	for i, v := range results {
		resultSizes, made = append(resultSizes, sizeOf(v)), append(made, v.Type())
		k := slices.Index(captured, rootOf(v, inside))
		isTied = isTied || k >= 0
		ties[i] = e.Ctx.Int(e.Ctx.Index, int64(k))
	}
	segments := []int64{int64(len(captured)), int64(len(captured)), int64(len(results))}
	operands := slices.Concat(captured, captureSizes, resultSizes)
	if def == stream.AsyncExecute {
		operands, segments = append(operands, awaited...), append(segments, int64(len(awaited)))
		made = append(made, stream.TimepointType(e.Ctx))
	}
	block := e.NewBlock(types...)
	attrs := []ir.NamedAttr{{Name: "operandSegmentSizes", Value: e.Ctx.I32Array(segments...)}}
	if isTied {
		attrs = append(attrs, ir.NamedAttr{Name: "tied_operands", Value: e.Ctx.Array(ties)})
	}
	op := e.Create(ir.OpState{Def: def, Operands: operands, Results: append([]ir.Type{}, made...),
		Attrs:   attrs,
		Regions: []*ir.Region{e.NewRegion(block)}})
	fill(op, block, list, captured, results, resultSizes)
	return op
}

// fill moves operations into a block, which has the captured resources as arguments and yields results.
func fill(op *ir.Op, block *ir.Block, list []*ir.Op, captured, results, sizes []*ir.Value) {
	for _, inner := range list {
		inner.MoveToEnd(block)
	}
	for i, v := range captured {
		v.ReplaceUsesIf(block.Arg(i), func(u *ir.Operand) bool { return u.Owner().Block() == block })
	}
	for i, v := range results {
		v.ReplaceUsesIf(op.Result(i), func(u *ir.Operand) bool { return u.Owner().Block() != block })
	}
	b := ir.AtEnd(op.Context(), block)
	b.Loc = op.Loc()
	b.Create(ir.OpState{Def: stream.Yield, Operands: slices.Concat(results, sizes), Results: []ir.Type{}})
}

// captures returns the resources from outside that operations use.
func (e *emitter) captures(list []*ir.Op, inside map[*ir.Op]bool) []*ir.Value {
	var all []*ir.Value
	seen := map[*ir.Value]bool{}
	for _, op := range list {
		for _, v := range op.Operands() {
			if stream.IsResource(v.Type()) && !seen[v] && (v.DefiningOp() == nil || !inside[v.DefiningOp()]) {
				seen[v] = true
				all = append(all, v)
			}
		}
	}
	return all
}

// leaving returns the results that others use.
func leaving(list []*ir.Op, inside map[*ir.Op]bool) []*ir.Value {
	var all []*ir.Value
	for _, op := range list {
		for _, v := range op.Results() {
			for u := range v.Uses() {
				if !inside[u.Owner()] {
					all = append(all, v)
					break
				}
			}
		}
	}
	return all
}

// rootOf follows a value through updates in place within a region, to the resource that was changed.
func rootOf(v *ir.Value, inside map[*ir.Op]bool) *ir.Value {
	for v.DefiningOp() != nil && inside[v.DefiningOp()] {
		op := v.DefiningOp()
		switch target := stream.Named(op, "target"); {
		case target != nil:
			v = target
		case stream.Tie(op, v.Index()) >= 0:
			v = stream.AllNamed(op, "resource_operands")[stream.Tie(op, v.Index())]
		default:
			return v
		}
	}
	return v
}

// awaitOutside lets what uses a result outside of the executions wait for its timepoint.
func (e *emitter) awaitOutside(timepoints []*ir.Value) {
	executions := map[*ir.Op]bool{}
	for _, t := range timepoints {
		executions[t.DefiningOp()] = true
	}
	for _, t := range timepoints {
		op := t.DefiningOp()
		var used, sizes []*ir.Value
		for i, v := range op.Results()[:op.NumResults()-1] {
			for u := range v.Uses() {
				if !executions[u.Owner()] {
					used = append(used, v)
					sizes = append(sizes, stream.AllNamed(op, "result_sizes")[i])
					break
				}
			}
		}
		if len(used) > 0 {
			e.await(used, sizes, t, executions)
		}
	}
}

func (e *emitter) await(used, sizes []*ir.Value, t *ir.Value, executions map[*ir.Op]bool) {
	e.SetBefore(e.end)
	e.Loc = t.DefiningOp().Loc()
	types := make([]ir.Type, len(used))
	for i, v := range used {
		types[i] = v.Type()
	}
	n := int64(len(used))
	wait := e.Create(ir.OpState{Def: stream.TimepointAwait,
		Operands: slices.Concat(used, sizes, []*ir.Value{t}),
		Results:  types,
		Attrs:    []ir.NamedAttr{{Name: "operandSegmentSizes", Value: e.Ctx.I32Array(n, n, 1)}}})
	for i, v := range used {
		v.ReplaceUsesIf(wait.Result(i), func(u *ir.Operand) bool {
			return u.Owner() != wait && !executions[u.Owner()]
		})
	}
}

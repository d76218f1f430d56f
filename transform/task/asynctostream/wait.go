package asynctostream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/stream"
	"github.com/inflight-compiler/inflight/dialect/util"
	"github.com/inflight-compiler/inflight/ir"
)

// handing makes the waits of the host of a function. A wait hands on the memory that the work accesses which
// it waits for: what the host, or later work, uses behind it comes from the wait. Of timepoints whose work is
// not known it hands on all memory.
//
// The function is walked once, dominators first. What holds at a place, names and reached, is taken back
// where the walk leaves the blocks that the place dominates. So the work is in proportion to the function and
// to what its waits hand on.
type handing struct {
	*raising
	roots   map[*ir.Value]*ir.Value // the memory that the result of a wait is
	names   map[*ir.Value]*ir.Value // what stands for memory here, if another value does
	reached map[*ir.Value]bool      // the timepoints that the host has waited for
	visible []*ir.Value             // the memory that can be used here
	undo    []func()
	waits   []*ir.Op
}

func (l *raising) handOn(f *ir.Op) {
	h := &handing{raising: l, roots: map[*ir.Value]*ir.Value{}, names: map[*ir.Value]*ir.Value{},
		reached: map[*ir.Value]bool{}}
	h.region(f.Region(0))
	for _, wait := range slices.Backward(h.waits) {
		h.dropUnused(wait)
	}
}

func (h *handing) region(r *ir.Region) {
	if len(r.Blocks()) < 2 {
		for _, b := range r.Blocks() {
			h.block(b, nil)
		}
		return
	}
	tree := ir.NewDominanceInfo().Tree(r)
	below := map[*ir.Block][]*ir.Block{}
	for _, b := range tree.ReversePostorder() {
		if by := tree.ImmediateDominator(b); by != nil {
			below[by] = append(below[by], b)
		}
	}
	h.block(r.Entry(), below)
}

// block makes the waits of a block, and of those that it dominates.
func (h *handing) block(b *ir.Block, below map[*ir.Block][]*ir.Block) {
	undo, visible := len(h.undo), len(h.visible)
	h.visible = append(h.visible, resources(b.Args())...)
	for op := b.First(); op != nil; {
		next := op.Next()
		h.operation(op)
		op = next
	}
	for _, inner := range below[b] {
		h.block(inner, below)
	}
	for _, back := range slices.Backward(h.undo[undo:]) {
		back()
	}
	h.undo, h.visible = h.undo[:undo], h.visible[:visible]
}

func (h *handing) operation(op *ir.Op) {
	if op.Is(async.Await) {
		h.wait(op)
		return
	}
	if !op.Is(stream.ResourceSize) {
		for i, v := range op.Operands() {
			if by := h.names[v]; by != nil {
				op.SetOperand(i, by)
			}
		}
	}
	if !op.Is(stream.CmdExecute) {
		for _, r := range op.Regions() {
			h.region(r)
		}
	}
	h.visible = append(h.visible, resources(op.Results())...)
}

// wait makes a wait of the host.
func (h *handing) wait(op *ir.Op) {
	token := op.Operand(0)
	list, known := h.accessed(token)
	if !known || len(list) == 0 {
		list = slices.Clone(h.visible)
	}
	h.SetBefore(op)
	h.Loc = op.Loc()
	var operands, sizes []*ir.Value
	types := make([]ir.Type, len(list))
	for i, root := range list {
		v := root
		if by := h.names[root]; by != nil {
			v = by
		}
		operands, sizes, types[i] = append(operands, v), append(sizes, h.sizeOf(root)), v.Type()
	}
	made := h.await(token, operands, sizes, types)
	for i, root := range list {
		before := h.names[root]
		h.names[root], h.roots[made.Result(i)] = made.Result(i), root
		h.sizes[made.Result(i)] = sizes[i]
		h.undo = append(h.undo, func() { h.names[root] = before })
	}
	h.waits = append(h.waits, made)
	op.Erase()
}

func (l *raising) await(token *ir.Value, operands, sizes []*ir.Value, types []ir.Type) *ir.Op {
	n := int64(len(operands))
	return l.Make(stream.TimepointAwait, slices.Concat(operands, sizes, []*ir.Value{token}), types,
		ir.NamedAttr{Name: "sync", Value: l.Ctx.Unit},
		ir.NamedAttr{Name: "operandSegmentSizes", Value: l.Ctx.I32Array(n, n, 1)})
}

// accessed returns the memory that the work accesses which the host waits for with a timepoint, and has not
// waited for before. It is not known of a timepoint that comes from elsewhere.
func (h *handing) accessed(token *ir.Value) (list []*ir.Value, known bool) {
	known = true
	seen := map[*ir.Value]bool{}
	work := []*ir.Value{token}
	for len(work) > 0 {
		t := work[len(work)-1]
		work = work[:len(work)-1]
		if h.reached[t] {
			continue
		}
		h.reached[t] = true
		h.undo = append(h.undo, func() { delete(h.reached, t) })
		switch op := t.DefiningOp(); {
		case op == nil:
			known = false
		case op.Is(stream.TimepointImmediate):
		case op.Is(stream.TimepointJoin):
			work = append(work, op.Operands()...)
		case op.Is(stream.CmdExecute):
			work = append(work, stream.AwaitTimepoints(op)...)
			for _, v := range stream.AllNamed(op, "resource_operands") {
				if root := h.roots[v]; root != nil {
					v = root
				}
				if !seen[v] {
					seen[v] = true
					list = append(list, v)
				}
			}
		default:
			known = false
		}
	}
	return list, known
}

// dropUnused lets a wait hand on what is used. If nothing is, it hands on what the function was given, which
// the caller may use, or else some memory.
func (h *handing) dropUnused(op *ir.Op) {
	operands := slices.Clone(stream.AllNamed(op, "resource_operands"))
	sizes := slices.Clone(stream.AllNamed(op, "resource_operand_sizes"))
	var kept, callers []int
	for i, v := range op.Results() {
		root := h.roots[v]
		if v.HasUses() {
			kept = append(kept, i)
		} else if root.DefiningOp() == nil && root.ParentBlock().IsEntry() &&
			root.ParentBlock().ParentOp() == op.ParentOf(util.Func) {
			callers = append(callers, i)
		}
	}
	if len(kept) == 0 {
		kept = callers
	}
	if len(kept) == 0 && len(operands) > 0 {
		kept = []int{0}
	}
	if len(kept) == op.NumResults() {
		return
	}
	h.SetBefore(op)
	h.Loc = op.Loc()
	var some, theirs []*ir.Value
	var types []ir.Type
	for _, i := range kept {
		some, theirs, types = append(some, operands[i]), append(theirs, sizes[i]),
			append(types, operands[i].Type())
	}
	made := h.await(stream.Named(op, "await_timepoint"), some, theirs, types)
	for k, i := range kept {
		op.Result(i).ReplaceAllUsesWith(made.Result(k))
	}
	op.Erase()
	for _, size := range sizes {
		if made := size.DefinedBy(stream.ResourceSize); made != nil && !size.HasUses() {
			made.Erase()
		}
	}
}

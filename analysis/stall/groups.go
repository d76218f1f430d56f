package stall

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
)

var (
	codeGroupFull = diag.Register("deadlock-group-full", "a group is given more members than it has room for",
		"The operand of async.create_group is the number of members. A wait for the group waits for that "+
			"many members, whichever they are. Make the operand as large as the number of members that "+
			"are added.")
	codeGroupShort = diag.Register("deadlock-group-short",
		"a wait cannot end, because the group never has all of its members",
		"The operand of async.create_group is the number of members, and a wait for the group waits for "+
			"that many. Make the operand as small as the number of members that are added.")
)

// between is a number of which only limits are known.
type between struct{ least, most int64 }

const unbounded = math.MaxInt32 // larger than any size of a group

// groups returns errors for groups of a function that get too many members, and for waits for groups that get
// too few.
func groups(fn *ir.Op) (errs diag.List) {
	ev := new(analysis.Evaluator)
	for _, made := range fn.Find(async.CreateGroup) {
		size, known := ir.ConstInt(made.Operand(0))
		if known && onlyHere(made.Result(0)) {
			errs.Add(sized(ev, made, size)...)
		}
	}
	return errs
}

// onlyHere reports whether a group is filled, and waited for, only in its function.
func onlyHere(group *ir.Value) bool {
	for use := range group.Uses() {
		if op := use.Owner(); !(op.Is(async.AddToGroup) && use.Index() == 1) && !op.Is(async.AwaitAll) {
			return false
		}
	}
	return true
}

// sized compares the number of members of a group with its size.
func sized(ev *analysis.Evaluator, made *ir.Op, size int64) (errs diag.List) {
	var all between
	var last *ir.Op
	var waits []*ir.Op
	for use := range made.Result(0).Uses() {
		op := use.Owner()
		if op.Is(async.AwaitAll) {
			waits = append(waits, op)
			continue
		}
		n := times(ev, op, made.Block())
		all = between{min(all.least+n.least, unbounded), min(all.most+n.most, unbounded)}
		if n.least > 0 && (last == nil || last.IsBefore(op)) {
			last = op
		}
	}
	if all.least > size {
		errs.Add(last.Errorf(codeGroupFull, "a group of size %d gets %d members", size, all.least).
			Suggest("make the operand of async.create_group the number of members that are added"))
	}
	for _, op := range waits {
		if all.most < size {
			errs.Add(op.Errorf(codeGroupShort,
				"this wait cannot end: the group waits for %d members, and gets %d", size, all.most).
				Suggest("make the operand of async.create_group the number of members that are added"))
		}
	}
	return errs
}

// times returns how often an operation is executed during one execution of the block `around`.
func times(ev *analysis.Evaluator, op *ir.Op, around *ir.Block) between {
	n := between{1, 1}
	for op.Block() != around {
		up := op.Parent()
		if up == nil {
			return between{0, unbounded}
		}
		n = n.by(executions(ev, up, op.Block()))
		op = up
	}
	return n
}

func (n between) by(m between) between {
	return between{min(n.least*m.least, unbounded), min(n.most*m.most, unbounded)}
}

// executions returns how often an operation executes one of its blocks, in executions without errors.
func executions(ev *analysis.Evaluator, op *ir.Op, block *ir.Block) between {
	if trips, ok := ev.Trips(op); ok {
		trips = min(trips, unbounded)
		return between{trips, trips}
	}
	switch {
	case len(block.Region().Blocks()) > 1:
	case op.Is(async.Execute), op.Is(task.Execute), analysis.RunsOnce(op):
		return between{1, 1}
	case analysis.IsConditional(op):
		return between{0, 1}
	}
	return between{0, unbounded}
}

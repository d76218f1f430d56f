package trial

import (
	"math/rand/v2"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/task"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/sim"
)

// maxRepairs bounds how often a program is executed and changed.
const maxRepairs = 120

// Right adds to a module, in place, the dependencies, waits, commits and barriers that executions show to be
// missing, one at a time and mostly where they order as little as possible, and takes out accesses that
// nothing of that kind can order. It reports whether the program has become right in all executions, as far
// as Hazards tries them.
func Right(r *rand.Rand, module *ir.Op) (bool, error) {
	f := &fixer{r: r, tried: map[place]bool{}}
	for range maxRepairs {
		p, err := compile(module, Extents)
		if err != nil {
			return false, err
		}
		found, err := p.first(inOrder)
		if err == nil && len(found) == 0 {
			found, err = p.first(orders[1:])
		}
		if err != nil || len(found) == 0 {
			return err == nil, err
		}
		if !f.fix(&found[r.IntN(len(found))]) {
			return false, nil
		}
	}
	return false, nil
}

// fixer changes a program.
type fixer struct {
	r     *rand.Rand
	tried map[place]bool
}

// place is where something was put to order what an operation did.
type place struct{ first, at *ir.Op }

// inFlight is the code of what an operation does that is in flight at the end.
const inFlight = "sim-in-flight-at-return"

// fix does something about a hazard, false if nothing can be done.
func (f *fixer) fix(h *sim.Hazard) bool {
	first, second := h.First.Async, h.Second.Op
	if h.Code == inFlight {
		first, second = h.Second.Op, h.First.Op // the operation, and the end
	}
	if threads(h) {
		return f.separate(h) || f.erase(h)
	}
	for ; first != nil && !isLaunch(first); first = outer(first) {
		if f.order(first, second) {
			return true
		}
	}
	return f.erase(h)
}

// threads reports whether two threads of a block are in conflict.
func threads(h *sim.Hazard) bool {
	return h.First.Thread != nil && h.Second.Thread != nil && !slices.Equal(h.First.Thread, h.Second.Thread)
}

// outer returns the asynchronous operation around op.
func outer(op *ir.Op) *ir.Op {
	for op = op.Parent(); op != nil && !op.IsAsync(); op = op.Parent() {
	}
	return op
}

// around returns op and the operations around it up to the function.
func around(op *ir.Op) []*ir.Op {
	var list []*ir.Op
	for ; op != nil && !op.Has(ir.IsSymbol); op = op.Parent() {
		list = append(list, op)
	}
	return list
}

// order puts something that orders an asynchronous operation in front of another one, or at the end of its
// own block.
func (f *fixer) order(first, second *ir.Op) bool {
	var places []*ir.Op
	info := ir.NewDominanceInfo()
	for _, at := range around(second) {
		if isTask(first) && info.ValueDominates(first.Result(0), at) ||
			!isTask(first) && outer(at) == outer(first) && function(at) == function(first) {
			places = append(places, at)
		}
	}
	if i := f.r.IntN(len(places) + 1); i < len(places) && i > 0 {
		places[0], places[i] = places[i], places[0]
	}
	places = append(places, first.Block().Last())
	for _, at := range places {
		if !f.tried[place{first, at}] && at != first && !at.IsAncestorOf(first) {
			if isTask(first) {
				f.tried[place{first, at}] = true
				f.depend(first, at)
				return true
			}
			if f.force(first, at) {
				return true
			}
			f.tried[place{first, at}] = true
		}
	}
	return false
}

func isTask(op *ir.Op) bool { return op.Is(async.Execute) || op.Is(task.Execute) }

// function returns the operation that op is the body of.
func function(op *ir.Op) *ir.Op {
	for ; op != nil && !op.Has(ir.IsSymbol); op = op.Parent() {
	}
	return op
}

// depend makes what is at a place start after a task.
func (f *fixer) depend(first, at *ir.Op) {
	if !isTask(at) || f.r.IntN(3) == 0 {
		async.NewAwait(ir.At(at), first.Result(0))
		return
	}
	setDependencies(at, append(slices.Clone(at.OperandsOf(0)), first.Result(0)))
}

// setDependencies gives a task other tokens to start after.
func setDependencies(op *ir.Op, tokens []*ir.Value) {
	operands := slices.Concat(tokens, op.Operands()[len(op.OperandsOf(0)):])
	sizes := slices.Clone(op.Ints("operandSegmentSizes"))
	sizes[0] = int64(len(tokens))
	op.SetOperands(operands)
	op.SetAttr("operandSegmentSizes", op.Context().I32Array(sizes...))
}

// force puts a wait that forces the group of an operation in front of a place: one that leaves groups in
// flight first, then one less. It returns false where nothing more can be done there.
func (f *fixer) force(first, at *ir.Op) bool {
	copies := first.QueueEffect().Unit == nvvm.CpAsyncQueue.Engine
	if wait := at.Prev(); wait != nil && isCount(wait, copies) {
		n := countOf(wait)
		if n > 0 {
			setCount(wait, n-1)
			return true
		}
		if f.tried[place{first, first}] {
			return false
		}
		f.tried[place{first, first}] = true
		b := ir.At(first)
		b.SetAfter(first)
		if copies {
			nvvm.NewCpAsyncCommitGroup(b)
		} else {
			pipeline.NewAsyncCommitStage(b, int64(f.r.IntN(2)))
		}
		return true
	}
	n := int64(f.r.IntN(3))
	if copies {
		nvvm.NewCpAsyncWaitGroup(ir.At(at), n)
		return true
	}
	for q := range int64(2) {
		pipeline.NewAsyncWaitStage(ir.At(at), q, n)
	}
	return true
}

// isCount reports whether op waits for a count of copies, or of queue 1.
func isCount(op *ir.Op, copies bool) bool {
	if copies {
		return op.Is(nvvm.CpAsyncWaitGroup)
	}
	return op.Is(pipeline.AsyncWaitStage) && op.Prev() != nil && op.Prev().Is(pipeline.AsyncWaitStage) &&
		pipeline.Queue(op) == 1
}

// countOf returns the count of a wait.
func countOf(op *ir.Op) int64 {
	if op.Is(pipeline.AsyncWaitStage) {
		n, _ := pipeline.Count(op)
		return n
	}
	n, _ := op.IntAttr(countAttr(op))
	return n
}

func countAttr(op *ir.Op) string {
	if op.Is(nvvm.CpAsyncWaitGroup) {
		return "n"
	}
	return "numGroups"
}

// setCount changes it, also in the wait for the other queue in front.
func setCount(op *ir.Op, n int64) {
	if !op.Is(pipeline.AsyncWaitStage) {
		op.SetAttr(countAttr(op), op.Context().Int(op.Context().I32, n))
		return
	}
	pipeline.SetCount(op, n)
	if before := op.Prev(); before != nil && before.Is(pipeline.AsyncWaitStage) {
		if m, dynamic := pipeline.Count(before); dynamic == nil && m > n {
			pipeline.SetCount(before, n)
		}
	}
}

// separate puts a barrier between what two threads do: in front of the second, as far in as all threads get
// to it. Where the first is a copy, its own thread waits for it in front of that barrier.
func (f *fixer) separate(h *sim.Hazard) bool {
	list := around(h.Second.Op)
	for i, at := range list {
		if !reached(list[i+1:]) {
			continue
		}
		if at != h.Second.Op && at.IsAncestorOf(h.First.Op) {
			return false
		}
		barrier := at.Prev()
		if barrier == nil || !barrier.Is(gpu.Barrier) {
			ir.At(at).Op(gpu.Barrier, nil)
			return true
		}
		copied := h.First.Async
		return copied != nil && !isLaunch(copied) && f.force(copied, barrier)
	}
	return false
}

// reached reports whether all threads get to what stands in operations, the innermost first.
func reached(outer []*ir.Op) bool {
	for _, op := range outer {
		if op.Is(gpu.Launch) {
			return true
		}
		if op.Def().Loop == nil {
			return false
		}
		if _, constant := ir.ConstInt(op.Operand(1)); !constant {
			return false
		}
	}
	return true // the function is a kernel
}

func isLaunch(op *ir.Op) bool { return op.Is(gpu.Launch) || op.Is(gpu.LaunchFunc) }

// erase takes out an access that others do not need.
func (f *fixer) erase(h *sim.Hazard) bool {
	for _, op := range []*ir.Op{h.Second.Op, h.First.Op} {
		if op != nil && op.NumRegions() == 0 && !op.Has(ir.Terminator) &&
			!slices.ContainsFunc(op.Results(), func(v *ir.Value) bool { return v.HasUses() }) {
			op.Erase()
			return true
		}
	}
	return false
}

// Tight returns a copy of a program that is right without the waits, barriers and dependencies that it is
// right without, trying as many as most says.
func Tight(module *ir.Op, most int) (*ir.Op, error) {
	module = module.Clone(nil)
	for i := len(operations(module)) - 1; i >= 0 && most > 0; i-- {
		for _, less := range []func(*ir.Op) func(){noWait, noBarrier, noDependency} {
			if i >= len(operations(module)) || less(operations(module)[i]) == nil {
				continue
			}
			most--
			loose := module.Clone(nil)
			less(operations(loose)[i])()
			found, err := Hazards(loose, Extents)
			if err != nil {
				return nil, err
			}
			if len(found) == 0 {
				module = loose
			}
		}
	}
	return module, nil
}

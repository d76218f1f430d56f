package trial

import (
	"math/rand/v2"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/async"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Fault is a copy of a program with less order in one place. It need not be wrong.
type Fault struct {
	Kind   string
	Module *ir.Op
}

// faults are the ways in which an operation can order less, each as a function that returns what changes the
// operation, nil where it is not of that kind.
var faults = []struct {
	kind   string
	change func(op *ir.Op) func()
}{
	{"a weaker wait", weaker},
	{"no wait", noWait},
	{"no barrier", noBarrier},
	{"no dependency", noDependency},
	{"a use before its wait", useBefore},
	{"a slot used early", fewerSlots},
}

// Faults returns copies of a module with one fault each: all there are, or as many of them as most says, of
// all kinds and at random.
func Faults(r *rand.Rand, module *ir.Op, most int) []Fault {
	at := make([][]int, len(faults)) // where each kind applies
	for i, op := range operations(module) {
		for j, f := range faults {
			if f.change(op) != nil {
				at[j] = append(at[j], i)
			}
		}
	}
	var list []Fault
	for more := true; more && len(list) < most; {
		more = false
		for _, j := range r.Perm(len(faults)) {
			if len(at[j]) == 0 || len(list) == most {
				continue
			}
			k := r.IntN(len(at[j]))
			wrong := module.Clone(nil)
			faults[j].change(operations(wrong)[at[j][k]])()
			list, more = append(list, Fault{faults[j].kind, wrong}), true
			at[j] = append(at[j][:k], at[j][k+1:]...)
		}
	}
	return list
}

func operations(module *ir.Op) []*ir.Op {
	var list []*ir.Op
	for op := range module.Walk() {
		list = append(list, op)
	}
	return list
}

// weaker lets one group more in flight.
func weaker(op *ir.Op) func() {
	switch {
	case op.Is(pipeline.AsyncWaitStage):
		if n, dynamic := pipeline.Count(op); dynamic == nil {
			return func() { pipeline.SetCount(op, n+1) }
		}
	case op.Is(nvvm.CpAsyncWaitGroup), op.Is(nvgpu.DeviceAsyncWait) && op.Attr("numGroups") != nil:
		return func() { setCount(op, countOf(op)+1) }
	}
	return nil
}

func isWait(op *ir.Op) bool {
	return op.Is(async.Await) || op.Is(async.AwaitAll) || op.Is(nvgpu.DeviceAsyncWait) ||
		op.Is(nvvm.CpAsyncWaitGroup) || op.Is(pipeline.AsyncWaitStage)
}

// noWait drops a wait; what it gives out becomes a constant.
func noWait(op *ir.Op) func() {
	if !isWait(op) {
		return nil
	}
	return func() {
		for _, v := range op.Results() {
			c := ir.At(op).Op(arith.Constant, nil,
				ir.NamedAttr{Name: "value", Value: op.Context().Int(v.Type(), 1)})
			v.ReplaceAllUsesWith(c.Result(0))
		}
		op.Erase()
	}
}

func noBarrier(op *ir.Op) func() {
	if !op.Is(gpu.Barrier) {
		return nil
	}
	return op.Erase
}

// noDependency drops the last token that a task starts after.
func noDependency(op *ir.Op) func() {
	if !isTask(op) || len(op.OperandsOf(0)) == 0 {
		return nil
	}
	return func() {
		tokens := op.OperandsOf(0)
		setDependencies(op, tokens[:len(tokens)-1])
	}
}

// useBefore moves what follows a wait in front of it.
func useBefore(op *ir.Op) func() {
	next := op.Next()
	if !isWait(op) || len(op.Results()) > 0 || next == nil || next.Has(ir.Terminator) || isWait(next) ||
		next.Has(ir.Pure) {
		return nil
	}
	return func() { next.MoveBefore(op) }
}

// fewerSlots counts the slots of a subscript modulo one less.
func fewerSlots(op *ir.Op) func() {
	if !op.Is(arith.RemUI) && !op.Is(arith.RemSI) {
		return nil
	}
	n, ok := ir.ConstInt(op.Operand(1))
	if !ok || n < 2 {
		return nil
	}
	return func() { op.SetOperand(1, arith.ConstIndex(ir.At(op), n-1)) }
}

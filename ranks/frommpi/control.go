package frommpi

import (
	"strings"

	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// function executes a function with the values of its arguments, and returns those of its results.
func (x *execution) function(fn *ir.Op, args []value) ([]value, error) {
	f := frame{}
	for i, v := range args {
		f.set(fn.Region(0).Entry().Arg(i), v)
	}
	outer := x.transfers
	x.transfers = map[int32]*ir.Op{}
	defer func() { x.transfers = outer }()
	return x.region(fn.Region(0), f)
}

func (f frame) set(v *ir.Value, to value) {
	if to == (value{}) {
		delete(f, v)
		return
	}
	f[v] = to
}

// region executes a region, and returns the operands of the operation that ends it.
func (x *execution) region(r *ir.Region, f frame) ([]value, error) {
	for b := r.Entry(); ; {
		end := b.Last()
		for op := range b.Ops() {
			if op == end && op.Def() != nil && op.Def().Traits&ir.Terminator != 0 {
				break
			}
			if err := x.operation(op, f); err != nil {
				return nil, err
			}
		}
		if end == nil {
			return nil, nil
		}
		if end.NumSuccessors() == 0 {
			return f.values(end, 0), nil
		}
		next, err := x.branch(end, f)
		if err != nil {
			return nil, err
		}
		b = next
	}
}

func (f frame) values(op *ir.Op, from int) []value {
	var all []value
	for i := from; i < op.NumOperands(); i++ {
		all = append(all, f[op.Operand(i)])
	}
	return all
}

// branch passes operands to the block that a branch goes to.
func (x *execution) branch(op *ir.Op, f frame) (*ir.Block, error) {
	if x.steps++; x.steps > mostSteps {
		return nil, incomplete(op, "rank %d executes more than %d operations", x.rank, mostSteps)
	}
	to := 0
	switch {
	case op.Is(cf.Br):
	case op.Is(cf.CondBr):
		n, ok := f.integer(op.Operand(0))
		if !ok {
			return nil, incomplete(op, "the condition depends on data")
		}
		if n == 0 {
			to = 1
		}
	default:
		return nil, incomplete(op, "this branch is not followed")
	}
	b := op.Successor(to)
	first, count := op.Def().SuccessorOperands(op, to)
	vs := f.values(op, first)[:count]
	for i, v := range vs {
		f.set(b.Arg(i), v)
	}
	return b, nil
}

// operation executes an operation.
func (x *execution) operation(op *ir.Op, f frame) error {
	if x.steps++; x.steps > mostSteps {
		return incomplete(op, "rank %d executes more than %d operations", x.rank, mostSteps)
	}
	for _, r := range op.Results() {
		delete(f, r)
	}
	isCall := strings.HasPrefix(op.Name(), "mpi.")
	if err := x.undisturbed(op); err != nil {
		return err
	}
	if x.costs != nil && x.counted == 0 && !isCall && !x.communicates(op) {
		if err := x.compute(op, f); err != nil {
			return err
		}
		x.counted++
		defer func() { x.counted-- }()
	}
	switch {
	case isCall:
		return x.call(op, f)
	case op.Is(function.Call):
		return x.callFunction(op, f)
	case op.NumRegions() == 0:
		f.fold(op)
		return nil
	case op.Is(scf.If):
		return x.condition(op, f)
	case op.Is(scf.While):
		return x.while(op, f)
	case op.Is(scf.ExecuteRegion):
		return x.results(op, f, func() ([]value, error) { return x.region(op.Region(0), f) })
	case op.Def() != nil && op.Def().Loop != nil && !op.Def().Loop.Parallel && op.Def().Loop.Dims(op) == 1:
		return x.loop(op, f)
	case x.communicates(op):
		return incomplete(op, "calls of MPI in it are not followed")
	}
	return nil
}

// results gives an operation the results that f computes.
func (x *execution) results(op *ir.Op, f frame, compute func() ([]value, error)) error {
	vs, err := compute()
	for i := range min(len(vs), op.NumResults()) {
		f.set(op.Result(i), vs[i])
	}
	return err
}

// communicates reports whether an operation, or a function that it calls, calls MPI.
func (x *execution) communicates(op *ir.Op) bool {
	if is, ok := x.talks[op]; ok {
		return is
	}
	x.talks[op] = false // a function that calls itself is no reason
	is := false
	for i := range op.NumRegions() {
		for _, b := range op.Region(i).Blocks() {
			for inner := range b.Ops() {
				is = is || strings.HasPrefix(inner.Name(), "mpi.") || x.communicates(inner)
			}
		}
	}
	if fn := x.callee(op); fn != nil {
		is = is || x.communicates(fn)
	}
	x.talks[op] = is
	return is
}

// callee returns the function that a call calls, nil if it has no body or the operation is no call.
func (x *execution) callee(op *ir.Op) *ir.Op {
	if !op.Is(function.Call) {
		return nil
	}
	for fn := range x.module.Body().Ops() {
		if fn.Is(function.Func) && fn.SymbolName() == op.Def().Callee(op).Root && fn.Body() != nil {
			return fn
		}
	}
	return nil
}

func (x *execution) callFunction(op *ir.Op, f frame) error {
	fn := x.callee(op)
	if fn == nil {
		return nil
	}
	if x.calls++; x.calls > mostCalls {
		if x.communicates(fn) {
			return incomplete(op, "more than %d calls in calls", mostCalls)
		}
		x.calls--
		return nil
	}
	defer func() { x.calls-- }()
	if !x.communicates(fn) && op.NumResults() == 0 {
		return nil
	}
	return x.results(op, f, func() ([]value, error) { return x.function(fn, f.values(op, 0)) })
}

// condition executes the branch of scf.if that is taken.
func (x *execution) condition(op *ir.Op, f frame) error {
	n, ok := f.integer(op.Operand(0))
	switch {
	case !ok && x.communicates(op):
		return incomplete(op, "the condition depends on data, and calls of MPI depend on it")
	case !ok:
		return nil
	}
	r := op.Region(0)
	if n == 0 {
		r = op.Region(1)
	}
	if r.Empty() {
		return nil
	}
	return x.results(op, f, func() ([]value, error) { return x.region(r, f) })
}

// while executes scf.while.
func (x *execution) while(op *ir.Op, f frame) error {
	if !x.communicates(op) && op.NumResults() == 0 {
		return nil
	}
	carried := f.values(op, 0)
	for {
		for i, v := range carried {
			f.set(op.Region(0).Entry().Arg(i), v)
		}
		vs, err := x.region(op.Region(0), f)
		if err != nil {
			return err
		}
		c := vs[0].attr
		switch {
		case c == nil && x.communicates(op):
			return incomplete(op, "the condition depends on data, and calls of MPI depend on it")
		case c == nil:
			return nil
		case c.Value == 0:
			return x.results(op, f, func() ([]value, error) { return vs[1:], nil })
		}
		for i, v := range vs[1:] {
			f.set(op.Region(1).Entry().Arg(i), v)
		}
		if carried, err = x.region(op.Region(1), f); err != nil {
			return err
		}
	}
}

// loop executes a counted loop.
func (x *execution) loop(op *ir.Op, f frame) error {
	l := op.Def().Loop
	if !x.communicates(op) && op.NumResults() == 0 {
		return nil
	}
	bounds := l.Bounds(op, 0)
	lower, ok := f.bound(bounds.Lower, bounds.LowerOperands, true)
	upper, known := f.bound(bounds.Upper, bounds.UpperOperands, false)
	step := bounds.Step.Const
	if bounds.Step.Value != nil {
		n, is := f.integer(bounds.Step.Value)
		step, known = n, known && is
	}
	if !ok || !known || step <= 0 {
		if x.communicates(op) {
			return incomplete(op, "the number of iterations depends on data, and calls of MPI depend on it")
		}
		return nil
	}
	inits, args := l.Inits(op)
	carried := make([]value, len(inits))
	for i, v := range inits {
		carried[i] = f[v]
	}
	iv := l.InductionVar(op, 0)
	for n := lower; n < upper; n += step {
		f[iv] = value{attr: op.Context().Int(iv.Type(), n)}
		for i, v := range carried {
			f.set(args[i], v)
		}
		var err error
		if carried, err = x.region(op.Region(0), f); err != nil {
			return err
		}
		if x.steps++; n > upper-step {
			break // the next number would wrap around
		}
	}
	return x.results(op, f, func() ([]value, error) { return carried, nil })
}

// bound returns the value of a bound of a loop.
func (f frame) bound(m *affine.Map, operands []*ir.Value, lower bool) (int64, bool) {
	numbers := make([]int64, len(operands))
	for i, v := range operands {
		n, ok := f.integer(v)
		if !ok {
			return 0, false
		}
		numbers[i] = n
	}
	results, ok := m.Eval(numbers[:m.NumDims], numbers[m.NumDims:])
	if !ok || len(results) == 0 {
		return 0, false
	}
	best := results[0]
	for _, n := range results[1:] {
		if lower {
			best = max(best, n)
		} else {
			best = min(best, n)
		}
	}
	return best, true
}

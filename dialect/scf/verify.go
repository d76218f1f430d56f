package scf

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/internal/flow"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeSCF = diag.Register("verify-scf", "a structured loop or condition breaks a rule of the scf dialect",
	"The values that enter a region, those that its yield hands on and the results of the operation must "+
		"agree in number "+
		"and type; steps are positive.")

func init() {
	For.Verify = verifyFor
	For.VerifyRegions = verifyForRegion
	Forall.Verify = verifyForall
	InParallel.Verify = verifyInParallel
	If.Verify = verifyIf
	If.VerifyRegions = verifyYields
	Parallel.Verify = verifyParallel
	Parallel.VerifyRegions = verifyReductions
	Reduce.VerifyRegions = verifyReduce
	ReduceReturn.Verify = verifyReduceReturn
	While.VerifyRegions = verifyWhile
	ExecuteRegion.Verify = verifyExecuteRegion
	ExecuteRegion.VerifyRegions = verifyYields
	IndexSwitch.Verify = verifyIndexSwitch
}

// verifyFlow checks every edge of control between an operation and its regions: the types of the values
// passed must be the types expected.
func verifyFlow(op *ir.Op) error {
	check := flow.Check{Op: op, Code: codeSCF}
	if err := check.Edges(nil, -1, entryOperands(op)); err != nil {
		return err
	}
	for i, r := range op.Regions() {
		for _, b := range r.Blocks() {
			t := b.Terminator()
			if !t.Is(Yield) && !t.Is(Condition) {
				continue
			}
			operands := t.Operands()
			if t.Is(Condition) {
				operands = operands[1:]
			}
			if err := check.Edges(t, i, operands); err != nil {
				return err
			}
		}
	}
	return nil
}

// entryOperands returns the operands that an operation passes into its regions.
func entryOperands(op *ir.Op) []*ir.Value {
	switch {
	case op.Is(For):
		return Inits(op)
	case op.Is(While):
		return op.Operands()
	}
	return nil
}

// firstMismatch returns the first position where the types differ, -1 if none does.
func firstMismatch(a, b []*ir.Value) int {
	for i := range a {
		if a[i].Type() != b[i].Type() {
			return i
		}
	}
	return -1
}

func verifyYields(op *ir.Op) error { return verifyFlow(op) }

func verifyFor(op *ir.Op) error {
	if len(Inits(op)) != op.NumResults() {
		return op.OpErrorf(codeSCF, "mismatch in number of loop-carried values and defined values")
	}
	return constraint.SameType(op, "lowerBound, upperBound, step", Lower(op), Upper(op), Step(op))
}

// verifyForRegion checks the carried values at every place they pass.
func verifyForRegion(op *ir.Op) error {
	body := op.Body()
	if body.NumArgs() == 0 || len(IterArgs(op)) != len(Inits(op)) {
		return op.OpErrorf(codeSCF, "different number of inits and region iter_args: %d != %d",
			len(Inits(op)), body.NumArgs()-1)
	}
	if InductionVar(op).Type() != Lower(op).Type() {
		return op.OpErrorf(codeSCF, "expected induction variable to be same type as bounds and step")
	}
	args, results := IterArgs(op), op.Results()
	if i := firstMismatch(Inits(op), args); i >= 0 {
		return mismatch(op, i, "init", "region iter_arg", Inits(op)[i], args[i])
	}
	yield := body.Terminator()
	if yield.Is(Yield) && yield.NumOperands() == len(args) {
		if i := firstMismatch(args, yield.Operands()); i >= 0 {
			return mismatch(op, i, "region iter_arg", "yielded value", args[i], yield.Operand(i))
		}
	}
	if i := firstMismatch(args, results); i >= 0 {
		return mismatch(op, i, "region iter_arg", "loop result", args[i], results[i])
	}
	return verifyFlow(op)
}

func mismatch(op *ir.Op, i int, what, other string, a, b *ir.Value) error {
	return op.OpErrorf(codeSCF, "%d-th %s and %d-th %s have different type: '%v' != '%v'",
		i, what, i, other, a.Type(), b.Type())
}

func verifyIf(op *ir.Op) error {
	if n := len(op.Region(1).Blocks()); n > 1 {
		return op.OpErrorf(codeSCF,
			"region #1 ('elseRegion') failed to verify constraint: region with at most 1 blocks")
	}
	if op.NumResults() > 0 && op.Region(1).Empty() {
		return op.OpErrorf(codeSCF, "must have an else block if defining values")
	}
	return nil
}

func verifyWhile(op *ir.Op) error {
	if err := verifyEnd(op, 0, "before", Condition); err != nil {
		return err
	}
	if err := verifyEnd(op, 1, "after", Yield); err != nil {
		return err
	}
	return verifyFlow(op)
}

func verifyEnd(op *ir.Op, region int, name string, want *ir.OpDef) error {
	last := op.Region(region).Entry().Last()
	if last.Is(want) {
		return nil
	}
	err := op.OpErrorf(codeSCF, "expects the '%s' region to terminate with '%s'", name, want.Name)
	if last != nil {
		err.Note(last.Span(), "terminator here")
	}
	return err
}

func verifyExecuteRegion(op *ir.Op) error {
	if op.Region(0).Empty() {
		return op.OpErrorf(codeSCF, "region needs to have at least one block")
	}
	if op.Body().NumArgs() > 0 {
		return op.OpErrorf(codeSCF, "region cannot have any arguments")
	}
	return nil
}

func verifyIndexSwitch(op *ir.Op) error {
	cases := op.Ints("cases")
	if op.NumRegions()-1 != len(cases) {
		return op.OpErrorf(codeSCF, "has %d case regions but %d case values", op.NumRegions()-1, len(cases))
	}
	seen := map[int64]bool{}
	for _, n := range cases {
		if seen[n] {
			return op.OpErrorf(codeSCF, "has duplicate case value: %d", n)
		}
		seen[n] = true
	}
	if err := verifySwitchRegion(op, 0, "default region"); err != nil {
		return err
	}
	for i := range cases {
		if err := verifySwitchRegion(op, i+1, fmt.Sprintf("case region #%d", i)); err != nil {
			return err
		}
	}
	return nil
}

func verifySwitchRegion(op *ir.Op, region int, name string) error {
	yield := op.Region(region).Entry().Last()
	if !yield.Is(Yield) {
		return op.OpErrorf(codeSCF, "expected region to end with scf.yield, but got %s", lastName(yield))
	}
	if yield.NumOperands() != op.NumResults() {
		return op.OpErrorf(codeSCF, "expected each region to return %d values, but %s returns %d",
			op.NumResults(), name, yield.NumOperands()).Note(yield.Span(), "see yield operation here")
	}
	if i := firstMismatch(op.Results(), yield.Operands()); i >= 0 {
		return op.OpErrorf(codeSCF, "expected result #%d of each region to be '%v'", i, op.Result(i).Type()).
			Note(yield.Span(), "%s returns '%v' here", name, yield.Operand(i).Type())
	}
	return nil
}

func lastName(op *ir.Op) string {
	if op == nil {
		return "nothing"
	}
	return op.Name()
}

func verifyParallel(op *ir.Op) error {
	lower, upper, steps := op.OperandsOf(0), op.OperandsOf(1), op.OperandsOf(2)
	if len(steps) == 0 || len(lower) != len(steps) || len(upper) != len(steps) {
		return op.OpErrorf(codeSCF, "needs at least one tuple element for lowerBound, upperBound and step")
	}
	for _, s := range steps {
		if n, ok := ir.ConstInt(s); ok && n <= 0 {
			return op.OpErrorf(codeSCF, "constant step operand must be positive")
		}
	}
	args := op.Body().Args()
	if len(args) != len(steps) {
		return op.OpErrorf(codeSCF,
			"expects the same number of induction variables: %d as bound and step values: %d",
			len(args), len(steps))
	}
	for _, a := range args {
		if !constraint.IsIndex(a.Type()) {
			return op.OpErrorf(codeSCF, "expects arguments for the induction variable to be of index type")
		}
	}
	return nil
}

// verifyReductions checks the results of a scf.parallel against its scf.reduce.
func verifyReductions(op *ir.Op) error {
	reduce := op.Body().Last()
	if !reduce.Is(Reduce) {
		return nil // the implicit terminator is checked by the table
	}
	results, reductions, inits := op.NumResults(), reduce.NumRegions(), len(op.OperandsOf(3))
	if results != reductions {
		return op.OpErrorf(codeSCF,
			"expects number of results: %d to be the same as number of reductions: %d", results, reductions)
	}
	if results != inits {
		return op.OpErrorf(codeSCF,
			"expects number of results: %d to be the same as number of initial values: %d", results, inits)
	}
	if reduce.NumOperands() != reductions {
		return nil // scf.reduce reports this itself
	}
	for i, v := range reduce.Operands() {
		if v.Type() != op.Result(i).Type() {
			return reduce.OpErrorf(codeSCF,
				"expects type of %d-th reduction operand: '%v' to be the same as the %d-th result type: '%v'",
				i, v.Type(), i, op.Result(i).Type())
		}
	}
	return nil
}

func verifyReduce(op *ir.Op) error {
	if op.NumOperands() != op.NumRegions() {
		return nil // reported by the scf.parallel around it
	}
	for i, r := range op.Regions() {
		t := op.Operand(i).Type()
		if !slices.Equal(r.Entry().ArgTypes(), []ir.Type{t, t}) {
			return op.OpErrorf(codeSCF,
				"expected two block arguments with type '%v' in the %d-th reduction region", t, i)
		}
		if !r.Entry().Last().Is(ReduceReturn) {
			return op.OpErrorf(codeSCF, "reduction bodies must be terminated with an 'scf.reduce.return' op")
		}
	}
	return nil
}

func verifyReduceReturn(op *ir.Op) error {
	entry := op.Block().Region().Entry()
	if entry.NumArgs() > 0 && entry.Arg(0).Type() != op.Operand(0).Type() {
		return op.OpErrorf(codeSCF, "must have type '%v' (the type of the reduction inputs)",
			entry.Arg(0).Type())
	}
	return nil
}

func verifyForall(op *ir.Op) error {
	rank := len(op.Ints("staticLowerBound"))
	outs := op.OperandsOf(3)
	if op.NumResults() != len(outs) {
		return op.OpErrorf(codeSCF, "produces %d results, but has only %d outputs", op.NumResults(),
			len(outs))
	}
	args := op.Body().Args()
	if len(args) != rank+len(outs) {
		return op.OpErrorf(codeSCF, "region expects %d arguments", rank+len(outs))
	}
	for i, a := range args[:rank] {
		if !constraint.IsIndex(a.Type()) {
			return op.OpErrorf(codeSCF, "expects %d-th block argument to be an index", i)
		}
	}
	for i, v := range outs {
		if v.Type() != op.Result(i).Type() {
			return op.OpErrorf(codeSCF, "type mismatch between %d-th output and corresponding result", i)
		}
		if v.Type() != args[rank+i].Type() {
			return op.OpErrorf(codeSCF, "type mismatch between %d-th output and corresponding block argument",
				i)
		}
	}
	for i, name := range []string{"lower bound", "upper bound", "step"} {
		if err := verifyMixed(op, i, name, rank); err != nil {
			return err
		}
	}
	return verifyMapping(op, rank)
}

// verifyMapping checks that the mapping of a scf.forall is empty or has one entry for each dimension, and
// that it has at most one mask.
func verifyMapping(op *ir.Op, rank int) error {
	mapping, _ := op.Attr("mapping").(*ir.ArrayAttr)
	if mapping == nil || len(mapping.Elems) == 0 {
		return nil
	}
	masks := 0
	for _, e := range mapping.Elems {
		if constraint.IsDeviceMask(e) {
			masks++
		}
	}
	switch {
	case len(mapping.Elems)-masks != rank:
		return op.OpErrorf(codeSCF, "mapping attribute size must match op rank")
	case masks > 1:
		return op.OpErrorf(codeSCF, "\"mapping\" supports at most one device masking attribute")
	}
	return nil
}

// verifyMixed checks that one of the lists of bounds has an operand for each dynamic entry.
func verifyMixed(op *ir.Op, list int, name string, rank int) error {
	static := op.Ints([]string{"staticLowerBound", "staticUpperBound", "staticStep"}[list])
	if len(static) != rank {
		return op.Errorf(codeSCF, "expected %d %s values, got %d", rank, name, len(static))
	}
	dynamic := 0
	for _, n := range static {
		if n == ir.Dynamic {
			dynamic++
		}
	}
	if got := len(op.OperandsOf(list)); got != dynamic {
		return op.Errorf(codeSCF, "expected %d dynamic %s values", dynamic, name)
	}
	return nil
}

// verifyInParallel checks that a scf.forall ends with operations that change its outputs, and nothing else.
func verifyInParallel(op *ir.Op) error {
	forall := op.Parent()
	for inner := range op.Body().Ops() {
		if inner.Def().CombinesInto == nil {
			return op.OpErrorf(codeSCF, "expected only ParallelCombiningOpInterface ops")
		}
		if forall.Is(Forall) && !slices.Contains(SharedOuts(forall), inner.Def().CombinesInto(inner)) {
			return inner.OpErrorf(codeSCF, "may only insert into an output block argument")
		}
	}
	return nil
}

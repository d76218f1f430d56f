package stream

import (
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// entry returns the number of an entry of the table of operands, -1 if there is none of that name.
func entry(def *ir.OpDef, name string) int {
	for i := range def.Operands {
		if def.Operands[i].Name == name {
			return i
		}
	}
	return -1
}

// AllNamed returns the operands of that name, nil if the operation has none.
func AllNamed(op *ir.Op, name string) []*ir.Value {
	i := entry(op.Def(), name)
	if i < 0 {
		return nil
	}
	return op.OperandsOf(i)
}

// Named returns the operand of that name, nil if the operation has none.
func Named(op *ir.Op, name string) *ir.Value {
	if list := AllNamed(op, name); len(list) > 0 {
		return list[0]
	}
	return nil
}

// verifyRange checks a range [offset, end) of a resource of known bounds: the offset is not behind the end,
// and the end is not behind the size.
func verifyRange(op *ir.Op, name string) error {
	size, okSize := constantOf(Named(op, name+"_size"))
	offset, okOffset := constantOf(Named(op, name+"_offset"))
	end, okEnd := constantOf(Named(op, name+"_end"))
	switch {
	case okOffset && okEnd && offset > end:
		return op.OpErrorf(codeStream, "the range of the %s begins at %d, behind its end at %d", name, offset,
			end)
	case okEnd && okSize && end > size:
		return op.OpErrorf(codeStream, "the range of the %s ends at %d, but it has %d bytes", name, end, size)
	}
	return nil
}

// constantOf returns the value of an index constant.
func constantOf(v *ir.Value) (int64, bool) {
	if v == nil {
		return 0, false
	}
	a, ok := ir.ConstantValue(v).(*ir.IntegerAttr)
	if !ok {
		return 0, false
	}
	return a.Value, true
}

// sized counts the sizes that types need.
func sized(values []*ir.Value) int {
	n := 0
	for _, v := range values {
		n += sizes(v.Type())
	}
	return n
}

// verifySizes checks that operands and results have their sizes.
func verifySizes(op *ir.Op) error {
	operands := AllNamed(op, "resource_operands")
	if n, want := len(AllNamed(op, "resource_operand_sizes")), sized(operands); n != want {
		return op.OpErrorf(codeStream, "the operands need %d sizes, but there are %d", want, n)
	}
	if entry(op.Def(), "result_sizes") < 0 {
		return nil
	}
	if n, want := len(AllNamed(op, "result_sizes")), sized(op.Results()); n != want {
		return op.OpErrorf(codeStream, "the results need %d sizes, but there are %d", want, n)
	}
	return nil
}

// verifyTies checks the results that are tied to operands.
func verifyTies(op *ir.Op) error {
	n := len(resources(op.Results()))
	if op.Is(CmdCall) || op.Is(AsyncCall) {
		n = op.NumResults()
	}
	operands := AllNamed(op, "resource_operands")
	i, wrong := tied.Wrong(op, n, len(operands))
	if wrong {
		return op.OpErrorf(codeStream, "result %d is tied to no operand", i)
	}
	for i := range n {
		if k := tied.Operand(op, i); k >= 0 &&
			IsResource(op.Result(i).Type()) != IsResource(operands[k].Type()) {
			return op.OpErrorf(codeStream, "result %d is tied to an operand that is no resource", i)
		}
	}
	return nil
}

// verifyRanges checks that there is a range for each resource among the operands, with entries in each of
// some lists.
func verifyRanges(op *ir.Op, lists ...string) error {
	if err := verifySizes(op); err != nil {
		return err
	}
	want := len(resources(AllNamed(op, "resource_operands")))
	for _, name := range lists {
		if n := len(AllNamed(op, name)); n != want {
			return op.OpErrorf(codeStream, "has %d resources, but %d entries in %s", want, n, name)
		}
	}
	return verifyTies(op)
}

// verifyRegionOperands checks that the arguments of the region are the operands, and that the region uses no
// other resources and timepoints from outside.
func verifyRegionOperands(op *ir.Op) error {
	if err := verifySizes(op); err != nil {
		return err
	}
	operands, body := AllNamed(op, "resource_operands"), op.Body()
	if body.NumArgs() != len(operands) {
		return op.OpErrorf(codeStream, "has %d resources, but its region has %d arguments", len(operands),
			body.NumArgs())
	}
	for i, v := range operands {
		if t := body.Arg(i).Type(); t != v.Type() {
			return op.OpErrorf(codeStream,
				"argument %d of the region has type '%v', but its resource has type '%v'",
				i, t, v.Type())
		}
	}
	return verifyClosed(op)
}

// verifyClosed checks that a region gets its resources as arguments.
func verifyClosed(op *ir.Op) error {
	for inner := range op.Walk() {
		if inner == op {
			continue
		}
		for _, v := range inner.Operands() {
			if (IsResource(v.Type()) || IsTimepoint(v.Type())) && !inside(v, op) {
				return inner.OpErrorf(codeStream,
					"uses a %s from outside of '%s', which is not among its operands",
					kindOf(v.Type()), op.Name()).
					Suggest("hand it in: with(%%%s as ...)", v.Name())
			}
		}
	}
	return nil
}

func kindOf(t ir.Type) string {
	if IsTimepoint(t) {
		return "timepoint"
	}
	return "resource"
}

// inside reports whether a value is defined within the regions of an operation.
func inside(v *ir.Value, op *ir.Op) bool {
	for at := v.ParentBlock().ParentOp(); at != nil; at = at.Parent() {
		if at == op {
			return true
		}
	}
	return false
}

// verifyTiedRegion checks a region with results.
func verifyTiedRegion(op *ir.Op) error {
	if err := verifyRegionOperands(op); err != nil {
		return err
	}
	return verifyTies(op)
}

// verifyYield checks that what a region yields are the results of the operation around it.
func verifyYield(op *ir.Op) error {
	parent := op.Parent()
	if op.NumOperands()%2 != 0 {
		return op.OpErrorf(codeStream, "has not a size for each resource")
	}
	var want []*ir.Value
	switch {
	case parent.Is(AsyncExecute) || parent.Is(AsyncConcurrent):
		want = resources(parent.Results())
	case op.NumOperands() > 0:
		return op.OpErrorf(codeStream, "yields resources, but '%s' has no results", parent.Name())
	}
	yielded := Yielded(op)
	if len(yielded) != len(want) {
		return op.OpErrorf(codeStream, "yields %d resources, but '%s' has %d results", len(yielded),
			parent.Name(), len(want))
	}
	for i, v := range yielded {
		if t := want[i].Type(); t != v.Type() {
			return op.OpErrorf(codeStream,
				"yields a resource of type '%v', but result %d of '%s' has type '%v'",
				v.Type(), i, parent.Name(), t)
		}
		if !constraint.IsIndex(op.Operand(len(yielded) + i).Type()) {
			return op.OpErrorf(codeStream, "has not a size for each resource")
		}
	}
	return nil
}

func init() { Yield.Verify = verifyYield }

// Tie returns the number of the operand that result i is after an update in place, -1 if it is none.
func Tie(op *ir.Op, i int) int { return tied.Operand(op, i) }

package tfrt

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

var codeTFRT = diag.Register("verify-tfrt", "an operation breaks a rule of the tfrt dialect",
	"A region of tfrt has one block that ends with tfrt.return. Its arguments have the types of the "+
		"operands "+
		"that it is given, and what it returns has the types of the results. Functions that are called have "+
		"the types of the call; the body of tfrt.while returns one more i1.")

// reference returns an attribute that names a symbol.
func reference(op *ir.Op, name string) *ir.SymbolRefAttr {
	ref, _ := op.Attr(name).(*ir.SymbolRefAttr)
	return ref
}

// verifyCallee checks that the function that an attribute names takes the operands from number first on, and
// returns the results and then values of the types more.
func verifyCallee(op *ir.Op, t *ir.SymbolTables, attr string, first int, more []ir.Type) error {
	ref := reference(op, attr)
	if ref == nil {
		return nil // the table checks the attribute
	}
	return verifyFunction(op, t, ref, typesOf(op.Operands()[first:]), slices.Concat(op.ResultTypes(), more))
}

func verifyFunction(op *ir.Op, t *ir.SymbolTables, ref *ir.SymbolRefAttr, in, out []ir.Type) error {
	f := t.Resolve(op, ref)
	if lowered(f) || lowered(op) {
		return nil
	}
	if !f.Is(function.Func) {
		return op.OpErrorf(codeTFRT, "'%s' does not reference a valid function", ref.Root)
	}
	typ := function.Type(f)
	switch {
	case len(typ.Inputs) != len(in):
		return op.OpErrorf(codeTFRT, "passes %d operands, but the function @%s takes %d", len(in), ref.Root,
			len(typ.Inputs))
	case !slices.Equal(typ.Inputs, in):
		return op.OpErrorf(codeTFRT, "operand types (%s) do not match those of the function @%s: (%s)",
			constraint.TypeList(in), ref.Root, constraint.TypeList(typ.Inputs))
	case len(typ.Results) != len(out):
		return op.OpErrorf(codeTFRT, "needs %d results, but the function @%s returns %d", len(out), ref.Root,
			len(typ.Results))
	case !slices.Equal(typ.Results, out):
		return op.OpErrorf(codeTFRT, "result types (%s) do not match those of the function @%s: (%s)",
			constraint.TypeList(out), ref.Root, constraint.TypeList(typ.Results))
	}
	return nil
}

// lowered reports whether an operation is in a function of a lower dialect, or is one. Passes to LLVM and PTX
// convert functions and leave the operations of tfrt, which the writers refuse with their place.
func lowered(op *ir.Op) bool {
	for ; op != nil; op = op.Parent() {
		if name := op.Name(); name == "llvm.func" || name == "gpu.func" {
			return true
		}
	}
	return false
}

func verifyReturn(op *ir.Op) error {
	f := op.Parent()
	if !f.Is(function.Func) {
		return nil // the operation with the region checks what it returns
	}
	want := function.Type(f).Results
	if op.NumOperands() != len(want) {
		return op.OpErrorf(codeTFRT, "has %d operands, but enclosing function returns %d", op.NumOperands(),
			len(want))
	}
	for i, v := range op.Operands() {
		if v.Type() != want[i] {
			return op.Errorf(codeTFRT, "type of return operand %d ('%v') doesn't match function result type "+
				"('%v')", i, v.Type(), want[i])
		}
	}
	return nil
}

// verifyBody checks the block of a region: the types of its arguments, and of what it returns.
func verifyBody(op *ir.Op, region int, name string, in, out []ir.Type) error {
	block := op.Region(region).Entry()
	if got := typesOf(block.Args()); !slices.Equal(got, in) {
		return op.OpErrorf(codeTFRT, "arguments of the %s region have types (%s), expected (%s)", name,
			constraint.TypeList(got), constraint.TypeList(in))
	}
	return verifyEnd(op, region, out)
}

func verifyEnd(op *ir.Op, region int, out []ir.Type) error {
	ret := op.Region(region).Entry().Terminator()
	if !ret.Is(Return) {
		return op.OpErrorf(codeTFRT, "expected tfrt.return in body")
	}
	if !slices.Equal(typesOf(ret.Operands()), out) {
		return ret.OpErrorf(codeTFRT, "operand types don't match '%s' result", op.Name())
	}
	return nil
}

func verifyIf(op *ir.Op) error {
	in := typesOf(op.Operands()[1:])
	if err := verifyBody(op, 0, "then", in, op.ResultTypes()); err != nil {
		return err
	}
	return verifyBody(op, 1, "else", in, op.ResultTypes())
}

func verifyWhile(op *ir.Op) error {
	if !slices.Equal(typesOf(op.Operands()[1:]), op.ResultTypes()) {
		return op.OpErrorf(codeTFRT, "operand types (%s) and result types (%s) must be the same",
			constraint.TypeList(typesOf(op.Operands()[1:])), constraint.TypeList(op.ResultTypes()))
	}
	if n, _ := op.IntAttr("parallel_iterations"); n < 1 {
		return op.OpErrorf(codeTFRT, "needs at least one parallel iteration, has %d", n)
	}
	return nil
}

func verifyRepeat(op *ir.Op) error {
	if op.NumResults() != op.NumOperands()-1 {
		return op.OpErrorf(codeTFRT, "incorrect number of operands")
	}
	if !slices.Equal(typesOf(op.Operands()[1:]), op.ResultTypes()) {
		return op.OpErrorf(codeTFRT, "operand/result type mismatch")
	}
	return nil
}

func verifyRepeatRegion(op *ir.Op) error {
	return verifyBody(op, 0, "loop", op.ResultTypes(), op.ResultTypes())
}

func verifyParallelFor(op *ir.Op) error {
	in := typesOf(blockOperands(op))
	if ret := op.Region(0).Entry().Terminator(); ret.Is(Return) && ret.NumOperands() == 0 {
		return verifyBody(op, 0, "loop", in, nil)
	}
	return verifyBody(op, 0, "loop", in, op.ResultTypes())
}

func verifyParallelCall(op *ir.Op, t *ir.SymbolTables) error {
	ref := reference(op, "callee")
	if ref == nil {
		return nil // the table checks the attribute
	}
	var out []ir.Type
	if f := t.Resolve(op, ref); f.Is(function.Func) && len(function.Type(f).Results) > 0 {
		out = op.ResultTypes()
	}
	return verifyFunction(op, t, ref, typesOf(blockOperands(op)), out)
}

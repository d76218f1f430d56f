package stream

import (
	"hash/fnv"
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// AsyncDispatch is stream.async.dispatch: a grid of work. It reads and writes the ranges of its operands. A
// result that is tied to an operand is that operand after an update in place.
var AsyncDispatch = &ir.OpDef{
	Name:    "stream.async.dispatch",
	Summary: "grid of work, with its results",
	Operands: slices.Concat(many(constraint.Index, "workload"), many(operand, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "resource_operand_offsets", "resource_operand_ends",
			"resource_operand_lengths", "result_sizes")),
	Results: []ir.ResultDef{{Name: "results", Type: streamResource, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "entry_points", Type: symbols}, tied.Attr, affinity,
		constraint.OperandSegmentSize},
	Traits: ir.Pure | ir.AttrSizedOperands,
}

// AsyncCall is stream.async.call: a call of an AsyncFunc as part of work.
var AsyncCall = &ir.OpDef{
	Name:    "stream.async.call",
	Summary: "call of a function as part of work, with its results",
	Operands: slices.Concat(many(argument, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "resource_operand_offsets", "resource_operand_ends",
			"resource_operand_lengths", "result_sizes")),
	Results: []ir.ResultDef{{Name: "results", Type: operand, Arity: ir.Variadic}},
	Attrs: slices.Concat([]ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}, tied.Attr},
		signature.Attrs, []ir.AttrDef{affinity, constraint.OperandSegmentSize}),
	Traits: ir.AttrSizedOperands,
	Callee: callee,
}

func init() {
	AsyncDispatch.Parse, AsyncDispatch.Print = parseDispatch, printDispatch
	AsyncDispatch.Verify, AsyncDispatch.VerifySymbolUses = verifyDispatch, verifyEntrySymbols
	AsyncCall.Parse, AsyncCall.Print = parseDispatch, printDispatch
	AsyncCall.Verify, AsyncCall.VerifySymbolUses = verifyAsyncRanges, verifyCallee
}

func verifyDispatch(op *ir.Op) error {
	if err := verifyEntryPoints(op); err != nil {
		return err
	}
	return verifyAsyncRanges(op)
}

func verifyAsyncRanges(op *ir.Op) error {
	return verifyRanges(op, "resource_operand_offsets", "resource_operand_ends", "resource_operand_lengths")
}

func callee(op *ir.Op) *ir.SymbolRefAttr {
	ref, _ := op.Attr("callee").(*ir.SymbolRefAttr)
	return ref
}

// symbols is the constraint on the entry points of a dispatch.
var symbols = ir.AttrConstraint{Summary: "symbol ref array attribute", Match: func(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool {
		_, ok := e.(*ir.SymbolRefAttr)
		return !ok
	})
}}

// EntryPoints returns the symbols of which a dispatch executes one.
func EntryPoints(op *ir.Op) []*ir.SymbolRefAttr {
	list, _ := op.Attr("entry_points").(*ir.ArrayAttr)
	if list == nil {
		return nil
	}
	refs := make([]*ir.SymbolRefAttr, len(list.Elems))
	for i, e := range list.Elems {
		refs[i] = e.(*ir.SymbolRefAttr)
	}
	return refs
}

// EntryPointsAttr is the discardable attribute with the entry points of a dispatch, where operations of other
// dialects stand for it.
const EntryPointsAttr = "stream.entry_points"

// Seed returns the number of entry points that the results of an unknown kernel are made of.
func Seed(entries *ir.ArrayAttr) int64 {
	h := fnv.New32a()
	for _, ref := range entries.Elems {
		h.Write([]byte(ref.(*ir.SymbolRefAttr).String()))
	}
	return int64(h.Sum32())
}

func verifyEntryPoints(op *ir.Op) error {
	if len(EntryPoints(op)) == 0 {
		return op.OpErrorf(codeStream, "must have at least one entry point")
	}
	return nil
}

// verifyEntrySymbols checks entry points that the module has. Others are defined elsewhere.
func verifyEntrySymbols(op *ir.Op, t *ir.SymbolTables) error {
	for _, ref := range EntryPoints(op) {
		f := t.Resolve(op, ref)
		if f != nil && len(ref.Nested) > 0 && f.Def().DialectName() == "stream" && !f.Is(ExecutableExport) {
			return op.OpErrorf(codeStream, "entry point %v is no export of an executable", ref)
		}
	}
	return nil
}

// verifyCallee checks that a call is one of a function that it agrees with.
func verifyCallee(op *ir.Op, t *ir.SymbolTables) error {
	ref := callee(op)
	want := AsyncFunc
	if op.Is(CmdCall) {
		want = CmdFunc
	}
	f := t.Resolve(op, ref)
	if !f.Is(want) {
		return op.OpErrorf(codeStream, "'%s' does not reference a valid %s", ref.Root, want.Name)
	}
	typ := signature.Type(f)
	args := len(AllNamed(op, "resource_operands"))
	if op.Is(AsyncCall) && args != len(typ.Inputs) {
		return op.OpErrorf(codeStream, "has %d arguments, but @%s takes %d", args, ref.Root, len(typ.Inputs))
	}
	if n := op.NumResults(); n != len(typ.Results) {
		return op.OpErrorf(codeStream, "has %d results, but @%s returns %d", n, ref.Root, len(typ.Results))
	}
	return nil
}

package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

const arrowTimepoint = "`=` `` `>` type($result_timepoint) "

// timepointResult declares the timepoint at which an operation is complete.
var timepointResult = result("result_timepoint", timepoint)

// TimepointImmediate is stream.timepoint.immediate: a timepoint that is reached.
var TimepointImmediate = &ir.OpDef{
	Name:    "stream.timepoint.immediate",
	Summary: "timepoint that is reached",
	Results: []ir.ResultDef{timepointResult},
	Traits:  ir.Pure,
	Format:  "attr-dict " + arrowTimepoint,
}

// TimepointImport is stream.timepoint.import: a timepoint that is reached when values of another dialect,
// such as a fence, are.
var TimepointImport = &ir.OpDef{
	Name:     "stream.timepoint.import",
	Summary:  "timepoint of a value of another dialect",
	Operands: many(constraint.AnyType, "operands"),
	Results:  []ir.ResultDef{timepointResult},
	Attrs:    []ir.AttrDef{affinity},
	Traits:   ir.Pure,
	Format: onAffinity + "$operands `:` `(` type($operands) `)` " + arrowTimepoint +
		"attr-dict-with-keyword",
}

// TimepointExport is stream.timepoint.export: the values of another dialect that are reached with a
// timepoint.
var TimepointExport = &ir.OpDef{
	Name:     "stream.timepoint.export",
	Summary:  "values of another dialect for a timepoint",
	Operands: one(timepoint, "await_timepoint"),
	Results:  []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:    []ir.AttrDef{affinity},
	Traits:   ir.Pure,
	Format:   onAffinity + "$await_timepoint `=` `` `>` `(` type($results) `)` attr-dict-with-keyword",
}

// TimepointChainExternal is stream.timepoint.chain_external: it signals fences of another dialect when a
// timepoint is reached.
var TimepointChainExternal = &ir.OpDef{
	Name:    "stream.timepoint.chain_external",
	Summary: "signals values of another dialect when a timepoint is reached",
	Operands: slices.Concat(one(timepoint, "await_timepoint"),
		many(constraint.AnyType, "external_values")),
	Attrs: []ir.AttrDef{affinity},
	Format: onAffinity + "$await_timepoint `=` `` `>` `(` $external_values `:` type($external_values) `)` " +
		"attr-dict-with-keyword",
}

// TimepointJoin is stream.timepoint.join: the latest of several timepoints.
var TimepointJoin = &ir.OpDef{
	Name:     "stream.timepoint.join",
	Summary:  "latest of several timepoints",
	Operands: many(timepoint, "await_timepoints"),
	Results:  []ir.ResultDef{timepointResult},
	Traits:   ir.Pure,
	Format:   "`max` `(` $await_timepoints `)` " + arrowTimepoint + "attr-dict-with-keyword",
	Verify: func(op *ir.Op) error {
		if op.NumOperands() == 0 {
			return op.OpErrorf(codeStream, "must have at least one timepoint")
		}
		return nil
	},
}

// TimepointBarrier is stream.timepoint.barrier: a resource, and the timepoint at which it is ready.
var TimepointBarrier = &ir.OpDef{
	Name:     "stream.timepoint.barrier",
	Summary:  "timepoint at which a resource is ready",
	Operands: slices.Concat(one(anywhere, "resource"), one(constraint.Index, "resource_size")),
	Results:  []ir.ResultDef{result("result", anywhere), timepointResult},
	Attrs:    []ir.AttrDef{affinity},
	TypesMatch: []ir.TypesMatch{{From: "resource", To: "result",
		Summary: "all of {resource, result} have same type", Type: same}},
	Format: onAffinity + "$resource `:` type($resource) `` `{` $resource_size `}` " + arrowTimepoint +
		"attr-dict-with-keyword",
}

// TimepointAwait is stream.timepoint.await: resources after a wait for a timepoint. With sync, the host
// blocks; else only users of the resources have to.
var TimepointAwait = &ir.OpDef{
	Name:    "stream.timepoint.await",
	Summary: "resources after a wait for a timepoint",
	Operands: slices.Concat(many(anywhere, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes"), one(timepoint, "await_timepoint")),
	Results: []ir.ResultDef{{Name: "results", Type: anywhere, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "sync", Type: constraint.Unit, Optional: true},
		constraint.OperandSegmentSize},
	Traits: ir.AttrSizedOperands,
	Format: "(`sync` $sync^)? $await_timepoint `=` `` `>` $resource_operands `:` " +
		"custom<StreamAwaited>(type($resource_operands), type($results), $resource_operand_sizes) " +
		"attr-dict-with-keyword",
	Verify: verifyAwait,
	// Without sync the users of the resources start after the timepoint, and nobody blocks.
	AsyncDependencies: func(op *ir.Op) []*ir.Value {
		if op.Attr("sync") == nil {
			return nil
		}
		return op.Operands()[op.NumOperands()-1:]
	},
}

func verifyAwait(op *ir.Op) error {
	resources := AllNamed(op, "resource_operands")
	if n := len(AllNamed(op, "resource_operand_sizes")); n != len(resources) {
		return op.OpErrorf(codeStream, "has %d resources, but %d sizes of them", len(resources), n)
	}
	if len(resources) != op.NumResults() {
		return op.OpErrorf(codeStream, "has %d resources, but %d results", len(resources), op.NumResults())
	}
	for i, v := range resources {
		if t := op.Result(i).Type(); t != v.Type() {
			return op.OpErrorf(codeStream, "result %d has type '%v', but its resource has type '%v'", i, t,
				v.Type())
		}
	}
	return nil
}

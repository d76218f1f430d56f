package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func unit(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: constraint.Unit, Optional: true}
}

const (
	awaitArrow = "(`await` `(` $await_timepoint^ `)` `=` `` `>`)? "
	sizedAs    = "attr-dict `:` type($operand) `{` $operand_size `}`"
)

// ResourceAlloc is stream.resource.alloc: memory that persists, at once.
var ResourceAlloc = &ir.OpDef{
	Name:     "stream.resource.alloc",
	Summary:  "persistent memory",
	Operands: one(constraint.Index, "storage_size"),
	Results:  []ir.ResultDef{result("result", anyResource)},
	Attrs:    []ir.AttrDef{unit("uninitialized"), affinity},
	Effects:  allocates,
	Format: "(`uninitialized` $uninitialized^)? " + onAffinity +
		"attr-dict `:` type($result) `{` $storage_size `}`",
}

// ResourceAlloca is stream.resource.alloca: transient memory that exists from a timepoint on.
var ResourceAlloca = &ir.OpDef{
	Name:     "stream.resource.alloca",
	Summary:  "transient memory that exists from a timepoint on",
	Operands: append(one(constraint.Index, "storage_size"), awaited),
	Results:  []ir.ResultDef{result("result", anyResource), timepointResult},
	Attrs:    []ir.AttrDef{unit("indeterminate_lifetime"), affinity},
	Effects:  allocates,
	Format: "`uninitialized` (`indeterminate` $indeterminate_lifetime^)? " + onAffinity +
		"(`await` `(` $await_timepoint^ `)` `=` `` `>`) : (`:`)? attr-dict type($result) `{` $storage_size " +
		"`}` " +
		arrowTimepoint,
	AsyncDependencies: AwaitTimepoints,
	Async:             always,
	AsyncToken:        ResultTimepoint,
}

// ResourceDealloca is stream.resource.dealloca: it frees transient memory at a timepoint.
var ResourceDealloca = &ir.OpDef{
	Name:    "stream.resource.dealloca",
	Summary: "frees transient memory at a timepoint",
	Operands: slices.Concat(one(anyResource, "operand"), one(constraint.Index, "operand_size"),
		[]ir.OperandDef{awaited}),
	Results: []ir.ResultDef{timepointResult},
	Attrs:   []ir.AttrDef{unit("prefer_origin"), affinity},
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Free, Value: op.Operand(0)})
	},
	Format: "(`origin` $prefer_origin^)? " + onAffinity + awaitArrow +
		"$operand `:` type($operand) `{` $operand_size `}` " + arrowTimepoint + "attr-dict",
	AsyncDependencies: AwaitTimepoints,
	Async:             always,
	AsyncToken:        ResultTimepoint,
}

// ResourceRetain is stream.resource.retain: one owner of a resource more.
var ResourceRetain = &ir.OpDef{
	Name:     "stream.resource.retain",
	Summary:  "one owner of a resource more",
	Operands: slices.Concat(one(anyResource, "operand"), one(constraint.Index, "operand_size")),
	Format:   "$operand " + sizedAs,
}

// ResourceRelease is stream.resource.release: one owner of a resource less; whether it was the last.
var ResourceRelease = &ir.OpDef{
	Name:        "stream.resource.release",
	Summary:     "one owner of a resource less",
	Operands:    slices.Concat(one(anyResource, "operand"), one(constraint.Index, "operand_size")),
	Results:     []ir.ResultDef{result("result", constraint.I1)},
	Format:      "$operand " + sizedAs,
	ResultNames: named("is_terminal"),
}

// ResourceIsTerminal is stream.resource.is_terminal: whether a resource has one owner only.
var ResourceIsTerminal = &ir.OpDef{
	Name:        "stream.resource.is_terminal",
	Summary:     "whether a resource has one owner only",
	Operands:    slices.Concat(one(anyResource, "operand"), one(constraint.Index, "operand_size")),
	Results:     []ir.ResultDef{result("result", constraint.I1)},
	Format:      "$operand " + sizedAs,
	ResultNames: named("is_terminal"),
}

// ResourceSize is stream.resource.size: the number of bytes of a resource.
var ResourceSize = &ir.OpDef{
	Name:     "stream.resource.size",
	Summary:  "number of bytes of a resource",
	Operands: one(anyResource, "operand"),
	Results:  []ir.ResultDef{result("result", constraint.Index)},
	Attrs:    []ir.AttrDef{affinity},
	Traits:   ir.Pure,
	Format:   "$operand attr-dict `:` type($operand)",
}

// ResourceTryMap is stream.resource.try_map: a resource in the memory of a buffer, and whether that was
// possible.
var ResourceTryMap = &ir.OpDef{
	Name:    "stream.resource.try_map",
	Summary: "resource in the memory of a buffer, if that is possible",
	Operands: slices.Concat(one(buffer, "source"),
		one(constraint.Index, "source_offset", "result_size")),
	Results: []ir.ResultDef{result("did_map", constraint.I1), result("result", streamResource)},
	Attrs:   []ir.AttrDef{affinity},
	Format: onAffinity +
		"$source `[` $source_offset `]` `:` type($source) `->` type($did_map) `,` type($result) " +
		"`` `{` $result_size `}` attr-dict-with-keyword",
}

// buffer is memory of the host.
var buffer = ir.TypeConstraint{Summary: "buffer of the host",
	Match: func(t ir.Type) bool {
		o, ok := t.(*ir.OpaqueType)
		return ok && o.Dialect == "util" && o.Text == "buffer"
	},
	Build: func(c *ir.Context) ir.Type { return c.OpaqueType("util", "buffer") }}

// ResourceLoad is stream.resource.load: the host reads a value from a staging resource.
var ResourceLoad = &ir.OpDef{
	Name:    "stream.resource.load",
	Summary: "reads a value from a staging resource",
	Operands: slices.Concat(one(staging, "source"),
		one(constraint.Index, "source_size", "source_offset")),
	Results: []ir.ResultDef{result("result", loaded)},
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Read, Value: op.Operand(0)})
	},
	Format: "$source `[` $source_offset `]` `:` type($source) `` `{` $source_size `}` `->` type($result) " +
		"attr-dict-with-keyword",
}

// ResourceStore is stream.resource.store: the host writes a value to a staging resource.
var ResourceStore = &ir.OpDef{
	Name:    "stream.resource.store",
	Summary: "writes a value to a staging resource",
	Operands: slices.Concat(one(staging, "target"), one(constraint.Index, "target_size", "target_offset"),
		one(loaded, "value")),
	Effects: func(op *ir.Op, add func(ir.Effect)) {
		add(ir.Effect{Kind: ir.Write, Value: op.Operand(0)})
	},
	Format: "$value `,` $target `[` $target_offset `]` `:` type($value) `->` type($target) `{` " +
		"$target_size `}` " +
		"attr-dict-with-keyword",
}

// ResourcePack is stream.resource.pack: offsets of slices in one piece of memory. Slices whose lifetimes do
// not meet may share memory.
var ResourcePack = &ir.OpDef{
	Name:    "stream.resource.pack",
	Summary: "offsets of slices in one piece of memory",
	Operands: slices.Concat([]ir.OperandDef{{Name: "offset", Type: constraint.Index, Arity: ir.Optional}},
		many(constraint.Index, "dynamic_slice_sizes")),
	Results: []ir.ResultDef{result("total_length", constraint.Index),
		{Name: "packed_offsets", Type: constraint.Index, Arity: ir.Variadic}},
	Attrs: []ir.AttrDef{{Name: "lifetime_intervals", Type: indexArray}, affinity,
		constraint.OperandSegmentSize},
	Traits: ir.Pure | ir.AttrSizedOperands,
	Format: onAffinity + "(`offset` `(` $offset^ `)`)? `slices` `(` `{` " +
		"custom<StreamSlices>($lifetime_intervals, $dynamic_slice_sizes, type($packed_offsets)) `}` `)` " +
		"`:` " +
		"type($total_length) attr-dict-with-keyword",
	Verify: verifyPack,
}

var indexArray = ir.AttrConstraint{Summary: "array of indices", Match: func(a ir.Attr) bool {
	list, ok := a.(*ir.ArrayAttr)
	return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool {
		n, ok := e.(*ir.IntegerAttr)
		return !ok || !constraint.IsIndex(n.Type)
	})
}}

func verifyPack(op *ir.Op) error {
	slices := len(AllNamed(op, "dynamic_slice_sizes"))
	if n := op.NumResults() - 1; n != slices {
		return op.OpErrorf(codeStream, "has %d slices, but %d offsets", slices, n)
	}
	intervals := op.Attr("lifetime_intervals").(*ir.ArrayAttr).Elems
	if len(intervals) != 2*slices {
		return op.OpErrorf(codeStream, "has %d slices, but %d ends of lifetimes", slices, len(intervals))
	}
	return nil
}

// ResourceConstants is stream.resource.constants: resources with given contents, which exist from a timepoint
// on.
var ResourceConstants = &ir.OpDef{
	Name:     "stream.resource.constants",
	Summary:  "resources with given contents",
	Operands: many(constraint.Index, "result_sizes"),
	Results: []ir.ResultDef{{Name: "results", Type: constantResource, Arity: ir.Variadic},
		timepointResult},
	Attrs:  []ir.AttrDef{{Name: "values", Type: anyArray}, affinity},
	Traits: ir.Pure,
	Format: onAffinity +
		"attr-dict `:` custom<StreamConstants>(type($results), $result_sizes, $values) `\\n` ` ` ` ` " +
		arrowTimepoint,
	Verify: verifyConstants,
}

var anyArray = ir.AttrConstraint{Summary: "constant value array attribute", Match: func(a ir.Attr) bool {
	_, ok := a.(*ir.ArrayAttr)
	return ok
}}

func verifyConstants(op *ir.Op) error {
	results, values := op.NumResults()-1, len(op.Attr("values").(*ir.ArrayAttr).Elems)
	if results != op.NumOperands() || results != values {
		return op.OpErrorf(codeStream, "has %d resources, %d sizes and %d values of them", results,
			op.NumOperands(), values)
	}
	return nil
}

// ResourceSubview is stream.resource.subview: a range of a resource, as a resource.
var ResourceSubview = &ir.OpDef{
	Name:    "stream.resource.subview",
	Summary: "range of a resource, as a resource",
	Operands: slices.Concat(one(anyResource, "source"),
		one(constraint.Index, "source_size", "source_offset", "result_size")),
	Results: []ir.ResultDef{result("result", anyResource)},
	Traits:  ir.Pure,
	TypesMatch: []ir.TypesMatch{{From: "source", To: "result",
		Summary: "all of {source, result} have same type", Type: same}},
	Format: "$source `[` $source_offset `]` `:` type($source) `` `{` $source_size `}` `->` type($result) " +
		"`` " +
		"`{` $result_size `}` attr-dict-with-keyword",
}

// ResourceTransients is stream.resource.transients: what a resource is computed with is to be in given
// memory.
var ResourceTransients = &ir.OpDef{
	Name:    "stream.resource.transients",
	Summary: "memory for what a resource is computed with",
	Operands: slices.Concat(one(streamResource, "resource"), one(constraint.Index, "resource_size"),
		one(anyResource, "storage"), one(constraint.Index, "storage_size"), []ir.OperandDef{awaited}),
	Results: []ir.ResultDef{result("result", streamResource), timepointResult},
	Attrs:   []ir.AttrDef{affinity},
	TypesMatch: []ir.TypesMatch{{From: "resource", To: "result",
		Summary: "all of {resource, result} have same type", Type: same}},
	Format: onAffinity + awaitArrow +
		"$resource `:` type($resource) `` `{` $resource_size `}` `from` $storage `:` " +
		"type($storage) `` `{` $storage_size `}` " + arrowTimepoint + "attr-dict-with-keyword",
	AsyncDependencies: AwaitTimepoints,
}

// ContextResolve is stream.context.resolve: the values of another dialect that an affinity stands for.
var ContextResolve = &ir.OpDef{
	Name:    "stream.context.resolve",
	Summary: "values of another dialect for an affinity",
	Results: []ir.ResultDef{{Name: "results", Type: constraint.AnyType, Arity: ir.Variadic}},
	Attrs:   []ir.AttrDef{affinity},
	Traits:  ir.Pure,
	Format:  onAffinity + "attr-dict `:` type($results)",
}

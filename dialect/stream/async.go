package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// one declares operands of one type each.
func one(t ir.TypeConstraint, names ...string) []ir.OperandDef {
	var list []ir.OperandDef
	for _, name := range names {
		list = append(list, ir.OperandDef{Name: name, Type: t})
	}
	return list
}

// many declares lists of operands.
func many(t ir.TypeConstraint, names ...string) []ir.OperandDef {
	list := one(t, names...)
	for i := range list {
		list[i].Arity = ir.Variadic
	}
	return list
}

func result(name string, t ir.TypeConstraint) ir.ResultDef { return ir.ResultDef{Name: name, Type: t} }

// awaited is the timepoint that an operation starts after.
var awaited = ir.OperandDef{Name: "await_timepoint", Type: timepoint, Arity: ir.Optional}

// inPlace says that the result of an operation is its target after an update in place.
var inPlace = []ir.TypesMatch{{From: "target", To: "result",
	Summary: "all of {target, result} have same type", Type: same}}

func same(_ *ir.Context, t ir.Type) ir.Type { return t }

// AsyncAlloca is stream.async.alloca: memory with undefined contents.
var AsyncAlloca = &ir.OpDef{
	Name:     "stream.async.alloca",
	Summary:  "transient value with undefined contents",
	Operands: one(constraint.Index, "storage_size"),
	Results:  []ir.ResultDef{result("result", streamResource)},
	Attrs:    []ir.AttrDef{affinity},
	Effects:  allocates,
	Format:   onAffinity + "attr-dict `:` type($result) `{` $storage_size `}`",
}

func allocates(op *ir.Op, add func(ir.Effect)) {
	add(ir.Effect{Kind: ir.Allocate, Value: op.Result(0)})
}

// AsyncConstant is stream.async.constant: a resource with given contents.
var AsyncConstant = &ir.OpDef{
	Name:     "stream.async.constant",
	Summary:  "resource with given contents",
	Operands: slices.Concat([]ir.OperandDef{awaited}, one(constraint.Index, "result_size")),
	Results:  []ir.ResultDef{result("result", streamResource)},
	Attrs:    []ir.AttrDef{{Name: "value", Type: constraint.AnyAttr}, affinity},
	Traits:   ir.Pure,
	Format: onAffinity +
		"(`await` `(` $await_timepoint^ `)`)? `:` type($result) `` `{` $result_size `}` `=` $value " +
		"attr-dict-with-keyword",
	AsyncDependencies: AwaitTimepoints,
	ResultNames:       named("cst"),
}

func named(name string) func(*ir.Op, func(*ir.Value, string)) {
	return func(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), name) }
}

// AsyncSplat is stream.async.splat: a resource that is filled with a value.
var AsyncSplat = &ir.OpDef{
	Name:    "stream.async.splat",
	Summary: "resource that is filled with a value",
	Operands: slices.Concat([]ir.OperandDef{awaited}, one(pattern, "value"),
		one(constraint.Index, "result_size")),
	Results: []ir.ResultDef{result("result", streamResource)},
	Attrs:   []ir.AttrDef{affinity},
	Format: onAffinity +
		"(`await` `(` $await_timepoint^ `)`)? $value `:` type($value) `->` type($result) `` " +
		"`{` $result_size `}` attr-dict-with-keyword",
	AsyncDependencies: AwaitTimepoints,
}

// AsyncClone is stream.async.clone: a copy of a resource.
var AsyncClone = &ir.OpDef{
	Name:    "stream.async.clone",
	Summary: "copy of a resource",
	Operands: slices.Concat(one(streamResource, "source"),
		one(constraint.Index, "source_size", "result_size")),
	Results: []ir.ResultDef{result("result", streamResource)},
	Attrs:   []ir.AttrDef{affinity},
	Format: onAffinity + "$source `:` type($source) `` `{` $source_size `}` `->` type($result) `` " +
		"`{` $result_size `}` attr-dict-with-keyword",
}

// AsyncSlice is stream.async.slice: a copy of a range of a resource.
var AsyncSlice = &ir.OpDef{
	Name:    "stream.async.slice",
	Summary: "copy of a range of a resource",
	Operands: slices.Concat(one(streamResource, "source"),
		one(constraint.Index, "source_size", "source_offset", "source_end", "result_size")),
	Results: []ir.ResultDef{result("result", streamResource)},
	Attrs:   []ir.AttrDef{affinity},
	Traits:  ir.Pure,
	TypesMatch: []ir.TypesMatch{{From: "source", To: "result",
		Summary: "all of {source, result} have same type", Type: same}},
	Format: onAffinity + "$source `[` $source_offset `to` $source_end `]` `:` type($source) `` " +
		"`{` $source_size `}` `->` type($result) `` `{` $result_size `}` attr-dict-with-keyword",
	Verify: func(op *ir.Op) error { return verifyRange(op, "source") },
}

// AsyncFill is stream.async.fill: it fills a range of a resource in place.
var AsyncFill = &ir.OpDef{
	Name:    "stream.async.fill",
	Summary: "fills a range of a resource in place",
	Operands: slices.Concat(one(streamResource, "target"),
		one(constraint.Index, "target_size", "target_offset", "target_end", "target_length"),
		one(pattern, "value")),
	Results:    []ir.ResultDef{result("result", streamResource)},
	Attrs:      []ir.AttrDef{affinity},
	TypesMatch: inPlace,
	Format: onAffinity +
		"$value `,` $target `[` $target_offset `to` $target_end `for` $target_length `]` `:` " +
		"type($value) `->` " + tiedTarget + "attr-dict-with-keyword",
	Verify: func(op *ir.Op) error { return verifyRange(op, "target") },
}

// tiedTarget is the syntax of a result that is the target after an update in place.
const tiedTarget = "custom<StreamTiedTarget>(type($target), $target_size) "

// AsyncUpdate is stream.async.update: it copies a resource into a range of another in place.
var AsyncUpdate = &ir.OpDef{
	Name:    "stream.async.update",
	Summary: "copies a resource into a range of another in place",
	Operands: slices.Concat(one(streamResource, "target"),
		one(constraint.Index, "target_size", "target_offset", "target_end"),
		one(streamResource, "update"), one(constraint.Index, "update_size")),
	Results:    []ir.ResultDef{result("result", streamResource)},
	Attrs:      []ir.AttrDef{affinity},
	TypesMatch: inPlace,
	Format: onAffinity + "$update `,` $target `[` $target_offset `to` $target_end `]` `:` type($update) `` " +
		"`{` $update_size `}` `->` " + tiedTarget + "attr-dict-with-keyword",
	Verify: func(op *ir.Op) error { return verifyRange(op, "target") },
}

// AsyncCopy is stream.async.copy: it copies a range of a resource into a range of another in place.
var AsyncCopy = &ir.OpDef{
	Name:    "stream.async.copy",
	Summary: "copies a range of a resource into a range of another in place",
	Operands: slices.Concat(one(streamResource, "target"),
		one(constraint.Index, "target_size", "target_offset", "target_end"),
		one(streamResource, "source"),
		one(constraint.Index, "source_size", "source_offset", "source_end", "length")),
	Results:    []ir.ResultDef{result("result", streamResource)},
	Attrs:      []ir.AttrDef{affinity},
	TypesMatch: inPlace,
	Format: onAffinity +
		"$source `[` $source_offset `to` $source_end `]` `,` $target `[` $target_offset `to` " +
		"$target_end `]` `,` $length `:` type($source) `` `{` $source_size `}` `->` " + tiedTarget +
		"attr-dict-with-keyword",
	Verify: func(op *ir.Op) error {
		if err := verifyRange(op, "target"); err != nil {
			return err
		}
		return verifyRange(op, "source")
	},
}

// AsyncCollective is stream.async.collective: it exchanges data between the participants of a channel.
var AsyncCollective = &ir.OpDef{
	Name:    "stream.async.collective",
	Summary: "exchanges data between the participants of a channel",
	Operands: slices.Concat(one(streamResource, "target"),
		one(constraint.Index, "target_size", "target_offset", "target_end", "target_length"),
		one(streamResource, "source"),
		one(constraint.Index, "source_size", "source_offset", "source_end", "source_length", "element_count"),
		one(channel, "channel"), []ir.OperandDef{{Name: "param", Type: param, Arity: ir.Optional}}),
	Results:    []ir.ResultDef{result("result", streamResource)},
	Attrs:      []ir.AttrDef{collective, affinity},
	TypesMatch: inPlace,
	Format: "`` $op `` `[` $element_count `]` " + onAffinity + "`channel` `(` $channel `)` " +
		"custom<StreamCollectiveParam>(ref($op), $param) `` $source `[` $source_offset `to` $source_end " +
		"`for` " +
		"$source_length `]` `,` $target `[` $target_offset `to` $target_end `for` $target_length `]` `:` " +
		"type($source) `` `{` $source_size `}` `->` " + tiedTarget + "attr-dict-with-keyword",
	Verify: verifyCollective,
}

func verifyCollective(op *ir.Op) error {
	if err := verifyRange(op, "target"); err != nil {
		return err
	}
	if err := verifyRange(op, "source"); err != nil {
		return err
	}
	return verifyCollectiveParam(op, Named(op, "param") != nil)
}

func verifyCollectiveParam(op *ir.Op, has bool) error {
	if want := collectiveParam(op.Attr(collective.Name)); (want != "") != has {
		if has {
			return op.OpErrorf(codeStream, "has a parameter, but its collective operation takes none")
		}
		return op.OpErrorf(codeStream, "has no parameter, but its collective operation needs its %s", want)
	}
	return nil
}

// anywhere is a resource of a device or of the host.
var anywhere = anyResource

// AsyncBarrier is stream.async.barrier: a resource that has to be on the queues of an affinity here.
var AsyncBarrier = &ir.OpDef{
	Name:     "stream.async.barrier",
	Summary:  "resource that has to have an affinity here",
	Operands: slices.Concat(one(anywhere, "source"), one(constraint.Index, "size")),
	Results:  []ir.ResultDef{result("result", anywhere)},
	Attrs:    []ir.AttrDef{affinity},
	TypesMatch: []ir.TypesMatch{{From: "source", To: "result",
		Summary: "all of {source, result} have same type", Type: same}},
	Format: onAffinity + "$source `:` type($source) `` `{` $size `}` attr-dict-with-keyword",
}

// AsyncTransfer is stream.async.transfer: a resource at another place, or with another lifetime. It may be a
// copy.
var AsyncTransfer = &ir.OpDef{
	Name:    "stream.async.transfer",
	Summary: "resource at another place",
	Operands: slices.Concat(one(anywhere, "source"),
		one(constraint.Index, "source_size", "result_size")),
	Results: []ir.ResultDef{result("result", anywhere)},
	Attrs: []ir.AttrDef{affinityAttr("source_affinity"), affinityAttr("target_affinity"),
		affinityAttr("execution_affinity")},
	Traits: ir.Pure,
	Format: "(`on` `(` $execution_affinity^ `)`)? $source `:` type($source) `` `{` $source_size `}` " +
		"(`from` `(` $source_affinity^ `)`)? `->` (`to` `(` $target_affinity^ `)`)? type($result) `` " +
		"`{` $result_size `}` attr-dict-with-keyword",
}

// AsyncCast is stream.async.cast: a resource with another lifetime.
var AsyncCast = &ir.OpDef{
	Name:    "stream.async.cast",
	Summary: "resource with another lifetime",
	Operands: slices.Concat(one(streamResource, "source"),
		one(constraint.Index, "source_size", "result_size")),
	Results: []ir.ResultDef{result("result", streamResource)},
	Attrs:   []ir.AttrDef{affinity},
	Traits:  ir.Pure,
	Format: onAffinity +
		"$source `:` type($source) `{` $source_size `}` `->` type($result) `{` $result_size `}` " +
		"attr-dict",
}

// AsyncLoad is stream.async.load: the host reads a value from a staging resource.
var AsyncLoad = &ir.OpDef{
	Name:    "stream.async.load",
	Summary: "reads a value from a staging resource",
	Operands: slices.Concat(one(staging, "source"),
		one(constraint.Index, "source_size", "source_offset")),
	Results: []ir.ResultDef{result("result", loaded)},
	Traits:  ir.Pure,
	Format: "$source `[` $source_offset `]` `:` type($source) `` `{` $source_size `}` `->` type($result) " +
		"attr-dict-with-keyword",
}

// AsyncStore is stream.async.store: the host writes a value to a staging resource in place.
var AsyncStore = &ir.OpDef{
	Name:    "stream.async.store",
	Summary: "writes a value to a staging resource in place",
	Operands: slices.Concat(one(staging, "target"), one(constraint.Index, "target_size", "target_offset"),
		one(loaded, "value")),
	Results:    []ir.ResultDef{result("result", staging)},
	Traits:     ir.Pure,
	TypesMatch: inPlace,
	Format: "$value `,` $target `[` $target_offset `]` `:` type($value) `->` " + tiedTarget +
		"attr-dict-with-keyword",
}

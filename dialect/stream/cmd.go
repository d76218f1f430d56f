package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/internal/signature"
	"github.com/inflight-compiler/inflight/dialect/internal/tied"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// subrange declares a resource with its size, and a range of it.
func subrange(name string, t ir.TypeConstraint) []ir.OperandDef {
	return slices.Concat(one(t, name),
		one(constraint.Index, name+"_size", name+"_offset", name+"_length"))
}

const subrangeFormat = "$target `[` $target_offset `for` $target_length `]` `:` type($target) `` " +
	"`{` $target_size `}` attr-dict-with-keyword"

// CmdFlush is stream.cmd.flush: what was written to a range becomes visible at another place.
var CmdFlush = &ir.OpDef{
	Name:     "stream.cmd.flush",
	Summary:  "makes writes to a range visible at another place",
	Operands: subrange("target", anyResource),
	Attrs:    []ir.AttrDef{affinityAttr("source_affinity")},
	Format:   "(`to` `(` $source_affinity^ `)`)? " + subrangeFormat,
}

// CmdInvalidate is stream.cmd.invalidate: writes of another place to a range become visible.
var CmdInvalidate = &ir.OpDef{
	Name:     "stream.cmd.invalidate",
	Summary:  "makes writes of another place to a range visible",
	Operands: subrange("target", anyResource),
	Attrs:    []ir.AttrDef{affinityAttr("source_affinity")},
	Format:   "(`from` `(` $source_affinity^ `)`)? " + subrangeFormat,
}

// CmdDiscard is stream.cmd.discard: the contents of a range are not needed any more.
var CmdDiscard = &ir.OpDef{
	Name:     "stream.cmd.discard",
	Summary:  "discards the contents of a range",
	Operands: subrange("target", anyResource),
	Format:   subrangeFormat,
}

// CmdFill is stream.cmd.fill: it fills a range with a value.
var CmdFill = &ir.OpDef{
	Name:     "stream.cmd.fill",
	Summary:  "fills a range with a value",
	Operands: slices.Concat(subrange("target", streamResource), one(pattern, "value")),
	Format: "$value `,` $target `[` $target_offset `for` $target_length `]` `:` type($value) `->` " +
		"type($target) `` `{` $target_size `}` attr-dict-with-keyword",
}

// CmdCopy is stream.cmd.copy: it copies a range into another.
var CmdCopy = &ir.OpDef{
	Name:    "stream.cmd.copy",
	Summary: "copies a range into another",
	Operands: slices.Concat(one(anyResource, "source"), one(constraint.Index, "source_size", "source_offset"),
		one(anyResource, "target"), one(constraint.Index, "target_size", "target_offset", "length")),
	Format: "$source `[` $source_offset `]` `,` $target `[` $target_offset `]` `,` $length `:` " +
		"type($source) `` " +
		"`{` $source_size `}` `->` type($target) `` `{` $target_size `}` attr-dict-with-keyword",
}

// accessed declares ranges of resources with what is done to them.
var accessed = slices.Concat(many(streamResource, "resources"),
	many(constraint.Index, "resource_sizes", "resource_offsets", "resource_lengths"))

const accessedFormat = "`{` custom<StreamAccesses>($resources, type($resources), $resource_sizes, " +
	"$resource_offsets, $resource_lengths, $resource_accesses) `\\n` `}` attr-dict-with-keyword"

// CmdCollective is stream.cmd.collective: it exchanges data between the participants of a channel.
var CmdCollective = &ir.OpDef{
	Name:    "stream.cmd.collective",
	Summary: "exchanges data between the participants of a channel",
	Operands: slices.Concat(one(channel, "channel"), one(constraint.Index, "element_count"),
		[]ir.OperandDef{{Name: "param", Type: param, Arity: ir.Optional}}, accessed),
	Attrs:  []ir.AttrDef{collective, accesses("resource_accesses"), constraint.OperandSegmentSize},
	Traits: ir.AttrSizedOperands,
	Format: "`` $op `` `[` $element_count `]` `channel` `(` $channel `)` " +
		"(`param` `(` $param^ `:` type($param) `)`)? " + accessedFormat,
	Verify: func(op *ir.Op) error {
		if err := verifyAccesses(op); err != nil {
			return err
		}
		return verifyCollectiveParam(op, Named(op, "param") != nil)
	},
}

// CmdDispatch is stream.cmd.dispatch: a grid of work on ranges of resources.
var CmdDispatch = &ir.OpDef{
	Name:    "stream.cmd.dispatch",
	Summary: "grid of work on ranges of resources",
	Operands: slices.Concat(many(constraint.Index, "workload"), many(primitive, "uniform_operands"),
		accessed),
	Attrs: []ir.AttrDef{{Name: "entry_points", Type: symbols}, accesses("resource_accesses"),
		constraint.OperandSegmentSize},
	Traits: ir.AttrSizedOperands,
	Format: "custom<StreamEntryPoints>($entry_points) (`[` $workload^ `]`)? `` " +
		"(`(` $uniform_operands^ `:` type($uniform_operands) `)`)? " + accessedFormat,
}

// CmdFunc is stream.cmd.func: the declaration of a function of the host that works on ranges of resources. An
// argument with a range is a resource with an offset and a length.
var CmdFunc = &ir.OpDef{
	Name:    "stream.cmd.func",
	Summary: "declaration of a function that works on ranges of resources",
	Attrs: append([]ir.AttrDef{
		{Name: "sym_name", Type: constraint.SymbolName},
		{Name: "function_type", Type: constraint.FunctionTypeAttr},
		{Name: "sym_visibility", Type: constraint.String, Optional: true},
	}, signature.Attrs...),
	Regions: []ir.RegionDef{{Name: "body", Any: true}},
	Traits:  ir.IsolatedFromAbove | ir.IsSymbol,
	Parse:   parseCmdFunc,
	Print:   printCmdFunc,
	Verify: func(op *ir.Op) error {
		if op.Body() != nil {
			return op.OpErrorf(codeStream, "must be a declaration")
		}
		t := signature.Type(op)
		for i := 0; i < len(t.Inputs); i++ {
			if IsResource(t.Inputs[i]) {
				if i+2 >= len(t.Inputs) || !constraint.IsIndex(t.Inputs[i+1]) ||
					!constraint.IsIndex(t.Inputs[i+2]) {
					return op.OpErrorf(codeStream, "resource %d lacks its offset and length", i)
				}
				i += 2
			}
		}
		return signature.VerifyAttrs(op, codeStream, len(t.Inputs), len(t.Results))
	},
}

// CmdCall is stream.cmd.call: a call of a CmdFunc as part of work.
var CmdCall = &ir.OpDef{
	Name:    "stream.cmd.call",
	Summary: "call of a function as part of work",
	Operands: slices.Concat(many(argument, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes", "resource_operand_offsets",
			"resource_operand_lengths",
			"result_sizes")),
	Results: []ir.ResultDef{{Name: "results", Type: primitive, Arity: ir.Variadic}},
	Attrs: slices.Concat([]ir.AttrDef{{Name: "callee", Type: constraint.FlatSymbol}, tied.Attr},
		signature.Attrs, []ir.AttrDef{accesses("resource_operand_accesses"), constraint.OperandSegmentSize}),
	Traits: ir.AttrSizedOperands,
	Callee: callee,
}

// CmdExecute is stream.cmd.execute: work on one set of queues that starts after a timepoint and changes
// resources in place. Its operations run in order.
var CmdExecute = &ir.OpDef{
	Name:    "stream.cmd.execute",
	Summary: "work on a device after a timepoint, in place",
	Operands: slices.Concat(many(anywhere, "resource_operands"),
		many(constraint.Index, "resource_operand_sizes"), []ir.OperandDef{awaited}),
	Results: []ir.ResultDef{timepointResult},
	Attrs:   []ir.AttrDef{unit("once"), affinity, constraint.OperandSegmentSize},
	Regions: []ir.RegionDef{{Name: "body", Sized: true}},
	Traits:  ir.SingleBlock | ir.AttrSizedOperands | ir.RecursiveEffects | ir.AllocationScope,

	ImplicitTerminator: "stream.yield",
	Async:              always,
	AsyncToken:         ResultTimepoint,
	RegionSuccessors:   regionSuccessors,
}

func init() {
	CmdExecute.Parse, CmdExecute.Print = parseExecute, printExecute
	CmdExecute.Verify, CmdExecute.AsyncDependencies = verifyRegionOperands, AwaitTimepoints
	CmdCall.Parse, CmdCall.Print = parseDispatch, printDispatch
	CmdCall.Verify, CmdCall.VerifySymbolUses = verifyCmdCall, verifyCallee
	CmdDispatch.Verify, CmdDispatch.VerifySymbolUses = verifyCmdDispatch, verifyEntrySymbols
}

func verifyCmdDispatch(op *ir.Op) error {
	if err := verifyEntryPoints(op); err != nil {
		return err
	}
	return verifyAccesses(op)
}

func verifyCmdCall(op *ir.Op) error {
	if err := verifyRanges(op, "resource_operand_offsets", "resource_operand_lengths"); err != nil {
		return err
	}
	if n, want := len(Accesses(op)), len(resources(AllNamed(op, "resource_operands"))); n != want {
		return op.OpErrorf(codeStream, "has %d resources, but %d accesses", want, n)
	}
	return nil
}

// CmdSerial is stream.cmd.serial: operations that run in order.
var CmdSerial = cmdRegion("serial", "operations that run in order")

// CmdConcurrent is stream.cmd.concurrent: operations of which none waits for another.
var CmdConcurrent = cmdRegion("concurrent", "operations of which none waits for another")

func cmdRegion(name, summary string) *ir.OpDef {
	return &ir.OpDef{
		Name:      "stream.cmd." + name,
		Summary:   summary,
		Regions:   []ir.RegionDef{{Name: "body", Sized: true}},
		Traits:    ir.SingleBlock | ir.RecursiveEffects,
		HasParent: []string{"stream.cmd.execute", "stream.cmd.serial", "stream.cmd.concurrent"},

		ImplicitTerminator: "stream.yield",
		Format:             "$body attr-dict-with-keyword",
		RegionSuccessors:   regionSuccessors,
	}
}

// Access says what is done to a range of a resource.
type Access uint8

// The accesses. They are bits.
const (
	ReadOnly  Access = 1
	WriteOnly Access = 2
	ReadWrite        = ReadOnly | WriteOnly
)

// Reads and Writes report whether an access reads or writes.
func (a Access) Reads() bool  { return a&ReadOnly != 0 }
func (a Access) Writes() bool { return a&WriteOnly != 0 }

var accessWords = map[Access]string{ReadOnly: "ro", WriteOnly: "wo", ReadWrite: "rw"}

func accesses(name string) ir.AttrDef {
	return ir.AttrDef{Name: name, Type: ir.AttrConstraint{Summary: "access array attribute",
		Match: func(a ir.Attr) bool {
			list, ok := a.(*ir.ArrayAttr)
			return ok && !slices.ContainsFunc(list.Elems, func(e ir.Attr) bool {
				n, ok := e.(*ir.IntegerAttr)
				return !ok || n.Value < int64(ReadOnly) || n.Value > int64(ReadWrite)
			})
		}}}
}

// Accesses returns what an operation does to each of its ranges.
func Accesses(op *ir.Op) []Access {
	a := op.Attr("resource_accesses")
	if a == nil {
		a = op.Attr("resource_operand_accesses")
	}
	list, ok := a.(*ir.ArrayAttr)
	if !ok {
		return nil
	}
	all := make([]Access, len(list.Elems))
	for i, e := range list.Elems {
		all[i] = Access(e.(*ir.IntegerAttr).Value)
	}
	return all
}

func verifyAccesses(op *ir.Op) error {
	want := len(AllNamed(op, "resources"))
	for _, name := range []string{"resource_sizes", "resource_offsets", "resource_lengths"} {
		if n := len(AllNamed(op, name)); n != want {
			return op.OpErrorf(codeStream, "has %d resources, but %d entries in %s", want, n, name)
		}
	}
	if n := len(Accesses(op)); n != want {
		return op.OpErrorf(codeStream, "has %d resources, but %d accesses", want, n)
	}
	return nil
}

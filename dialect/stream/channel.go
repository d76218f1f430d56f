package stream

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

func optionalOperand(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}

// ChannelCreate is stream.channel.create: a channel for collective operations.
var ChannelCreate = &ir.OpDef{
	Name:    "stream.channel.create",
	Summary: "channel for collective operations",
	Operands: []ir.OperandDef{optionalOperand("id", buffer), optionalOperand("rank", constraint.Index),
		optionalOperand("count", constraint.Index)},
	Results: []ir.ResultDef{result("result", channel)},
	Attrs: []ir.AttrDef{{Name: "group", Type: constraint.String, Optional: true}, affinity,
		constraint.OperandSegmentSize},
	Traits: ir.Pure | ir.AttrSizedOperands,
	Format: onAffinity + "(`id` `(` $id^ `)`)? (`group` `(` $group^ `)`)? (`rank` `(` $rank^ `)`)? " +
		"(`count` `(` $count^ `)`)? `:` " +
		"type($result) attr-dict-with-keyword",
	ResultNames: named("channel"),
}

// ChannelSplit is stream.channel.split: a channel for those participants that have the same color.
var ChannelSplit = &ir.OpDef{
	Name:        "stream.channel.split",
	Summary:     "channel for a part of the participants",
	Operands:    slices.Concat(one(channel, "channel"), one(constraint.Index, "color", "key")),
	Results:     []ir.ResultDef{result("result", channel)},
	Traits:      ir.Pure,
	Format:      "$channel `,` $color `,` $key `:` type($channel) `->` type($result) attr-dict-with-keyword",
	ResultNames: named("channel"),
}

// ChannelRank and ChannelCount are stream.channel.rank and .count: the number of a participant, and how many
// there are.
var (
	ChannelRank  = ofChannel("rank", "number of a participant of a channel", "ccl_rank")
	ChannelCount = ofChannel("count", "number of participants of a channel", "ccl_count")
)

func ofChannel(name, summary, suggested string) *ir.OpDef {
	return &ir.OpDef{
		Name:        "stream.channel." + name,
		Summary:     summary,
		Operands:    one(channel, "channel"),
		Results:     []ir.ResultDef{result("result", constraint.Index)},
		Traits:      ir.Pure,
		Format:      "$channel `:` type($result) attr-dict-with-keyword",
		ResultNames: named(suggested),
	}
}

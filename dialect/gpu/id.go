package gpu

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations that return the place of a thread in the grid along one dimension, or the size of the grid.
// The attribute upper_bound is the program's promise that the result is at most so large.
var (
	BlockDim         = place("block_dim", "number of threads in the block", ir.BlockSize)
	BlockID          = place("block_id", "index of the block in the grid", ir.BlockInGrid)
	ClusterBlockID   = place("cluster_block_id", "index of the block in its cluster", ir.NoThreadNumber)
	ClusterDim       = place("cluster_dim", "number of clusters in the grid", ir.NoThreadNumber)
	ClusterDimBlocks = place("cluster_dim_blocks", "number of blocks in the cluster", ir.NoThreadNumber)
	ClusterID        = place("cluster_id", "index of the cluster in the grid", ir.NoThreadNumber)
	GlobalID         = place("global_id", "index of the thread in the grid", ir.ThreadInGrid)
	GridDim          = place("grid_dim", "number of blocks in the grid", ir.GridSize)
	ThreadID         = place("thread_id", "index of the thread in its block", ir.ThreadInBlock)
)

// The same within a block, which has one dimension of subgroups, and within a subgroup, which has one of
// lanes.
var (
	LaneID       = lane("lane_id", "index of the thread in its subgroup", false, ir.LaneInWarp)
	NumSubgroups = lane("num_subgroups", "number of subgroups in the block", true, ir.NoThreadNumber)
	SubgroupID   = lane("subgroup_id", "index of the subgroup in the block", true, ir.WarpInBlock)
	SubgroupSize = lane("subgroup_size", "number of threads in the subgroup", true, ir.NoThreadNumber)
)

var upperBound = ir.AttrDef{Name: "upper_bound", Type: indexAttr, Optional: true}

func place(name, summary string, kind ir.ThreadNumberKind) *ir.OpDef {
	return &ir.OpDef{
		Name:    "gpu." + name,
		Summary: summary,
		Results: []ir.ResultDef{{Type: constraint.Index}},
		Attrs: []ir.AttrDef{
			{Name: "dimension", Type: constraint.Enum(Dimension, "a dimension, either 'x', 'y', or 'z'")},
			upperBound,
		},
		Traits:      ir.Pure,
		Format:      "$dimension (`upper_bound` $upper_bound^)? attr-dict",
		ResultNames: namePlace,
		ThreadNumber: func(op *ir.Op) ir.ThreadNumber {
			d, ok := op.Attr("dimension").(*ir.EnumAttr)
			if !ok || d.Def != Dimension {
				return ir.ThreadNumber{}
			}
			return ir.ThreadNumber{Kind: kind, Dim: int(d.Value)}
		},
	}
}

// namePlace suggests names like thread_id_x.
func namePlace(op *ir.Op, set func(*ir.Value, string)) {
	d, ok := op.Attr("dimension").(*ir.EnumAttr)
	if !ok || d.Def != Dimension {
		return
	}
	set(op.Result(0), strings.TrimPrefix(op.Name(), "gpu.")+"_"+
		string(ir.AppendEnum(nil, Dimension, d.Value)))
}

func lane(name, summary string, typed bool, kind ir.ThreadNumberKind) *ir.OpDef {
	format := "(`upper_bound` $upper_bound^)? attr-dict"
	if typed {
		format += " `:` type($result)"
	}
	return &ir.OpDef{
		Name:         "gpu." + name,
		Summary:      summary,
		Results:      []ir.ResultDef{{Name: "result", Type: constraint.Index}},
		Attrs:        []ir.AttrDef{upperBound},
		Traits:       ir.Pure,
		Format:       format,
		ThreadNumber: func(*ir.Op) ir.ThreadNumber { return ir.ThreadNumber{Kind: kind} },
	}
}

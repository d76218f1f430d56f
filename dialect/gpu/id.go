package gpu

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations that say where in the grid a thread is, along one dimension, and how large the grid is. With
// upper_bound the program promises that the result is at most so large.
var (
	BlockDim         = place("block_dim", "number of threads in the block")
	BlockID          = place("block_id", "index of the block in the grid")
	ClusterBlockID   = place("cluster_block_id", "index of the block in its cluster")
	ClusterDim       = place("cluster_dim", "number of clusters in the grid")
	ClusterDimBlocks = place("cluster_dim_blocks", "number of blocks in the cluster")
	ClusterID        = place("cluster_id", "index of the cluster in the grid")
	GlobalID         = place("global_id", "index of the thread in the grid")
	GridDim          = place("grid_dim", "number of blocks in the grid")
	ThreadID         = place("thread_id", "index of the thread in its block")
)

// The same within a block, which has one dimension of subgroups, and a subgroup one of lanes.
var (
	LaneID       = lane("lane_id", "index of the thread in its subgroup", false)
	NumSubgroups = lane("num_subgroups", "number of subgroups in the block", true)
	SubgroupID   = lane("subgroup_id", "index of the subgroup in the block", true)
	SubgroupSize = lane("subgroup_size", "number of threads in the subgroup", true)
)

var upperBound = ir.AttrDef{Name: "upper_bound", Type: indexAttr, Optional: true}

func place(name, summary string) *ir.OpDef {
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

func lane(name, summary string, typed bool) *ir.OpDef {
	format := "(`upper_bound` $upper_bound^)? attr-dict"
	if typed {
		format += " `:` type($result)"
	}
	return &ir.OpDef{
		Name:    "gpu." + name,
		Summary: summary,
		Results: []ir.ResultDef{{Name: "result", Type: constraint.Index}},
		Attrs:   []ir.AttrDef{upperBound},
		Traits:  ir.Pure,
		Format:  format,
	}
}

package convertgputonvvm

import (
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// places maps what says where a thread is to special registers, but for the dimension.
var places = map[*ir.OpDef]string{
	gpu.ThreadID: "tid", gpu.BlockDim: "ntid", gpu.BlockID: "ctaid", gpu.GridDim: "nctaid",
	gpu.ClusterID: "clusterid", gpu.ClusterDim: "nclusterid", gpu.ClusterBlockID: "cluster.ctaid",
	gpu.ClusterDimBlocks: "cluster.nctaid",
}

// known is the attributes of a function that tell the sizes which bound what is read from registers.
var known = map[string]string{"tid": "known_block_size", "ntid": "known_block_size",
	"ctaid": "known_grid_size", "nctaid": "known_grid_size"}

// warpSize is the number of lanes of a subgroup on all of NVIDIA's devices.
const warpSize = 32

// place reads a register.
func place(name string) func(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
		return one(index(c, read(c, op, name, dimension(op))))
	}
}

func dimension(op *ir.Op) int64 { return op.Attr("dimension").(*ir.EnumAttr).Value }

// read reads a register along a dimension, and tells between what its values lie.
func read(c *llvmtypes.Conversion, op *ir.Op, name string, dim int64) *ir.Value {
	low, high := int64(0), bound(op, name, dim)
	if name == "ntid" || name == "nctaid" {
		low = 1
		if high > 0 {
			high++
		}
		if exact := size(op, name, dim); exact > 0 {
			low = exact
		}
	}
	return register(c, name+"."+[]string{"x", "y", "z"}[dim], low, high)
}

// bound returns a number that a place is below, or a size at most; 0 for none.
func bound(op *ir.Op, name string, dim int64) int64 {
	if n, ok := op.IntAttr("upper_bound"); ok && op.Def() != gpu.GlobalID {
		return n
	}
	return size(op, name, dim)
}

// size returns the size of the block or grid that the function around op tells, 0 if it does not.
func size(op *ir.Op, name string, dim int64) int64 {
	for f := range op.Ancestors() {
		if !f.Is(gpu.Func) && !f.Is(llvm.Func) {
			continue
		}
		for _, attr := range []string{known[name], "gpu." + known[name]} {
			if sizes := f.Ints(attr); known[name] != "" && len(sizes) == 3 {
				return sizes[dim]
			}
		}
	}
	return 0
}

// register reads a special register, whose values lie from low on below high unless that is 0.
func register(c *llvmtypes.Conversion, name string, low, high int64) *ir.Value {
	var attrs []ir.NamedAttr
	if high > 0 {
		attrs = append(attrs, ir.NamedAttr{Name: "range", Value: c.Ctx.ParametricAttr(llvm.ConstantRange,
			c.Ctx.TypeAttr(c.Ctx.I32), c.Ctx.Int(c.Ctx.I32, low), c.Ctx.Int(c.Ctx.I32, high))})
	}
	return c.Create(ir.OpState{Def: nvvm.Register(name), Results: []ir.Type{c.Ctx.I32}, Attrs: attrs}).
		Result(0)
}

// index extends a register's value to what an index has become.
func index(c *llvmtypes.Conversion, v *ir.Value) *ir.Value {
	switch width := c.Types.Index.Width; {
	case width > 32:
		return llvmtypes.Cast(c.Builder, llvm.SExt, v, c.Types.Index)
	case width < 32:
		return llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Types.Index)
	}
	return v
}

// globalID counts threads over all blocks along a dimension.
func globalID(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	dim := dimension(op)
	block, size, thread := index(c, read(c, op, "ctaid", dim)), index(c, read(c, op, "ntid", dim)),
		index(c, read(c, op, "tid", dim))
	return one(llvmtypes.Binary(c.Builder, llvm.Add, llvmtypes.Binary(c.Builder, llvm.Mul, block, size),
		thread))
}

func laneID(c *llvmtypes.Conversion, _ *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	return one(index(c, register(c, "laneid", 0, warpSize)))
}

// subgroupID is the number of the thread in its block divided by the size of a subgroup: the register warpid
// may change.
func subgroupID(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	n := read(c, op, "tid", 2)
	for dim := int64(1); dim >= 0; dim-- {
		n = llvmtypes.Binary(c.Builder, llvm.Mul, n, read(c, op, "ntid", dim))
		n = llvmtypes.Binary(c.Builder, llvm.Add, n, read(c, op, "tid", dim))
	}
	return one(index(c, subgroups(c, n)))
}

// subgroups returns how many whole subgroups so many threads are.
func subgroups(c *llvmtypes.Conversion, threads *ir.Value) *ir.Value {
	return llvmtypes.Binary(c.Builder, llvm.LShr, threads, llvmtypes.ConstInt(c.Builder, c.Ctx.I32, 5))
}

func numSubgroups(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	n := read(c, op, "ntid", 0)
	for dim := int64(1); dim < 3; dim++ {
		n = llvmtypes.Binary(c.Builder, llvm.Mul, n, read(c, op, "ntid", dim))
	}
	n = llvmtypes.Binary(c.Builder, llvm.Add, n, llvmtypes.ConstInt(c.Builder, c.Ctx.I32, warpSize-1))
	return one(index(c, subgroups(c, n)))
}

func subgroupSize(c *llvmtypes.Conversion, _ *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	return one(c.ConstIndex(warpSize))
}

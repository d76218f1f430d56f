package gpukerneloutlining

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/captured"
)

// kernelOf makes a detached kernel of a launch, and returns what is to be passed to it.
func kernelOf(launch *ir.Op, name string) (kernel *ir.Op, args []*ir.Value) {
	args = captured.Values(launch)
	b := &ir.Builder{Ctx: launch.Context(), Loc: launch.Loc()}
	workgroup, private := gpu.WorkgroupMemory(launch), gpu.PrivateMemory(launch)
	kernel = gpu.NewKernel(b, name, types(args), types(workgroup), types(private))
	promise(kernel, "known_block_size", gpu.BlockSize(launch))
	promise(kernel, "known_grid_size", gpu.GridSize(launch))
	m := ir.NewMapping()
	for i, v := range args {
		m.Map(v, kernel.Body().Arg(i))
	}
	b.SetEnd(kernel.Body())
	values := append(places(b, launch), kernel.Body().Args()[len(args):]...)
	moveBody(kernel, launch.Region(0).Clone(m), values)
	return kernel, args
}

func types(vs []*ir.Value) []ir.Type {
	list := make([]ir.Type, len(vs))
	for i, v := range vs {
		list[i] = v.Type()
	}
	return list
}

// promise records sizes of a launch that are constant. No other launch uses the kernel.
func promise(kernel *ir.Op, attr string, sizes [3]*ir.Value) {
	values := make([]int64, len(sizes))
	for i, v := range sizes {
		n, ok := ir.ConstInt(v)
		if !ok || n < math.MinInt32 || n > math.MaxInt32 {
			return
		}
		values[i] = n
	}
	kernel.SetAttr(attr, kernel.Context().I32Array(values...))
}

// places makes operations for the arguments of a launch that tell a thread where it is, and returns their
// results.
func places(b *ir.Builder, launch *ir.Op) (values []*ir.Value) {
	defs := []*ir.OpDef{gpu.BlockID, gpu.ThreadID, gpu.GridDim, gpu.BlockDim}
	if gpu.HasClusters(launch) {
		defs = append(defs, gpu.ClusterID, gpu.ClusterDim)
	}
	for _, def := range defs {
		for d := range 3 {
			op := b.Create(ir.OpState{Def: def, Results: []ir.Type{b.Ctx.Index},
				Attrs: []ir.NamedAttr{{Name: "dimension", Value: b.Ctx.Enum(gpu.Dimension, int64(d))}}})
			values = append(values, op.Result(0))
		}
	}
	return values
}

// moveBody moves the blocks of a copied body to a kernel. The entry of the body, which gets values for its
// arguments, joins that of the kernel; threads return where they ended.
func moveBody(kernel *ir.Op, body *ir.Region, values []*ir.Value) {
	entry := body.Entry()
	for i, v := range entry.Args() {
		v.ReplaceAllUsesWith(values[i])
	}
	for op := range entry.Ops() {
		op.MoveToEnd(kernel.Body())
	}
	body.RemoveBlock(entry)
	for len(body.Blocks()) > 0 {
		block := body.Entry()
		body.RemoveBlock(block)
		kernel.Region(0).Append(block)
	}
	for _, block := range kernel.Region(0).Blocks() {
		if end := block.Last(); end.Is(gpu.Terminator) {
			ir.At(end).Create(ir.OpState{Def: gpu.Return, Results: []ir.Type{}})
			end.Erase()
		}
	}
}

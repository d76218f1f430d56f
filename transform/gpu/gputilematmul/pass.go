package gputilematmul

import (
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/names"
)

// Pass is gpu-tile-matmul.
var Pass = pass.Register(&pass.Pass{
	Name:    "gpu-tile-matmul",
	Summary: "Make kernels for tensor cores of products of matrices",
	Doc: `Each linalg.matmul on memory becomes a gpu.func in a gpu.module, and a launch of it. A
block of threads makes a tile of C of block-tile rows and columns; it copies tiles of A
and B, block-tile deep, to shared memory, and each of its warps multiplies a part of
warp-tile rows and columns with mma.sync, on fragments that ldmatrix loads.

The kernel has no barriers and no waits. Its loop over tiles carries the annotations of
a software pipeline of that many stages: the copies run stages - 1 iterations ahead, and
asynchronously with async. With double-buffer the fragments of a step are loaded while
the step before it is multiplied, over the end of a tile. inject-software-pipeline makes
the pipeline, and the passes that lower kernels to PTX make cp.async of the copies and
place barriers.

With swizzle the 16 bytes that a lane of ldmatrix reads lie in other banks than those of
its neighbours. Extents that tiles do not divide, or that are known at run time only, are
handled: elements outside of A and B are zeros in shared memory, those outside of C are
not touched. Rows of A and B that are not known to be multiples of 16 bytes are copied in
smaller pieces, with a remark. Maps may transpose A and B.

A and B are f16 or bf16, or f32, which is rounded to tf32 unless it is multiplied exactly,
without tensor cores; C is f32, or of their type: its
elements are then rounded once, at the end of sums of 32 bits. A fill of C with zeros
right before the product becomes the zeros that the kernel begins with.`,
	Anchor: "builtin.module",
	Options: []pass.Option{
		{Name: "target", Type: pass.String, Default: "sm_80",
			Help: "Device that kernels are made for; for sm_90a they multiply by warpgroups"},
		{Name: "block-tile", Type: pass.Strings, Default: "",
			Help: "Rows and columns of C for a block of threads, and the depth of its tiles of A and B: " +
				"without it 128,128,32, and for sm_90a 128,128 and 128 bytes"},
		{Name: "warp-tile", Type: pass.Strings, Default: "",
			Help: "Rows and columns of C for a warp, without it 64,64; warpgroups of sm_90a have 64 rows " +
				"and all " +
				"columns of the block"},
		{Name: "stages", Type: pass.Int, Default: "4",
			Help: "Stages of the pipeline: the number of tiles in shared memory"},
		{Name: "async", Type: pass.Bool, Default: "true", Help: "Copy tiles asynchronously"},
		{Name: "swizzle", Type: pass.Bool, Default: "true",
			Help: "Permute the columns of tiles in shared memory, so that no two lanes need one bank"},
		{Name: "raster", Type: pass.Int, Default: "1",
			Help: "Rows of blocks that are numbered together, column by column, so that blocks at one time " +
				"share more of A and B"},
		{Name: "persistent", Type: pass.Int, Default: "0",
			Help: "Number of blocks, for sm_90a, that make one tile of C after the other, such as 132 for " +
				"an H100; 0 " +
				"means a block for each tile"},
		{Name: "tile-stores", Type: pass.Bool, Default: "true",
			Help: "For sm_90a, store C to shared memory and have the tensor memory accelerator copy it"},
		{Name: "exact", Type: pass.Bool, Default: "false",
			Help: "Multiply f32 without tensor cores, which round it to tf32"},
		{Name: "double-buffer", Type: pass.Bool, Default: "true",
			Help: "Load the fragments of a step while the step before it is multiplied"},
	},
	ExampleOptions: exampleOptions, Before: before, After: after,
	Run: run,
})

func run(r *pass.Run) error {
	list := problems(r)
	at := r.Op
	if len(list) > 0 {
		at = list[0].op
	}
	t, err := tileOf(r, at)
	if err != nil {
		return err
	}
	free := names.New()
	for _, p := range list {
		p.exact = t.withoutTensorCores && p.elem.Kind == ir.F32
		made, err := t.forProduct(p, r.Report)
		if err != nil {
			return err
		}
		launch(r.Op, p, made, free)
	}
	if len(list) == 0 {
		r.Unchanged()
	}
	r.Count("products tiled", len(list))
	return nil
}

// builderAt makes a builder in front of an operation, with its location.
func builderAt(op *ir.Op) *ir.Builder {
	b := ir.At(op)
	b.Loc = op.Loc()
	return b
}

package lowergpureductions

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is lower-gpu-reductions.
var Pass = pass.Register(&pass.Pass{
	Name:    "lower-gpu-reductions",
	Summary: "Reduce values of the threads of a block by shuffles and shared memory",
	Doc: "In gpu.subgroup_reduce lanes exchange their values in five steps, or as many as a cluster needs, " +
		"and combine them. For gpu.all_reduce the first lane " +
		"of each subgroup stores what that has found, and behind a barrier every thread combines these " +
		"values in the same order. Sums of floats are rounded in that order, " +
		"which is one of those that the operations allow. The size of the block must be constant, and a " +
		"multiple of 32.",
	Before: before,
	After:  after,
	Run: func(r *pass.Run) error {
		for _, op := range append(r.Op.Find(gpu.AllReduce), r.Op.Find(gpu.SubgroupReduce)...) {
			if err := lower(op); err != nil {
				return err
			}
			r.Count("reductions lowered", 1)
		}
		return nil
	},
})

const before = `gpu.module @m {
  gpu.func @f(%x: f32, %r: memref<8xf32>, %i: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    %sum = gpu.subgroup_reduce add %x cluster(size = 4) : (f32) -> f32
    memref.store %sum, %r[%i] : memref<8xf32>
    gpu.return
  }
}
`

const after = `module {
  gpu.module @m {
    gpu.func @f(%arg0: f32, %arg1: memref<8xf32>, %arg2: index) kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
      %c1_i32 = arith.constant 1 : i32
      %c32_i32 = arith.constant 32 : i32
      %shuffleResult, %valid = gpu.shuffle  xor %arg0, %c1_i32, %c32_i32 : f32
      %0 = arith.addf %arg0, %shuffleResult : f32
      %c2_i32 = arith.constant 2 : i32
      %c32_i32_0 = arith.constant 32 : i32
      %shuffleResult_1, %valid_2 = gpu.shuffle  xor %0, %c2_i32, %c32_i32_0 : f32
      %1 = arith.addf %0, %shuffleResult_1 : f32
      memref.store %1, %arg1[%arg2] : memref<8xf32>
      gpu.return
    }
  }
}
`

var codeReduction = diag.Register("gpu-reduction", "a reduction of threads cannot be lowered",
	"Reductions are lowered where the size of the block is constant (known_block_size, or the operands of "+
		"the launch), a multiple of 32 and at most 1024, for numbers of 8 to 64 bits.")

const subgroupSize = 32

// lower replaces a reduction.
func lower(op *ir.Op) error {
	block, err := blockSize(op)
	if err != nil {
		return err
	}
	combine, err := combinerOf(op)
	if err != nil {
		return err
	}
	b := ir.At(op)
	v := op.Operand(0)
	if op.Is(gpu.SubgroupReduce) {
		size, ok := op.IntAttr("cluster_size")
		stride, _ := op.IntAttr("cluster_stride")
		if !ok {
			size, stride = subgroupSize, 1
		}
		if size*stride > subgroupSize {
			return op.Errorf(codeReduction,
				"a cluster of %d lanes that are %d apart does not fit a subgroup of %d", size, stride,
				subgroupSize)
		}
		v = exchange(b, v, stride, size, combine)
	} else {
		v = exchange(b, v, 1, subgroupSize, combine)
		if subgroups := block[0] * block[1] * block[2] / subgroupSize; subgroups > 1 {
			v = acrossSubgroups(b, op, v, subgroups, combine)
		}
	}
	op.ReplaceAllUsesWith([]*ir.Value{v})
	op.Erase()
	return nil
}

// blockSize returns the size of the blocks of the kernel around an operation.
func blockSize(op *ir.Op) (size [3]int64, err error) {
	for p := range op.Ancestors() {
		switch {
		case p.Is(gpu.Launch):
			for d, v := range gpu.BlockSize(p) {
				size[d], _ = ir.ConstInt(v)
			}
		case p.Is(gpu.Func):
			copy(size[:], p.Ints("known_block_size"))
		}
	}
	n := size[0] * size[1] * size[2]
	if n == 0 {
		return size, op.Errorf(codeReduction, "the size of the block is not constant")
	}
	if n%subgroupSize != 0 || n > 1024 {
		return size, op.Errorf(codeReduction,
			"the block has %d threads, which is not a multiple of %d up to 1024", n, subgroupSize)
	}
	return size, nil
}

// acrossSubgroups combines a value of each subgroup, which all of its lanes have, by memory of the block.
// Where the operation is executed again, all must have read the memory before it is written again.
func acrossSubgroups(b *ir.Builder, op *ir.Op, v *ir.Value, subgroups int64, combine combiner) *ir.Value {
	space := b.Ctx.Enum(gpu.AddressSpace, gpu.Workgroup)
	shared := memref.NewAlloc(b, b.Ctx.MemRef([]int64{subgroups}, v.Type(), nil, space))
	if isRepeated(op) {
		barrier(b)
	}
	lane := place(b, gpu.LaneID)
	first := arith.Cmp(b, arith.EQ, lane, arith.ConstIndex(b, 0))
	scf.NewIf(b, first, func(b *ir.Builder) { memref.NewStore(b, v, shared, place(b, gpu.SubgroupID)) }, nil)
	barrier(b)
	all := memref.NewLoad(b, shared, arith.ConstIndex(b, 0))
	for i := range subgroups - 1 {
		all = combine(b, all, memref.NewLoad(b, shared, arith.ConstIndex(b, i+1)))
	}
	return all
}

// isRepeated reports whether a thread may execute an operation more than once.
func isRepeated(op *ir.Op) bool {
	for p := op; p != nil && !p.Is(gpu.Launch) && !p.Is(gpu.Func); p = p.Parent() {
		if p != op && !p.Is(scf.If) || len(p.Block().Region().Blocks()) > 1 {
			return true
		}
	}
	return false
}

func barrier(b *ir.Builder) { b.Create(ir.OpState{Def: gpu.Barrier, Results: []ir.Type{}}) }

func place(b *ir.Builder, def *ir.OpDef) *ir.Value {
	return b.Create(ir.OpState{Def: def, Results: []ir.Type{b.Ctx.Index}}).Result(0)
}

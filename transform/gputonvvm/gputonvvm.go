package gputonvvm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeUnsupported = diag.Register("gpu-to-nvvm-unsupported", "a gpu operation has no lowering to nvvm",
	"Functions of a device take and return numbers, vectors and memrefs with a strided layout. What the host does (gpu.launch, gpu.alloc, "+
		"...) is not part of a gpu.module. Values of other lanes are numbers of 32 bits, or such that are made of them.")

// Pass is convert-gpu-to-nvvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-gpu-to-nvvm",
	Title:   "ConvertGpuOpsToNVVMOps",
	Summary: "Generate NVVM operations for gpu operations",
	Doc: "A gpu.func becomes an llvm.func, whose memory for a block becomes a global of shared memory and whose memory for a thread an " +
		"llvm.alloca. Memory that a function allocates for a block, as pipelines do, is such memory as well. Unlike upstream's, the pass " +
		"leaves all other dialects to their own passes.",
	Options: []pass.Option{llvmtypes.IndexBits},
	Anchor:  "gpu.module",
	Before:  before,
	After:   after,
	Run:     run,
})

const before = `gpu.module @m {
  gpu.func @f(%x: f32) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    memref.store %x, %s[%i] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.return
  }
}
`

const after = `module {
  gpu.module @m {
  }
}
`

func run(r *pass.Run) error {
	types := llvmtypes.NewTypes(r.Context(), r.Int("index-bitwidth"))
	l := &lowering{shared: map[*ir.Op][]string{}}
	promote(r.Op)
	l.declareShared(r.Op, types)
	n, err := llvmtypes.Convert(r.Op, types, l.patterns(), false)
	if err != nil {
		return err
	}
	r.Count("operations lowered", n)
	for op := range r.Op.Walk() {
		if op.Def().DialectName() == "gpu" && op != r.Op {
			return op.Errorf(codeUnsupported, "failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
		}
	}
	return nil
}

// lowering is the state of the pass on one module.
type lowering struct {
	shared  map[*ir.Op][]string // the globals that hold the memory which functions declare for a block
	dynamic string              // the global that stands for dynamic shared memory
}

func (l *lowering) patterns() []llvmtypes.Pattern {
	list := []llvmtypes.Pattern{
		{Root: gpu.Func, Run: l.function}, {Root: gpu.Return, Run: returns},
		{Root: gpu.DynamicSharedMemory, Run: l.dynamicShared},
		{Root: gpu.Barrier, Run: barrier},
		{Root: gpu.GlobalID, Run: globalID},
		{Root: gpu.LaneID, Run: laneID}, {Root: gpu.SubgroupID, Run: subgroupID},
		{Root: gpu.NumSubgroups, Run: numSubgroups}, {Root: gpu.SubgroupSize, Run: subgroupSize},
		{Root: gpu.Shuffle, Run: shuffle},
	}
	for def, name := range places {
		list = append(list, llvmtypes.Pattern{Root: def, Run: place(name)})
	}
	return list
}

func barrier(c *llvmtypes.Conversion, _ *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	c.Create(ir.OpState{Def: nvvm.Barrier0, Results: []ir.Type{}})
	return nil, true
}

// one returns a single result.
func one(v *ir.Value) ([]*ir.Value, bool) { return []*ir.Value{v}, true }

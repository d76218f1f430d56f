package convertgputonvvm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeUnsupported = diag.Register("gpu-to-nvvm-unsupported", "a gpu operation has no lowering to nvvm",
	"Functions of a device take and return numbers, vectors and memrefs with a strided layout. What the "+
		"host does (gpu.launch, gpu.alloc, "+
		"...) is not part of a gpu.module. Values of other lanes are numbers of 32 bits, or such that are "+
		"made of them.")

// Pass is convert-gpu-to-nvvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-gpu-to-nvvm",
	Title:   "ConvertGpuOpsToNVVMOps",
	Summary: "Generate NVVM operations for gpu operations",
	Doc: "A gpu.func becomes an llvm.func, whose memory for a block becomes a global of shared memory and " +
		"whose memory for a thread an " +
		"llvm.alloca. Memory that a function allocates for a block, as pipelines do, is such memory as " +
		"well. Unlike upstream's, the pass " +
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
    llvm.mlir.global internal @__wg_f_0() {addr_space = 3 : i32} : !llvm.array<32 x f32>
    llvm.func @f(%arg0: f32) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.mlir.addressof @__wg_f_0 : !llvm.ptr<3>
      %1 = llvm.getelementptr %0[0, 0] : (!llvm.ptr<3>) -> !llvm.ptr<3>, !llvm.array<32 x f32>
      %2 = llvm.mlir.poison : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
      %3 = llvm.insertvalue %1, %2[0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
      %4 = llvm.insertvalue %1, %3[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
      %5 = llvm.mlir.constant(0 : index) : i64
      %6 = llvm.insertvalue %5, %4[2] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
      %7 = llvm.mlir.constant(32 : index) : i64
      %8 = llvm.insertvalue %7, %6[3, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
      %9 = llvm.mlir.constant(1 : index) : i64
      %10 = llvm.insertvalue %9, %8[4, 0] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
      %11 = builtin.unrealized_conversion_cast %10 : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> to memref<32xf32, #gpu.address_space<workgroup>>
      %12 = nvvm.read.ptx.sreg.tid.x : i32
      %13 = llvm.sext %12 : i32 to i64
      %14 = builtin.unrealized_conversion_cast %13 : i64 to index
      memref.store %arg0, %11[%14] : memref<32xf32, #gpu.address_space<workgroup>>
      nvvm.barrier0
      llvm.return
    }
  }
}
`

func run(r *pass.Run) error {
	types := llvmtypes.TypesFor(r.Op, r.Int("index-bitwidth"))
	types.Extra = tensorMapPointer
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
			return op.Errorf(codeUnsupported,
				"failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
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
	list = append(list, mmaPatterns...)
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

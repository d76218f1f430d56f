package convertnvgputonvvm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeUnsupported = diag.Register("nvgpu-to-nvvm-unsupported", "an nvgpu operation has no lowering to nvvm",
	"Memrefs must have a strided layout and a memory space that is a number or #gpu.address_space. A "+
		"warpgroup multiplies f16, bf16, "+
		"tf32 and floats of 8 bits, and stores what it accumulates in memory of the same elements. The "+
		"driver has tensor maps of integers "+
		"of 8 to 64 bits and of floats.")

// Pass is convert-nvgpu-to-nvvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-nvgpu-to-nvvm",
	Title:   "ConvertNVGPUToNVVMPass",
	Summary: "Convert NVGPU dialect to NVVM dialect",
	Doc: "An asynchronous copy becomes nvvm.cp.async.shared.global, with the number of bytes to read where " +
		"not all are; its token and " +
		"that of a group become a constant, since the order of the instructions says what they say. A wait " +
		"without numGroups waits for " +
		"all groups: run tokens-to-counts before for the numbers that the tokens allow. Fragments of " +
		"matrices become words in registers; " +
		"barriers become an array in shared memory. Products of a warpgroup become those of 64 rows, " +
		"committed as one group; a tensor map is " +
		"made by a call of the host's runtime.",
	Before: before,
	After:  after,
	Run:    run,
})

const before = `func.func @f(%a: memref<64xf32>, %s: memref<64xf32, 3>, %i: index) {
  %0 = nvgpu.device_async_copy %a[%i], %s[%i], 4 {bypassL1} : memref<64xf32> to memref<64xf32, 3>
  %1 = nvgpu.device_async_create_group %0
  nvgpu.device_async_wait %1 {numGroups = 2 : i32}
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xf32>, %arg1: memref<64xf32, 3>, %arg2: index) {
    %0 = builtin.unrealized_conversion_cast %arg0 : memref<64xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %1 = builtin.unrealized_conversion_cast %arg2 : index to i64
    %2 = builtin.unrealized_conversion_cast %arg1 : memref<64xf32, 3> to !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)>
    %3 = llvm.extractvalue %2[1] : !llvm.struct<(ptr<3>, ptr<3>, i64, array<1 x i64>, array<1 x i64>)> 
    %4 = llvm.getelementptr %3[%1] : (!llvm.ptr<3>, i64) -> !llvm.ptr<3>, f32
    %5 = llvm.extractvalue %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %6 = llvm.getelementptr %5[%1] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %7 = llvm.addrspacecast %6 : !llvm.ptr to !llvm.ptr<1>
    nvvm.cp.async.shared.global %4, %7, 16, cache =  cg : !llvm.ptr<3>, !llvm.ptr<1>
    %8 = llvm.mlir.constant(0 : i32) : i32
    nvvm.cp.async.commit.group
    %9 = llvm.mlir.constant(0 : i32) : i32
    nvvm.cp.async.wait.group 2
    return
  }
}
`

func run(r *pass.Run) error {
	types := llvmtypes.TypesFor(r.Op, 0)
	types.Extra = typeOf
	l := &lowering{names: map[*ir.Op]string{}}
	if err := l.declareBarriers(r.Op); err != nil {
		return err
	}
	n, err := llvmtypes.Convert(r.Op, types, l.patterns(), false)
	if err != nil {
		return err
	}
	r.Count("operations lowered", n)
	if err := declareEncoder(r.Op); err != nil {
		return err
	}
	for op := range r.Op.Walk() {
		if op.Def().DialectName() == "nvgpu" {
			return op.Errorf(codeUnsupported,
				"failed to legalize operation '%s' that was explicitly marked illegal", op.Name())
		}
	}
	return nil
}

// lowering is the state of the pass on one module.
type lowering struct {
	names map[*ir.Op]string // of the globals that hold the barriers which operations create
}

func (l *lowering) patterns() []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: nvgpu.DeviceAsyncCopy, Run: asyncCopy},
		{Root: nvgpu.DeviceAsyncCreateGroup, Run: createGroup},
		{Root: nvgpu.DeviceAsyncWait, Run: wait},
		{Root: nvgpu.LdMatrix, Run: ldMatrix},
		{Root: nvgpu.MmaSync, Run: mma},
		llvmtypes.Elementwise(nvgpu.Rcp, rcp),
		{Root: nvgpu.BarrierCreate, Run: l.barrierCreate},
		{Root: nvgpu.BarrierGet, Run: barrierGet},
		{Root: nvgpu.BarrierInit, Run: barrierInit},
		{Root: nvgpu.BarrierArrive, Run: barrierArrive},
		{Root: nvgpu.BarrierArriveNoComplete, Run: barrierArriveNoComplete},
		{Root: nvgpu.BarrierArriveExpectTx, Run: barrierArriveExpectTx},
		{Root: nvgpu.BarrierTestWait, Run: barrierTestWait},
		{Root: nvgpu.BarrierTryWaitParity, Run: barrierTryWait},
		{Root: nvgpu.TmaPrefetch, Run: tmaPrefetch},
		{Root: nvgpu.TmaFence, Run: tmaFence},
		{Root: nvgpu.TmaAsyncLoad, Run: tmaLoad},
		{Root: nvgpu.TmaAsyncStore, Run: tmaStore},
		{Root: nvgpu.TmaCreateDescriptor, Run: tmaCreate},
		{Root: nvgpu.MmaSparseSync, Run: sparseMma},
		{Root: nvgpu.WarpgroupGenerateDescriptor, Run: generateDescriptor},
		{Root: nvgpu.WarpgroupMmaInitAccumulator, Run: initAccumulator},
		{Root: nvgpu.WarpgroupMma, Run: warpgroupMma},
		{Root: nvgpu.WarpgroupMmaStore, Run: mmaStore},
	}
}

// typeOf returns what stands for the types of the dialect: a number for tokens, a memref for barriers, a
// pointer for a tensor map.
func typeOf(t *llvmtypes.Types, typ ir.Type) (ir.Type, bool) {
	switch x := typ.(type) {
	case *ir.OpaqueType:
		switch {
		case nvgpu.IsToken(x):
			return t.Ctx.I32, true
		case x == nvgpu.BarrierTokenType(t.Ctx):
			return t.Ctx.I64, true
		}
	case *ir.ParametricType:
		switch x.Def {
		case nvgpu.BarrierGroup:
			return t.Type(barriersOf(t.Ctx, x)), true
		case nvgpu.TensorMap:
			return t.Pointer(llvm.Generic), true
		case nvgpu.MatrixDescriptor:
			return t.Ctx.I64, true
		case nvgpu.Accumulator:
			s := accumulatorType(t.Ctx, x)
			return s, s != nil
		}
	}
	return nil, false
}

// one returns a single result.
func one(v *ir.Value) ([]*ir.Value, bool) { return []*ir.Value{v}, true }

// memrefOf returns the type of a memref that has a descriptor, nil for others.
func memrefOf(c *llvmtypes.Conversion, v *ir.Value) *ir.MemRefType {
	m := v.Type().(*ir.MemRefType)
	if !m.Ranked || c.Types.Type(m) == nil {
		return nil
	}
	return m
}

// group returns those of args that stand for an operand group.
func group(op *ir.Op, args []*ir.Value, i int) []*ir.Value {
	first, n := op.OperandGroup(i)
	return args[first : first+n]
}

// i32 truncates a number of type index.
func i32(c *llvmtypes.Conversion, v *ir.Value) *ir.Value {
	return llvmtypes.Cast(c.Builder, llvm.Trunc, v, c.Ctx.I32)
}

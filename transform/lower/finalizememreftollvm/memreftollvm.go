package finalizememreftollvm

import (
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is finalize-memref-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "finalize-memref-to-llvm",
	Title:   "FinalizeMemRefToLLVMConversionPass",
	Summary: "Finalize MemRef dialect to LLVM dialect conversion",
	Doc: "Replaces the operations of memref by operations on descriptors and pointers. Run " +
		"expand-strided-metadata before: subviews and " +
		"reshapes by groups of dimensions are not lowered here, and stay. Allocations call malloc or, as " +
		"the options say, aligned_alloc or " +
		"functions of the runtime. The pass runs on a module, which gets the declarations of what is called.",
	Anchor: "builtin.module",
	Options: []pass.Option{
		llvmtypes.IndexBits,
		{Name: "use-aligned-alloc", Type: pass.Bool, Default: "false",
			Help: "Use aligned_alloc in place of malloc for heap allocations"},
		{Name: "use-generic-functions", Type: pass.Bool, Default: "false",
			Help: "Use generic allocation and deallocation functions instead of the classic 'malloc', " +
				"'aligned_alloc' and 'free' functions"},
	},
	Before: `func.func @f(%m: memref<4x8xf32>, %i: index) -> f32 {
  %0 = memref.load %m[%i, %i] : memref<4x8xf32>
  return %0 : f32
}
`,
	After: `module {
  func.func @f(%arg0: memref<4x8xf32>, %arg1: index) -> f32 {
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
    %1 = builtin.unrealized_conversion_cast %arg0 : memref<4x8xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
    %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> 
    %3 = llvm.mlir.constant(8 : index) : i64
    %4 = llvm.mul %0, %3 overflow<nsw, nuw> : i64
    %5 = llvm.add %4, %0 overflow<nsw, nuw> : i64
    %6 = llvm.getelementptr inbounds|nuw %2[%5] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %7 = llvm.load %6 : !llvm.ptr -> f32
    return %7 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	l := newLowering(r)
	types := llvmtypes.TypesFor(r.Op, r.Int("index-bitwidth"))
	l.splitBlocks(r.Op, types)
	n, err := llvmtypes.Convert(r.Op, types, l.patterns(), true)
	r.Count("operations lowered", n)
	return err
}

func newLowering(r *pass.Run) *lowering {
	return &lowering{aligned: r.Bool("use-aligned-alloc"), generic: r.Bool("use-generic-functions"),
		rest: map[*ir.Op]*ir.Block{}}
}

// lowering is what the patterns share.
type lowering struct {
	aligned, generic bool
	rest             map[*ir.Op]*ir.Block // what follows the operations that become several blocks
}

func (l *lowering) patterns() []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: memref.Load, Run: load},
		{Root: memref.Store, Run: store},
		{Root: memref.Prefetch, Run: prefetch},
		{Root: memref.AtomicRMW, Run: atomic},
		{Root: memref.AssumeAlignment, Run: assumeAlignment},
		{Root: memref.Alloc, Run: l.alloc},
		{Root: memref.Alloca, Run: alloca},
		{Root: memref.Dealloc, Run: l.dealloc},
		{Root: memref.Global, Run: global},
		{Root: memref.GetGlobal, Run: getGlobal},
		{Root: memref.Dim, Run: dim},
		{Root: memref.Rank, Run: rank},
		{Root: memref.ExtractAlignedPointerAsIndex, Run: pointerAsIndex},
		{Root: memref.ExtractStridedMetadata, Run: metadata},
		{Root: memref.Cast, Run: cast},
		{Root: memref.MemorySpaceCast, Run: spaceCast},
		{Root: memref.ReinterpretCast, Run: reinterpret},
		{Root: memref.View, Run: view},
		{Root: memref.Reshape, Run: l.reshape},
		{Root: memref.Transpose, Run: transpose},
		{Root: memref.Copy, Run: l.copy},
		{Root: memref.AllocaScope, Run: l.scope},
		{Root: memref.GenericAtomicRMW, Run: l.genericAtomic},
	}
}

// typeOf returns the type of a memref.
func typeOf(v *ir.Value) *ir.MemRefType { return v.Type().(*ir.MemRefType) }

// one returns a list of one value, as patterns with one result do.
func one(v *ir.Value) ([]*ir.Value, bool) { return []*ir.Value{v}, true }

// flag adds an attribute that is there where op has another one that is set.
func flag(op *ir.Op, from, to string) []ir.NamedAttr {
	if a, ok := op.Attr(from).(*ir.IntegerAttr); ok && a.Value != 0 {
		return []ir.NamedAttr{{Name: to, Value: op.Context().Unit}}
	}
	return nil
}

// alignment returns the attribute that keeps the alignment of op.
func alignment(op *ir.Op) []ir.NamedAttr {
	if a := op.Attr("alignment"); a != nil {
		return []ir.NamedAttr{{Name: "alignment", Value: a}}
	}
	return nil
}

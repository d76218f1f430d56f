package convertvectortollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-vector-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-vector-to-llvm",
	Title:   "ConvertVectorToLLVMPass",
	Summary: "Lower the operations from the vector dialect into the LLVM dialect",
	Doc: "First rewrites within the dialect: transfers of one dimension become loads and stores, with a " +
		"mask where they may leave the " +
		"memory; masks become comparisons; what works on several dimensions (fma, transpose, shape_cast, " +
		"outerproduct, contract, slices, " +
		"interleave, broadcast) becomes work on rows. Then loads, stores, gather, scatter, expandload and " +
		"compressstore, broadcast, extract, insert, shuffle, bitcast, " +
		"fma and reduction are lowered. Prints of numbers become calls of MLIR's runner library. " +
		"Transfers and accesses of several dimensions, multi_reduction, scan, prints of vectors and what " +
		"stands in a mask stay. The options of the upstream pass that choose between lowerings of " +
		"contractions and transpositions, or for extensions " +
		"of a target, are not taken.",
	Options: []pass.Option{
		{Name: "reassociate-fp-reductions", Type: pass.Bool, Default: "false",
			Help: "Allows llvm to reassociate floating-point reductions for speed"},
		{Name: "force-32bit-vector-indices", Type: pass.Bool, Default: "true",
			Help: "Allows compiler to assume vector indices fit in 32-bit if that yields faster code"},
		{Name: "use-vector-alignment", Type: pass.Bool, Default: "false",
			Help: "Use the preferred alignment of a vector type in load/store operations instead of the " +
				"alignment of the element type of the memref"},
	},
	Before: `func.func @f(%m: memref<?xf32>, %i: index, %v: vector<4xf32>) -> f32 {
  %0 = vector.load %m[%i] : memref<?xf32>, vector<4xf32>
  %1 = vector.fma %0, %0, %v : vector<4xf32>
  %2 = vector.reduction <add>, %1 : vector<4xf32> into f32
  return %2 : f32
}
`,
	After: `module {
  func.func @f(%arg0: memref<?xf32>, %arg1: index, %arg2: vector<4xf32>) -> f32 {
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
    %1 = builtin.unrealized_conversion_cast %arg0 : memref<?xf32> to !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %2 = llvm.extractvalue %1[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> 
    %3 = llvm.getelementptr %2[%0] : (!llvm.ptr, i64) -> !llvm.ptr, f32
    %4 = llvm.load %3 {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
    %5 = llvm.intr.fmuladd(%4, %4, %arg2) : (vector<4xf32>, vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %6 = llvm.mlir.constant(0.000000e+00 : f32) : f32
    %7 = "llvm.intr.vector.reduce.fadd"(%6, %5) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, vector<4xf32>) -> f32
    return %7 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	if !r.Op.HasDialect("vector") { // a program without anything to lower is left alone
		return nil
	}
	l := &lowering{reassociate: r.Bool("reassociate-fp-reductions"),
		vectorAlignment: r.Bool("use-vector-alignment")}
	index := r.Context().I32
	if !r.Bool("force-32bit-vector-indices") {
		index = r.Context().I64
	}
	// Upstream's pass cleans up as far.
	result := ir.ApplyPatternsGreedily(r.Op,
		ir.GreedyConfig{Patterns: rewrites(index), OnlyPatterns: true, Poll: r.NewPoll(),
			Simplify: ir.SimplifyAggressive})
	for name, n := range result.Rewrites {
		r.Count("pattern "+name, n)
	}
	strings, err := printStrings(r.Op, r.Symbols())
	if err != nil {
		return err
	}
	types := llvmtypes.TypesFor(r.Op, 0)
	n, err := llvmtypes.Convert(r.Op, types, l.patterns(), true)
	r.Count("operations lowered", n+strings)
	return err
}

// lowering is the options.
type lowering struct{ reassociate, vectorAlignment bool }

func (l *lowering) patterns() []llvmtypes.Pattern {
	list := []llvmtypes.Pattern{
		{Root: vector.Load, Run: l.load},
		{Root: vector.Store, Run: l.store},
		{Root: vector.MaskedLoad, Run: l.maskedLoad},
		{Root: vector.MaskedStore, Run: l.maskedStore},
		{Root: vector.Gather, Run: l.gather},
		{Root: vector.Scatter, Run: l.scatter},
		{Root: vector.ExpandLoad, Run: l.expandLoad},
		{Root: vector.CompressStore, Run: l.compressStore},
		{Root: vector.Broadcast, Run: broadcast},
		{Root: vector.Extract, Run: extract},
		{Root: vector.Insert, Run: insert},
		{Root: vector.Shuffle, Run: shuffle},
		{Root: vector.Deinterleave, Run: deinterleave},
		{Root: vector.FromElements, Run: elementsToVector},
		{Root: vector.ToElements, Run: vectorToElements},
		{Root: vector.Reduction, Run: l.reduce},
		{Root: vector.Print, Run: print},
		{Root: vector.TypeCast, Run: typeCast},
		llvmtypes.Elementwise(vector.BitCast, llvmtypes.OneToOne(llvm.Bitcast, nil)),
		llvmtypes.Elementwise(vector.FMA, llvmtypes.OneToOne(llvm.Intrinsic("fmuladd"), nil)),
	}
	for i := range list {
		list[i].Run = unlessMasked(list[i].Run)
	}
	return list
}

// unlessMasked leaves alone what stands in a vector.mask: only the whole of it could be lowered.
func unlessMasked(run func(*llvmtypes.Conversion, *ir.Op, []*ir.Value) ([]*ir.Value, bool)) func(
	*llvmtypes.Conversion, *ir.Op, []*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		if op.Parent().Is(vector.Mask) {
			return nil, false
		}
		return run(c, op, args)
	}
}

func one(v *ir.Value) ([]*ir.Value, bool) { return []*ir.Value{v}, true }

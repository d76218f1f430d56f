package convertcomplextollvm

import (
	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeLeft = diag.Register("complex-to-llvm-unsupported",
	"a function of complex numbers has no lowering to LLVM",
	"convert-complex-to-llvm lowers abs, add, constant, create, div, im, mul, re and sub. Run "+
		"convert-complex-to-standard before: it makes "+
		"arithmetic of the others. LLVM has no parts of 8 bits and fewer.")

// Pass is convert-complex-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-complex-to-llvm",
	Title:   "ConvertComplexToLLVMPass",
	Summary: "Convert Complex dialect to LLVM dialect",
	Doc: "Complex numbers become structs of two floats. Sums, differences, products, quotients and " +
		"absolute values become arithmetic of " +
		"the parts: an absolute value is the root of a sum of squares, which may overflow. Nothing of the " +
		"dialect may be left: run " +
		"convert-complex-to-standard before for the other functions. The values of complex-range are those " +
		"of that pass.",
	Options: []pass.Option{
		{Name: "complex-range", Type: pass.Enum, Default: "basic",
			Cases: []string{"improved", "basic", "none"},
			Help:  "Control the intermediate calculation of complex number division"},
		{Name: "partial", Type: pass.Bool, Default: "false",
			Help: "Leave functions that have no lowering; mlir-opt has no such option"},
	},
	Before: `func.func @f(%x: f32, %y: f32) -> f32 {
  %0 = complex.create %x, %y : complex<f32>
  %1 = complex.abs %0 : complex<f32>
  return %1 : f32
}
`,
	After: `module {
  func.func @f(%arg0: f32, %arg1: f32) -> f32 {
    %0 = llvm.mlir.poison : !llvm.struct<(f32, f32)>
    %1 = llvm.insertvalue %arg0, %0[0] : !llvm.struct<(f32, f32)> 
    %2 = llvm.insertvalue %arg1, %1[1] : !llvm.struct<(f32, f32)> 
    %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32, f32)> 
    %4 = llvm.extractvalue %2[1] : !llvm.struct<(f32, f32)> 
    %5 = llvm.fmul %3, %3 : f32
    %6 = llvm.fmul %4, %4 : f32
    %7 = llvm.fadd %5, %6 : f32
    %8 = llvm.intr.sqrt(%7) : (f32) -> f32
    return %8 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	ranges := complexes.Basic
	if r.String("complex-range") == "improved" {
		ranges = complexes.Improved
	}
	n, err := llvmtypes.Convert(r.Op, llvmtypes.TypesFor(r.Op, 0), patterns(ranges), true)
	r.Count("operations lowered", n)
	if err != nil {
		return err
	}
	if op := r.Op.FirstOf(complex.Dialect.Name); op != nil && !r.Bool("partial") {
		return op.Errorf(codeLeft, "failed to legalize operation '%s' that was explicitly marked illegal",
			op.Name())
	}
	return nil
}

package convertubtollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/ub"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-ub-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-ub-to-llvm",
	Title:   "UBToLLVMConversionPass",
	Summary: "Convert UB dialect to LLVM dialect",
	Doc: "Replaces ub.poison by LLVM's poison of the type that the value becomes, and ub.unreachable by " +
		"LLVM's. Values of other types than LLVM's " +
		"go through casts (builtin.unrealized_conversion_cast), which reconcile-unrealized-casts removes " +
		"when everything is lowered.",
	Options: []pass.Option{llvmtypes.IndexBits},
	Before: `func.func @f(%c: i1) -> index {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = ub.poison : index
  return %0 : index
^b:
  ub.unreachable
}
`,
	After: `module {
  func.func @f(%arg0: i1) -> index {
    cf.cond_br %arg0, ^bb1, ^bb2
  ^bb1:  // pred: ^bb0
    %0 = llvm.mlir.poison : i64
    %1 = builtin.unrealized_conversion_cast %0 : i64 to index
    return %1 : index
  ^bb2:  // pred: ^bb0
    llvm.unreachable
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	types := llvmtypes.TypesFor(r.Op, r.Int("index-bitwidth"))
	n, err := llvmtypes.Convert(r.Op, types, Patterns(), true)
	r.Count("operations lowered", n)
	return err
}

// Patterns returns the patterns of the pass.
func Patterns() []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: ub.Poison, Run: func(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
			t := c.Types.Type(op.Result(0).Type())
			if t == nil {
				return nil, false
			}
			return c.One(llvmtypes.Poison(c.Builder, t)), true
		}},
		{Root: ub.Unreachable,
			Run: func(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
				c.Make(llvm.Unreachable, nil, []ir.Type{}, op.Attrs()...)
				return nil, true
			}},
	}
}

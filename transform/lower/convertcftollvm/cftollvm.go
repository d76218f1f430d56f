package convertcftollvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/cf"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

var codeLeft = diag.Register("cf-to-llvm-unsupported", "a branch has no lowering to LLVM",
	"A block that is branched to has an argument of a type that LLVM does not have, such as a tensor: "+
		"lower what uses it before. "+
		"An assertion branches, so that loops, conditions and tasks around it have to be lowered before, "+
		"too.")

// Pass is convert-cf-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-cf-to-llvm",
	Title:   "ConvertControlFlowToLLVMPass",
	Summary: "Convert ControlFlow operations to the LLVM dialect",
	Doc: "Replaces cf.br, cf.cond_br, cf.switch and cf.assert. Arguments of the blocks that are branched " +
		"to become values of LLVM's " +
		"types. An assertion that fails prints its message with puts and calls abort.",
	Options: []pass.Option{llvmtypes.IndexBits},
	Before: `func.func @f(%c: i1, %i: index) -> index {
  cf.cond_br %c, ^a(%i : index), ^b
^a(%j: index):
  return %j : index
^b:
  return %i : index
}
`,
	After: `module {
  func.func @f(%arg0: i1, %arg1: index) -> index {
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
    llvm.cond_br %arg0, ^bb1(%0 : i64), ^bb2
  ^bb1(%1: i64):  // pred: ^bb0
    %2 = builtin.unrealized_conversion_cast %1 : i64 to index
    return %2 : index
  ^bb2:  // pred: ^bb0
    return %arg1 : index
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	types := llvmtypes.TypesFor(r.Op, r.Int("index-bitwidth"))
	units := ir.Units(r.Op)
	failures, failed := make([][]failure, len(units)), make([]error, len(units))
	ir.ForEachWith(len(units), func() *ir.Builder {
		return newBuilder(r.Context())
	}, func(b *ir.Builder, i int) {
		failures[i], failed[i] = lowerAsserts(b, units[i])
	})
	n, err := llvmtypes.Convert(r.Op, types, Patterns(), true)
	if err != nil {
		return err
	}
	var errs diag.List
	for i, unit := range units {
		if failed[i] == nil {
			failed[i] = checkLowered(unit)
		}
		errs.Add(diag.FromError(failed[i])...)
	}
	if errs.HasErrors() {
		return errs.Err()
	}
	asserts, err := declareFailures(r, slices.Concat(failures...))
	r.Count("operations lowered", asserts+n)
	return err
}

// newBuilder returns a builder with memory of its own.
func newBuilder(c *ir.Context) *ir.Builder {
	b := ir.NewBuilder(c)
	b.Arena = &ir.Arena{}
	return b
}

// checkLowered reports the first operation of the dialect that is left.
func checkLowered(root *ir.Op) error {
	if op := root.FirstOf("cf"); op != nil {
		return op.Errorf(codeLeft, "failed to legalize operation '%s' that was explicitly marked illegal",
			op.Name())
	}
	return nil
}

// Patterns returns the patterns of the branches.
func Patterns() []llvmtypes.Pattern {
	return []llvmtypes.Pattern{
		{Root: cf.Br, Run: branchTo(llvm.Br)},
		{Root: cf.CondBr, Run: branchTo(llvm.CondBr, "branch_weights", "operandSegmentSizes")},
		{Root: cf.Switch, Run: branchTo(llvm.Switch, "case_values", "case_operand_segments",
			"operandSegmentSizes")},
	}
}

var none = []ir.Type{} // the results of a branch

// branchTo makes a branch of LLVM with the same successors, and with the inherent attributes that are named.
func branchTo(target *ir.OpDef, inherent ...string) func(*llvmtypes.Conversion, *ir.Op,
	[]*ir.Value) ([]*ir.Value, bool) {
	return func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		for _, b := range op.Successors() {
			if !c.ConvertArgs(b) {
				return nil, false
			}
		}
		attrs := c.Named(op, inherent...)
		if !op.Is(cf.Switch) { // whose attributes upstream leaves behind
			attrs = append(attrs, op.Attrs()...)
		}
		c.Create(ir.OpState{Def: target, Operands: args, Results: none, Successors: op.Successors(),
			Attrs: attrs})
		return nil, true
	}
}

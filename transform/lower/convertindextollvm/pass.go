package convertindextollvm

import (
	"github.com/inflight-compiler/inflight/dialect/index"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-index-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-index-to-llvm",
	Title:   "ConvertIndexToLLVMPass",
	Summary: "Lower the `index` dialect to the `llvm` dialect.",
	Doc: "Replaces the operations of the index dialect by instructions and intrinsics of LLVM on integers " +
		"that are as wide as an index. Casts " +
		"(builtin.unrealized_conversion_cast) connect them with operations that still use them as index; " +
		"reconcile-unrealized-casts removes " +
		"these when everything is lowered. As mlir-opt's, index.ceildivs of the least number by a positive " +
		"one is wrong: the formula negates " +
		"the number. convert-index-to-arith, by which programs are run here, has no such case.",
	Options: []pass.Option{llvmtypes.IndexBits},
	Before: `func.func @f(%a: index, %b: index) -> (index, i1) {
  %0 = index.shl %a, %b
  %1 = index.cmp slt(%0, %b)
  return %0, %1 : index, i1
}
`,
	After: `module {
  func.func @f(%arg0: index, %arg1: index) -> (index, i1) {
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
    %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
    %2 = llvm.shl %1, %0 : i64
    %3 = builtin.unrealized_conversion_cast %2 : i64 to index
    %4 = llvm.icmp "slt" %2, %0 : i64
    return %3, %4 : index, i1
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

// single are the operations that become one instruction.
var single = map[*ir.OpDef]*ir.OpDef{
	index.Add: llvm.Add, index.Sub: llvm.Sub, index.Mul: llvm.Mul, index.DivS: llvm.SDiv,
	index.DivU: llvm.UDiv, index.RemS: llvm.SRem,
	index.RemU: llvm.URem, index.And: llvm.And, index.Or: llvm.Or, index.XOr: llvm.XOr, index.Shl: llvm.Shl,
	index.ShrS: llvm.AShr,
	index.ShrU: llvm.LShr, index.MaxS: llvm.Intrinsic("smax"), index.MinS: llvm.Intrinsic("smin"),
	index.MaxU: llvm.Intrinsic("umax"),
	index.MinU: llvm.Intrinsic("umin"),
}

// Patterns returns the patterns of the pass.
func Patterns() []llvmtypes.Pattern {
	list := []llvmtypes.Pattern{
		{Root: index.CeilDivS, Run: expand(ceilDivS)},
		{Root: index.CeilDivU, Run: expand(ceilDivU)},
		{Root: index.FloorDivS, Run: expand(floorDivS)},
		{Root: index.CastS, Run: cast(llvm.SExt)},
		{Root: index.CastU, Run: cast(llvm.ZExt)},
		{Root: index.Cmp, Run: compare},
		{Root: index.Constant, Run: constant},
		{Root: index.BoolConstant, Run: truth},
		{Root: index.SizeOf, Run: size},
	}
	for from, to := range single {
		list = append(list, llvmtypes.Elementwise(from, llvmtypes.OneToOne(to, nil)))
	}
	return list
}

// lowering makes the results of an operation from its converted operands.
type lowering = func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool)

// cast widens by extension, narrows by truncation, and leaves integers of the width alone.
func cast(extension *ir.OpDef) lowering {
	return func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		from, isInteger := args[0].Type().(*ir.IntegerType)
		to, ok := c.Types.Type(op.Result(0).Type()).(*ir.IntegerType)
		switch {
		case !isInteger || !ok:
			return nil, false
		case from.Width == to.Width:
			return args, true
		case from.Width < to.Width:
			return c.One(llvmtypes.Cast(c.Builder, extension, args[0], to)), true
		}
		return c.One(llvmtypes.Cast(c.Builder, llvm.Trunc, args[0], to)), true
	}
}

// compare makes a comparison; both dialects number the predicates alike.
func compare(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	return c.One(llvmtypes.ICmp(c.Builder, index.PredicateOf(op), args[0], args[1])), true
}

// constant cuts the value to the width of an index.
func constant(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	n, _ := op.IntAttr("value")
	return c.One(llvmtypes.ConstInt(c.Builder, c.Types.Type(op.Result(0).Type()), n)), true
}

func truth(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	return c.One(llvmtypes.Const(c.Builder, op.Result(0).Type(), op.Attr("value"))), true
}

func size(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type()).(*ir.IntegerType)
	return c.One(llvmtypes.ConstInt(c.Builder, t, int64(t.Width))), true
}

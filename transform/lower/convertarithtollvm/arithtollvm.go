package convertarithtollvm

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-arith-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-arith-to-llvm",
	Title:   "ArithToLLVMConversionPass",
	Summary: "Convert Arith dialect to LLVM dialect",
	Doc: "Replaces the operations of arith on numbers and vectors by instructions and intrinsics of LLVM. " +
		"Values of type index become " +
		"integers, and casts (builtin.unrealized_conversion_cast) connect them with operations that still " +
		"use them as index; " +
		"reconcile-unrealized-casts removes these when everything is lowered. Operations on tensors stay.",
	Options: []pass.Option{llvmtypes.IndexBits},
	Before: `func.func @f(%a: index, %b: index, %x: f32) -> (index, f32) {
  %0 = arith.addi %a, %b : index
  %1 = arith.mulf %x, %x fastmath<contract> : f32
  return %0, %1 : index, f32
}
`,
	After: `module {
  func.func @f(%arg0: index, %arg1: index, %arg2: f32) -> (index, f32) {
    %0 = builtin.unrealized_conversion_cast %arg1 : index to i64
    %1 = builtin.unrealized_conversion_cast %arg0 : index to i64
    %2 = llvm.add %1, %0 : i64
    %3 = builtin.unrealized_conversion_cast %2 : i64 to index
    %4 = llvm.fmul %arg2, %arg2 {fastmathFlags = #llvm.fastmath<contract>} : f32
    return %3, %4 : index, f32
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
	list := []llvmtypes.Pattern{
		{Root: arith.Constant, Run: lowerConstant},
		llvmtypes.Elementwise(arith.CmpI, compare(llvm.ICmp)),
		llvmtypes.Elementwise(arith.CmpF, compare(llvm.FCmp)),
		{Root: arith.Select, Run: lowerSelect},
		castIndex(arith.IndexCast, llvm.SExt),
		castIndex(arith.IndexCastUI, llvm.ZExt),
		llvmtypes.Elementwise(arith.TruncF, truncate),
		{Root: arith.AddUIExtended, Run: lowerAddExtended},
		{Root: arith.MulSIExtended, Run: lowerMulExtended},
		{Root: arith.MulUIExtended, Run: lowerMulExtended},
		{Root: arith.CeilDivUI, Run: expand(ceilDivUI)},
		{Root: arith.CeilDivSI, Run: expand(ceilDivSI)},
		{Root: arith.FloorDivSI, Run: expand(floorDivSI)},
	}
	list = append(list, llvmtypes.Elementwise(arith.ExtF, llvmtypes.OneToOne(llvm.FPExt, keepFastmath)))
	for from, to := range withoutFlags {
		list = append(list, llvmtypes.Elementwise(from, llvmtypes.OneToOne(to, nil)))
	}
	for from, to := range withOverflow {
		list = append(list, llvmtypes.Elementwise(from, llvmtypes.OneToOne(to, overflow)))
	}
	for from, to := range withExact {
		list = append(list, llvmtypes.Elementwise(from, llvmtypes.OneToOne(to, exact)))
	}
	for from, to := range withFastmath {
		list = append(list, llvmtypes.Elementwise(from, llvmtypes.OneToOne(to, llvmtypes.Fastmath)))
	}
	return list
}

// The operations that become one instruction, by the flags they have.
var (
	withoutFlags = map[*ir.OpDef]*ir.OpDef{
		arith.RemUI: llvm.URem, arith.RemSI: llvm.SRem, arith.AndI: llvm.And, arith.OrI: llvm.Or,
		arith.XOrI:  llvm.XOr,
		arith.MaxSI: llvm.Intrinsic("smax"), arith.MinSI: llvm.Intrinsic("smin"),
		arith.MaxUI: llvm.Intrinsic("umax"), arith.MinUI: llvm.Intrinsic("umin"),
		arith.ExtUI: llvm.ZExt, arith.ExtSI: llvm.SExt, arith.UIToFP: llvm.UIToFP, arith.SIToFP: llvm.SIToFP,
		arith.FPToUI: llvm.FPToUI, arith.FPToSI: llvm.FPToSI, arith.Bitcast: llvm.Bitcast,
	}
	withOverflow = map[*ir.OpDef]*ir.OpDef{
		arith.AddI: llvm.Add, arith.SubI: llvm.Sub, arith.MulI: llvm.Mul, arith.ShLI: llvm.Shl,
		arith.TruncI: llvm.Trunc,
	}
	withExact = map[*ir.OpDef]*ir.OpDef{
		arith.DivUI: llvm.UDiv, arith.DivSI: llvm.SDiv, arith.ShRUI: llvm.LShr, arith.ShRSI: llvm.AShr,
	}
	withFastmath = map[*ir.OpDef]*ir.OpDef{
		arith.AddF: llvm.FAdd, arith.SubF: llvm.FSub, arith.MulF: llvm.FMul, arith.DivF: llvm.FDiv,
		arith.RemF: llvm.FRem, arith.NegF: llvm.FNeg,
		arith.MaximumF: llvm.Intrinsic("maximum"), arith.MinimumF: llvm.Intrinsic("minimum"),
		arith.MaxNumF: llvm.Intrinsic("maxnum"), arith.MinNumF: llvm.Intrinsic("minnum"),
	}
)

func overflow(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
	a, ok := op.Attr("overflowFlags").(*ir.EnumAttr)
	if !ok {
		return list
	}
	flags := int64(0)
	if a.Value&arith.NoSignedWrap != 0 {
		flags |= llvm.NSW
	}
	if a.Value&arith.NoUnsignedWrap != 0 {
		flags |= llvm.NUW
	}
	return append(list, llvmtypes.Overflow(op.Context(), flags))
}

// keepFastmath keeps the flags of a conversion between floats beside it: those of the llvm dialect have no
// place for them.
func keepFastmath(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
	if a := op.Attr("fastmath"); a != nil {
		return append(list, ir.NamedAttr{Name: "fastmath", Value: a})
	}
	return list
}

func exact(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
	if op.Attr("isExact") == nil {
		return list
	}
	return append(list, ir.NamedAttr{Name: "isExact", Value: op.Context().Unit})
}

// lowerConstant keeps the attribute: one of type index says so in LLVM's constant too.
func lowerConstant(c *llvmtypes.Conversion, op *ir.Op, _ []*ir.Value) ([]*ir.Value, bool) {
	t := c.Types.Type(op.Result(0).Type())
	if t == nil {
		return nil, false
	}
	value := ir.NamedAttr{Name: "value", Value: op.Attr("value")}
	if len(op.Attrs()) == 0 {
		return c.One(c.Make(llvm.ConstantOp, nil, []ir.Type{t}, value).Result(0)), true
	}
	return c.One(c.Make(llvm.ConstantOp, nil, []ir.Type{t},
		append([]ir.NamedAttr{value}, op.Attrs()...)...).Result(0)), true
}

// compare makes a comparison; both dialects number the predicates alike.
func compare(target *ir.OpDef) llvmtypes.Lane {
	return llvmtypes.OneToOne(target, func(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
		return append(llvmtypes.Fastmath(list, op),
			ir.NamedAttr{Name: "predicate", Value: op.Attr("predicate")})
	})
}

var selectLane = llvmtypes.OneToOne(llvm.Select, nil)

// lowerSelect chooses between whole values if the condition is one bit, else lane by lane.
func lowerSelect(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	if t := c.Types.Type(op.Result(0).Type()); constraint.IsI1(args[0].Type()) && t != nil {
		return c.One(selectLane(c, op, args, t)), true
	}
	v := c.Unroll(op, args, selectLane)
	return c.One(v), v != nil
}

// castIndex widens by extension, narrows by truncation, and leaves integers of the width alone.
func castIndex(root, extension *ir.OpDef) llvmtypes.Pattern {
	lane := func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
		if width(args[0].Type()) < width(t) {
			return llvmtypes.Cast(c.Builder, extension, args[0], t)
		}
		return llvmtypes.Cast(c.Builder, llvm.Trunc, args[0], t)
	}
	p := llvmtypes.Elementwise(root, lane)
	unroll := p.Run
	p.Run = func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
		if c.Types.Type(op.Result(0).Type()) == args[0].Type() {
			return args, true
		}
		return unroll(c, op, args)
	}
	return p
}

func width(t ir.Type) uint32 { return constraint.ElementOrSelf(t).(*ir.IntegerType).Width }

// truncate is fptrunc, or the intrinsic that rounds in a given direction.
func truncate(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
	mode, ok := op.IntAttr("roundingmode")
	if !ok {
		return llvmtypes.OneToOne(llvm.FPTrunc, keepFastmath)(c, op, args, t)
	}
	return llvmtypes.OneToOne(llvm.ConstrainedFPTrunc, func(list []ir.NamedAttr, _ *ir.Op) []ir.NamedAttr {
		return append(keepFastmath(list, op),
			ir.NamedAttr{Name: "roundingmode", Value: c.Ctx.Int(c.Ctx.I64, llvmRounding[mode])},
			ir.NamedAttr{Name: "fpExceptionBehavior", Value: c.Ctx.Int(c.Ctx.I64, 0)})
	})(c, op, args, t)
}

// llvmRounding maps arith's rounding modes to LLVM's.
var llvmRounding = map[int64]int64{
	arith.ToNearestEven: llvm.RoundToNearest, arith.Downward: llvm.RoundDownward,
	arith.Upward:     llvm.RoundUpward,
	arith.TowardZero: llvm.RoundTowardZero, arith.ToNearestAway: llvm.RoundToNearestAway,
}

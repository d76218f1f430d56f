package convertmathtollvm

import (
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/llvmtypes"
)

// Pass is convert-math-to-llvm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-math-to-llvm",
	Title:   "ConvertMathToLLVMPass",
	Summary: "Convert Math dialect to LLVM dialect",
	Doc: "Replaces the functions of math that LLVM has as intrinsics, and those that are a few " +
		"instructions on top of one (rsqrt, expm1, " +
		"log1p). The others, such as erf and cbrt, stay: they are calls of a library.",
	Options: []pass.Option{
		{Name: "approximate-log1p", Type: pass.Bool, Default: "true", Help: "Enable approximation of Log1p"}},
	Before: `func.func @f(%x: f32) -> f32 {
  %0 = math.sqrt %x : f32
  %1 = math.rsqrt %0 : f32
  return %1 : f32
}
`,
	After: `module {
  func.func @f(%arg0: f32) -> f32 {
    %0 = llvm.intr.sqrt(%arg0) : (f32) -> f32
    %1 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %2 = llvm.intr.sqrt(%0) : (f32) -> f32
    %3 = llvm.fdiv %1, %2 : f32
    return %3 : f32
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	types := llvmtypes.TypesFor(r.Op, 0)
	n, err := llvmtypes.Convert(r.Op, types, patterns(r.Bool("approximate-log1p")), true)
	r.Count("operations lowered", n)
	return err
}

// The functions that are one intrinsic.
var intrinsics = map[*ir.OpDef]string{
	math.AbsF: "fabs", math.Ceil: "ceil", math.Floor: "floor", math.Exp: "exp", math.Exp2: "exp2",
	math.Log: "log", math.Log2: "log2",
	math.Log10: "log10", math.Sqrt: "sqrt", math.Sin: "sin", math.Cos: "cos", math.Tan: "tan",
	math.Asin: "asin", math.Acos: "acos",
	math.Atan: "atan", math.Sinh: "sinh", math.Cosh: "cosh", math.Tanh: "tanh", math.Round: "round",
	math.RoundEven: "roundeven",
	math.Trunc:     "trunc", math.Atan2: "atan2", math.CopySign: "copysign", math.PowF: "pow",
	math.Fma:   "fma",
	math.CtPop: "ctpop",
}

func patterns(log1p bool) []llvmtypes.Pattern {
	list := []llvmtypes.Pattern{
		llvmtypes.Elementwise(math.AbsI, llvmtypes.OneToOne(llvm.Intrinsic("abs"), bit("is_int_min_poison"))),
		llvmtypes.Elementwise(math.CountLeadingZeros,
			llvmtypes.OneToOne(llvm.Intrinsic("ctlz"), bit("is_zero_poison"))),
		llvmtypes.Elementwise(math.CountTrailingZeros,
			llvmtypes.OneToOne(llvm.Intrinsic("cttz"), bit("is_zero_poison"))),
		llvmtypes.Elementwise(math.IsNaN, classify(isNaN)),
		llvmtypes.Elementwise(math.IsFinite, classify(isFinite)),
		llvmtypes.Elementwise(math.Rsqrt, rsqrt),
		llvmtypes.Elementwise(math.ExpM1, expM1),
		{Root: math.Sincos, Run: sincos},
		{Root: math.FPowI, Run: powi},
	}
	if log1p {
		list = append(list, llvmtypes.Elementwise(math.Log1p, log1pOf))
	}
	for from, to := range intrinsics {
		list = append(list, llvmtypes.Elementwise(from,
			llvmtypes.OneToOne(llvm.Intrinsic(to), llvmtypes.Fastmath)))
	}
	return list
}

// bit is an attribute of one bit that is 0.
func bit(name string) llvmtypes.Attrs {
	return func(list []ir.NamedAttr, op *ir.Op) []ir.NamedAttr {
		return append(list, ir.NamedAttr{Name: name, Value: op.Context().Bool(false)})
	}
}

// Classes of numbers, as bits of the intrinsic is.fpclass: LLVM language reference, "llvm.is.fpclass".
const (
	isNaN    = 0x003
	isFinite = 0x1f8
)

func classify(class int64) llvmtypes.Lane {
	return func(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
		return c.Create(ir.OpState{Def: llvm.Intrinsic("is.fpclass"), Operands: args, Results: []ir.Type{t},
			Attrs: []ir.NamedAttr{{Name: "bit", Value: c.Ctx.Int(c.Ctx.I32, class)}}}).Result(0)
	}
}

// one returns 1.0 as a number or a vector.
func one(c *llvmtypes.Conversion, t ir.Type) *ir.Value {
	f := constraint.ElementOrSelf(t).(*ir.FloatType)
	bits := ir.EncodeFloat(f.Kind, 1)
	v, ok := t.(*ir.VectorType)
	if !ok {
		return llvmtypes.Const(c.Builder, t, c.Ctx.FloatBits(f, bits))
	}
	data := make([]byte, ir.ElemBytes(f))
	for i := range data {
		data[i] = byte(bits >> (8 * i))
	}
	return llvmtypes.Const(c.Builder, t, c.Ctx.Dense(v, string(data), true))
}

// intrinsic makes an intrinsic with the flags of op.
func intrinsic(c *llvmtypes.Conversion, name string, op *ir.Op, v *ir.Value) *ir.Value {
	return llvmtypes.Cast(c.Builder, llvm.Intrinsic(name), v, v.Type(), llvmtypes.Fastmath(nil, op)...)
}

func rsqrt(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
	numerator := one(c, t)
	return llvmtypes.Binary(c.Builder, llvm.FDiv, numerator, intrinsic(c, "sqrt", op, args[0]),
		llvmtypes.Fastmath(nil, op)...)
}

func expM1(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
	subtrahend := one(c, t)
	return llvmtypes.Binary(c.Builder, llvm.FSub, intrinsic(c, "exp", op, args[0]), subtrahend,
		llvmtypes.Fastmath(nil, op)...)
}

func log1pOf(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value, t ir.Type) *ir.Value {
	sum := llvmtypes.Binary(c.Builder, llvm.FAdd, one(c, t), args[0], llvmtypes.Fastmath(nil, op)...)
	return intrinsic(c, "log", op, sum)
}

// powi makes the intrinsic of numbers. Those of vectors stay: the intrinsic has one exponent for all
// elements.
func powi(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	if _, one := args[1].Type().(*ir.IntegerType); !one {
		return nil, false
	}
	to := llvmtypes.OneToOne(llvm.Intrinsic("powi"), llvmtypes.Fastmath)
	return []*ir.Value{to(c, op, args, args[0].Type())}, true
}

// sincos makes the intrinsic whose result is a struct of both. Vectors of more than one dimension stay.
func sincos(c *llvmtypes.Conversion, op *ir.Op, args []*ir.Value) ([]*ir.Value, bool) {
	t := args[0].Type()
	if llvm.IsArray(t) {
		return nil, false
	}
	both := llvmtypes.Cast(c.Builder, llvm.Intrinsic("sincos"), args[0], llvm.StructType(c.Ctx, t, t),
		llvmtypes.Fastmath(nil, op)...)
	return []*ir.Value{llvmtypes.Extract(c.Builder, both, 0), llvmtypes.Extract(c.Builder, both, 1)}, true
}

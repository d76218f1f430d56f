package convertmathtolibm

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/librarycalls"
)

// Pass is convert-math-to-libm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-math-to-libm",
	Title:   "ConvertMathToLibmPass",
	Summary: "Convert Math dialect to libm calls",
	Doc: `The functions of math become calls of those that the C library has under nearly the same names. Vectors are taken apart, and
f16 and bf16 are computed as f32. Nothing of the dialect may be left.`,
	Anchor: "builtin.module",
	Before: `func.func @f(%x: f32) -> f32 {
  %0 = math.erf %x : f32
  return %0 : f32
}
`,
	After: `module {
  func.func private @erff(f32) -> f32 attributes {llvm.readnone}
  func.func @f(%arg0: f32) -> f32 {
    %0 = call @erff(%arg0) : (f32) -> f32
    return %0 : f32
  }
}
`,
	Run: run,
})

var codeLeft = diag.Register("math-to-libm-unsupported",
	"an operation of math has no function in the C library",
	"convert-math-to-libm calls functions for f32 and f64, and for f16, bf16 and vectors of fixed length "+
		"by way of these. Lower other "+
		"operations of math by convert-math-to-llvm.")

// names are the functions of the library for f64. Those for f32 end in f.
var names = map[string]string{"absf": "fabs", "powf": "pow"}

func init() {
	for _, name := range strings.Fields(
		"acos acosh asin asinh atan atan2 atanh cbrt ceil cos cosh erf erfc exp exp2 expm1 floor fma log " +
			"log10 log1p log2 round roundeven rsqrt sin sinh sqrt tan tanh trunc") {
		names[name] = name
	}
}

func run(r *pass.Run) error {
	c := &caller{librarycalls.NewCaller(ir.NamedAttr{Name: "llvm.readnone", Value: r.Context().Unit})}
	var patterns []ir.Pattern
	for name := range names {
		patterns = append(patterns,
			ir.Pattern{Name: "call-" + name, Root: "math." + name, Rewrite: c.rewrite})
	}
	return r.Convert("math", patterns, false, codeLeft)
}

// caller makes the calls.
type caller struct{ calls *librarycalls.Caller }

// rewrite replaces an operation on scalars by a call, and one on other values by operations on scalars.
func (c *caller) rewrite(op *ir.Op, rw *ir.Rewriter) bool {
	switch t := op.Result(0).Type().(type) {
	case *ir.VectorType:
		if t.Scalable != nil {
			return false
		}
		return unroll(op, rw, t)
	case *ir.FloatType:
		switch t.Kind {
		case ir.F32, ir.F64:
			return c.call(op, rw, t)
		case ir.F16, ir.BF16:
			return promote(op, rw, t)
		}
	}
	return false
}

func (c *caller) call(op *ir.Op, rw *ir.Rewriter, t *ir.FloatType) bool {
	name := names[strings.TrimPrefix(op.Name(), "math.")]
	if t.Kind == ir.F32 {
		name += "f"
	}
	c.calls.Replace(op, rw, name)
	return true
}

// promote computes in f32.
func promote(op *ir.Op, rw *ir.Rewriter, t *ir.FloatType) bool {
	operands := make([]*ir.Value, op.NumOperands())
	for i := range operands {
		operands[i] = rw.Create(
			ir.OpState{Def: arith.ExtF, Operands: []*ir.Value{op.Operand(i)},
				Results: []ir.Type{op.Context().F32}}).Result(0)
	}
	wide := again(op, rw, operands, op.Context().F32)
	rw.ReplaceWithNew(op, ir.OpState{Def: arith.TruncF, Operands: []*ir.Value{wide}, Results: []ir.Type{t}})
	return true
}

// again makes the operation on other operands.
func again(op *ir.Op, rw *ir.Rewriter, operands []*ir.Value, t ir.Type) *ir.Value {
	return rw.Create(ir.OpState{Def: op.Def(), Operands: operands, Results: []ir.Type{t},
		Attrs: op.Properties()}).Result(0)
}

// unroll computes element by element.
func unroll(op *ir.Op, rw *ir.Rewriter, t *ir.VectorType) bool {
	elem, ok := t.Elem.(*ir.FloatType)
	if !ok {
		return false
	}
	ctx := op.Context()
	zero := string(make([]byte, ir.ElemBytes(elem)))
	result := arith.NewConstant(rw.Builder, ctx.Dense(t, zero, true))
	position := make([]int64, len(t.Shape))
	for range ir.NumElements(t.Shape) {
		at := make([]ir.OpFoldResult, len(position))
		for d, n := range position {
			at[d].Const = n
		}
		operands := make([]*ir.Value, op.NumOperands())
		for i := range operands {
			operands[i] = vector.NewExtract(rw.Builder, op.Operand(i), at...)
		}
		result = vector.NewInsert(rw.Builder, again(op, rw, operands, elem), result, at...)
		for d := len(position) - 1; d >= 0; d-- {
			if position[d]++; position[d] < t.Shape[d] {
				break
			}
			position[d] = 0
		}
	}
	rw.Replace(op, result)
	return true
}

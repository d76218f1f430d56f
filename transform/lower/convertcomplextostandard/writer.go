package convertcomplextostandard

import (
	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
)

// writer writes the formula of an operation down: floats and truth values are values of arith and math, and
// numbers are put together and taken apart by complex.create, complex.re and complex.im.
type writer struct {
	*ir.Builder
	number *ir.ComplexType
	flags  [3]int64 // by complexes.Flags
}

var _ complexes.Arithmetic[*ir.Value, *ir.Value, *ir.Value] = (*writer)(nil)

// newWriter returns a writer for an operation on numbers of a type.
func newWriter(b *ir.Builder, op *ir.Op, number *ir.ComplexType) *writer {
	w := &writer{Builder: b, number: number}
	if a, ok := op.Attr("fastmath").(*ir.EnumAttr); ok {
		w.flags[complexes.Given] = a.Value
		w.flags[complexes.Special] = a.Value &^ (arith.FastNoNaNs | arith.FastNoInfs)
	}
	return w
}

func (w *writer) elem() *ir.FloatType { return w.number.Elem.(*ir.FloatType) }

func (w *writer) Re(x *ir.Value) *ir.Value { return w.part(complex.Re, x) }

func (w *writer) Im(x *ir.Value) *ir.Value { return w.part(complex.Im, x) }

func (w *writer) part(def *ir.OpDef, x *ir.Value) *ir.Value {
	return w.Make(def, []*ir.Value{x}, []ir.Type{w.number.Elem}, w.fastmath(complexes.None)).Result(0)
}

func (w *writer) Create(re, im *ir.Value) *ir.Value {
	return w.Make(complex.Create, []*ir.Value{re, im}, []ir.Type{w.number}).Result(0)
}

func (w *writer) Constant(v float64) *ir.Value { return arith.ConstFloat(w.Builder, w.elem(), v) }

// operations are those of formulas.
var operations = map[complexes.Operation]*ir.OpDef{
	complexes.Add: arith.AddF, complexes.Sub: arith.SubF, complexes.Mul: arith.MulF,
	complexes.Div: arith.DivF, complexes.Neg: arith.NegF,
	complexes.Maximum: arith.MaximumF, complexes.Minimum: arith.MinimumF, complexes.Abs: math.AbsF,
	complexes.Atan2:    math.Atan2,
	complexes.CopySign: math.CopySign, complexes.Cos: math.Cos, complexes.Exp: math.Exp,
	complexes.ExpM1: math.ExpM1, complexes.FMA: math.Fma,
	complexes.Log: math.Log, complexes.Log1p: math.Log1p, complexes.Pow: math.PowF,
	complexes.Rsqrt: math.Rsqrt, complexes.Sin: math.Sin,
	complexes.Sqrt: math.Sqrt,
}

func (w *writer) Compute(op complexes.Operation, flags complexes.Flags, args ...*ir.Value) *ir.Value {
	return w.Make(operations[op], args, []ir.Type{w.elem()}, w.fastmath(flags)).Result(0)
}

func (w *writer) fastmath(flags complexes.Flags) ir.NamedAttr {
	return ir.NamedAttr{Name: "fastmath", Value: w.Ctx.Enum(arith.FastMath, w.flags[flags])}
}

func (w *writer) Compare(p complexes.Predicate, flags complexes.Flags, x, y *ir.Value) *ir.Value {
	predicate := ir.NamedAttr{Name: "predicate", Value: w.Ctx.Int(w.Ctx.I64, int64(p))}
	return w.Make(arith.CmpF, []*ir.Value{x, y}, []ir.Type{w.Ctx.I1}, predicate, w.fastmath(flags)).Result(0)
}

func (w *writer) And(x, y *ir.Value) *ir.Value { return arith.Binary(w.Builder, arith.AndI, x, y) }

func (w *writer) Or(x, y *ir.Value) *ir.Value { return arith.Binary(w.Builder, arith.OrI, x, y) }

func (w *writer) Not(x *ir.Value) *ir.Value {
	return arith.Binary(w.Builder, arith.XOrI, x, arith.ConstBool(w.Builder, true))
}

func (w *writer) Select(cond, x, y *ir.Value) *ir.Value {
	return arith.NewSelect(w.Builder, cond, x, y)
}

func (w *writer) SelectNumber(cond, x, y *ir.Value) *ir.Value { return w.Select(cond, x, y) }

func (w *writer) Finite() bool {
	const finite = arith.FastNoNaNs | arith.FastNoInfs
	return w.flags[complexes.Given]&finite == finite
}

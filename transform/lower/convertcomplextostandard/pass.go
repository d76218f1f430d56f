package convertcomplextostandard

import (
	"github.com/inflight-compiler/inflight/complexes"
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is convert-complex-to-standard.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-complex-to-standard",
	Title:   "ConvertComplexToStandardPass",
	Summary: "Convert Complex dialect to standard dialect",
	Doc: "Functions of complex numbers become arithmetic of their parts, as arith and math have it. What " +
		"takes a number apart, puts it " +
		"together or is a constant stays: convert-complex-to-llvm lowers that. With complex-range basic or " +
		"none, a quotient is divided by " +
		"the square of an absolute value, which overflows and vanishes early; with improved, the larger " +
		"part of the divisor is divided by " +
		"first, and infinite numbers and zero give what C gives.",
	Options: []pass.Option{
		{Name: "complex-range", Type: pass.Enum, Default: "improved",
			Cases: []string{"improved", "basic", "none"},
			Help:  "Control the intermediate calculation of complex number division"}},
	Before: `func.func @f(%x: complex<f32>, %y: complex<f32>) -> complex<f32> {
  %0 = complex.mul %x, %y : complex<f32>
  return %0 : complex<f32>
}
`,
	After: `module {
  func.func @f(%arg0: complex<f32>, %arg1: complex<f32>) -> complex<f32> {
    %0 = complex.re %arg0 : complex<f32>
    %1 = complex.im %arg0 : complex<f32>
    %2 = complex.re %arg1 : complex<f32>
    %3 = complex.im %arg1 : complex<f32>
    %4 = arith.mulf %0, %2 : f32
    %5 = arith.mulf %1, %3 : f32
    %6 = arith.subf %4, %5 : f32
    %7 = arith.mulf %1, %2 : f32
    %8 = arith.mulf %0, %3 : f32
    %9 = arith.addf %7, %8 : f32
    %10 = complex.create %6, %9 : complex<f32>
    return %10 : complex<f32>
  }
}
`,
	Run: run,
})

func run(r *pass.Run) error {
	ir.FoldToValues(r.Op, func(def *ir.OpDef) bool { return write[def] != nil })
	ranges := complexes.Basic
	if r.String("complex-range") == "improved" {
		ranges = complexes.Improved
	}
	for name, n := range ir.ConvertOps(r.Op, patterns(ranges), false, nil) {
		r.Count("pattern "+name, n)
	}
	return nil
}

// numberOf returns the type of the complex numbers of an operation.
func numberOf(op *ir.Op) *ir.ComplexType { return op.Operand(0).Type().(*ir.ComplexType) }

type (
	value    = *ir.Value
	formulas = complexes.Formulas[value, value, value]
)

// write writes the formula of an operation down and returns its result.
var write = map[*ir.OpDef]func(f formulas, op *ir.Op) value{
	complex.Abs: of(formulas.Absolute), complex.Angle: of(formulas.Angle),
	complex.Conj: of(formulas.Conjugate), complex.Cos: of(formulas.Cos),
	complex.Exp: of(formulas.Exp), complex.ExpM1: of(formulas.ExpM1), complex.Log: of(formulas.Log),
	complex.Log1p: of(formulas.Log1p),
	complex.Neg:   of(formulas.Negative), complex.Rsqrt: of(formulas.Rsqrt), complex.Sign: of(formulas.Sign),
	complex.Sin:  of(formulas.Sin),
	complex.Sqrt: of(formulas.Sqrt), complex.Tan: of(formulas.Tan), complex.Tanh: of(formulas.Tanh),

	complex.Add: ofTwo(formulas.Sum), complex.Atan2: ofTwo(formulas.Atan2),
	complex.Div: ofTwo(formulas.Quotient), complex.Eq: ofTwo(formulas.Equal),
	complex.Mul: ofTwo(formulas.Product), complex.Neq: ofTwo(formulas.Unequal),
	complex.Pow: ofTwo(formulas.Power), complex.Sub: ofTwo(formulas.Difference),

	complex.PowI: writePowI,
}

func of(formula func(formulas, value) value) func(formulas, *ir.Op) value {
	return func(f formulas, op *ir.Op) value { return formula(f, op.Operand(0)) }
}

func ofTwo(formula func(f formulas, x, y value) value) func(formulas, *ir.Op) value {
	return func(f formulas, op *ir.Op) value { return formula(f, op.Operand(0), op.Operand(1)) }
}

// writePowI makes a number of the exponent, which is an integer.
func writePowI(f formulas, op *ir.Op) value {
	w := f.Arithmetic.(*writer)
	exponent := arith.Cast(w.Builder, arith.SIToFP, op.Operand(1), w.elem())
	return f.Power(op.Operand(0), f.Create(exponent, f.Constant(0)))
}

func patterns(ranges complexes.Range) []ir.Pattern {
	var list []ir.Pattern
	for def, formula := range write {
		list = append(list, ir.Pattern{Name: "write-" + def.Name, Root: def.Name,
			Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
				f := formulas{Arithmetic: newWriter(rw.Builder, op, numberOf(op)), Range: ranges}
				rw.Replace(op, formula(f, op))
				return true
			}})
	}
	return list
}

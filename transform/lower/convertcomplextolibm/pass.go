package convertcomplextolibm

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/complex"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
	"github.com/inflight-compiler/inflight/transform/internal/librarycalls"
)

var codeLeft = diag.Register("complex-to-libm-unsupported",
	"a function of complex numbers has no counterpart in the C library for its format",
	"convert-complex-to-libm calls functions for parts of f32 and f64. convert-complex-to-standard makes "+
		"arithmetic of numbers of other formats.")

// Pass is convert-complex-to-libm.
var Pass = pass.Register(&pass.Pass{
	Name:    "convert-complex-to-libm",
	Title:   "ConvertComplexToLibm",
	Summary: "Convert Complex dialect to libm calls",
	Doc: "The functions abs, angle, conj, cos, log, pow, sin, sqrt, tan and tanh of complex numbers become " +
		"calls of those that the C " +
		"library has. The other operations of the dialect stay.",
	Anchor: "builtin.module",
	Before: `func.func @f(%x: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %x : complex<f32>
  return %0 : complex<f32>
}
`,
	After: `module {
  func.func private @csqrtf(complex<f32>) -> complex<f32>
  func.func @f(%arg0: complex<f32>) -> complex<f32> {
    %0 = call @csqrtf(%arg0) : (complex<f32>) -> complex<f32>
    return %0 : complex<f32>
  }
}
`,
	Run: run,
})

// names are the functions of the library for f64. Those for f32 end in f.
var names = map[*ir.OpDef]string{
	complex.Abs: "cabs", complex.Angle: "carg", complex.Conj: "conj", complex.Cos: "ccos",
	complex.Log: "clog", complex.Pow: "cpow",
	complex.Sin: "csin", complex.Sqrt: "csqrt", complex.Tan: "ctan", complex.Tanh: "ctanh",
}

func run(r *pass.Run) error {
	ir.FoldToValues(r.Op, func(def *ir.OpDef) bool { return names[def] != "" })
	calls := librarycalls.NewCaller()
	var patterns []ir.Pattern
	for def, name := range names {
		patterns = append(patterns,
			ir.Pattern{Name: "call-" + name, Root: def.Name, Rewrite: func(op *ir.Op, rw *ir.Rewriter) bool {
				suffix, ok := suffixOf(op)
				if ok {
					calls.Replace(op, rw, name+suffix)
				}
				return ok
			}})
	}
	for name, n := range ir.ConvertOps(r.Op, patterns, false, nil) {
		r.Count("pattern "+name, n)
	}
	for op := range r.Op.Walk() {
		if names[op.Def()] != "" {
			return op.Errorf(codeLeft, "failed to legalize operation '%s' that was explicitly marked illegal",
				op.Name())
		}
	}
	return nil
}

// suffixOf returns what the library's functions for the numbers of an operation end in, and whether it has
// them.
func suffixOf(op *ir.Op) (suffix string, ok bool) {
	switch op.Operand(0).Type().(*ir.ComplexType).Elem.(*ir.FloatType).Kind {
	case ir.F32:
		return "f", true
	case ir.F64:
		return "", true
	}
	return "", false
}

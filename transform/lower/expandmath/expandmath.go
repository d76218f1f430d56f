package expandmath

import (
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is expand-math.
var Pass = pass.Register(&pass.Pass{
	Name:    "expand-math",
	Summary: "Replace functions of the math dialect by arithmetic",
	Doc: `Functions of floats become arithmetic that is within 2 units in the last place of the true value, those of f16, bf16 and f32 nearly
always the nearest number; functions of integers become arithmetic on their digits. Left are the operations that processors have:
math.absf, ceil, copysign, floor, roundeven, sqrt, trunc and math.fma on f32 and f64 (fma on f64 alone), and the counts of digits
on numbers of 32 and 64. What is long, or has branches, is called: functions are added to the module for f64. With remf, the remainder of
a division of floats is expanded as well, and is exact. With wide-products, arith.mulsi_extended and mului_extended of integers of more
than 32 digits become arithmetic on 64.`,
	Anchor: "builtin.module",
	Options: []pass.Option{{Name: "f64", Type: pass.Bool, Default: "true",
		Help: "Expand functions of f64; without it only those of a few operations, the others stay for a " +
			"library"},
		{Name: "remf", Type: pass.Bool, Default: "false",
			Help: "Expand arith.remf, too, which devices do not have"},
		{Name: "wide-products", Type: pass.Bool, Default: "false",
			Help: "Expand products of integers that have more than 64 digits, which devices do not have"},
		{Name: "library", Type: pass.Bool, Default: "false",
			Help: "Expand only what neither LLVM nor the C library has: ipowi, clampf, isinf and isnormal"}},
	Before: `func.func @f(%x: f32) -> f32 {
  %0 = math.rsqrt %x : f32
  return %0 : f32
}
`,
	After: `module {
  func.func @f(%arg0: f32) -> f32 {
    %0 = arith.extf %arg0 : f32 to f64
    %cst = arith.constant 1.000000e+00 : f64
    %1 = math.sqrt %0 : f64
    %2 = arith.divf %cst, %1 : f64
    %3 = arith.truncf %2 : f64 to f32
    return %3 : f32
  }
}
`,
	Run: run,
})

var codeUnsupported = diag.Register("expand-math-unsupported",
	"a function of math has no expansion for its type",
	"expand-math knows functions of f16, bf16, f32 and f64 and of integers of up to 64 digits, on numbers "+
		"and vectors of fixed length.")

// floats is how a function of floats is expanded.
type floats struct {
	narrow, wide formula
	angle        bool // the argument is an angle: large ones take another way
	short        bool // the wide formula takes less room than a call
	direct       bool // the formulas work on f32 as well
}

func both(f formula) floats { return floats{narrow: f, wide: f, short: true} }

func direct(f formula) floats { return floats{narrow: f, wide: f, short: true, direct: true} }

func angle(narrow formula, wide func(c calculator, r pair, digits value) []value) floats {
	return floats{narrow: narrow, wide: turned(wide), angle: true}
}

// functionsOfFloats has the expansions by name.
var functionsOfFloats = map[string]floats{
	"acos": {narrow: narrowAcos, wide: wideAcos}, "acosh": {narrow: narrowAcosh, wide: wideAcosh},
	"asin": {narrow: narrowAsin, wide: wideAsin}, "asinh": {narrow: narrowAsinh, wide: wideAsinh},
	"atan": {narrow: narrowAtan, wide: wideAtan}, "atan2": {narrow: narrowAtan2, wide: wideAtan2},
	"atanh": {narrow: narrowAtanh, wide: wideAtanh}, "cbrt": {narrow: narrowCbrt, wide: wideCbrt},
	"cosh": {narrow: narrowCosh, wide: wideCosh}, "erf": {narrow: narrowErf, wide: wideErf},
	"erfc": {narrow: narrowErfc, wide: wideErfcOf}, "exp": {narrow: narrowExp, wide: wideExp},
	"exp2": {narrow: narrowExp2, wide: wideExp2}, "expm1": {narrow: narrowExpM1, wide: wideExpM1},
	"log":   {narrow: narrowLogarithm(naturalOf2, 1), wide: wideLog},
	"log1p": {narrow: narrowLog1p, wide: wideLog1p},
	"log2":  {narrow: narrowLogarithm(1, log2E[0]), wide: wideLog2},
	"log10": {narrow: narrowLogarithm(log10Of2[0]+log10Of2[1], log10E[0]), wide: wideLog10},
	"powf":  {narrow: narrowPow, wide: widePow}, "fpowi": {narrow: narrowPow, wide: widePow},
	"sinh": {narrow: narrowSinh, wide: wideSinh}, "tanh": {narrow: narrowTanh, wide: wideTanh},
	"sin": angle(narrowSin, sinOf), "cos": angle(narrowCos, cosOf), "tan": angle(narrowTan, tanOf),
	"sincos": angle(narrowSinCos, sinCosOf),
	"rsqrt":  both(rsqrt), "round": direct(round), "clampf": direct(clampF),
	"isnan": direct(isNaN), "isinf": direct(isInf), "isfinite": direct(isFinite),
	"fma": {narrow: narrowFma},
}

// kept are the operations that processors have for f32 and f64.
var kept = []*ir.OpDef{mathdialect.AbsF, mathdialect.Ceil, mathdialect.CopySign, mathdialect.Floor,
	mathdialect.RoundEven,
	mathdialect.Sqrt, mathdialect.Trunc}

// nowhere are the operations for which LLVM has no intrinsic, and the C library no function.
var nowhere = []*ir.OpDef{mathdialect.IPowI, mathdialect.ClampF, mathdialect.IsInf, mathdialect.IsNormal}

func run(r *pass.Run) error {
	e := &expander{functions: newFunctions(), f64: r.Bool("f64")}
	errs, expanded := e.expandAll(r.Op, func(op *ir.Op) bool {
		if r.Bool("library") {
			return slices.Contains(nowhere, op.Def())
		}
		return op.Def().DialectName() == "math" || op.Is(arith.RemF) && r.Bool("remf")
	})
	if r.Bool("wide-products") { // functions have become some, too
		more, n := e.expandAll(r.Op, isWideProduct)
		errs, expanded = append(errs, more...), expanded+n
	}
	r.Count("functions expanded", expanded)
	return errs.Err()
}

// expandAll replaces the operations in a module that are of a kind, and counts those that it has replaced.
func (e *expander) expandAll(module *ir.Op, is func(*ir.Op) bool) (errs diag.List, expanded int) {
	var found []*ir.Op
	for op := range module.Walk() {
		if is(op) {
			found = append(found, op)
		}
	}
	for _, op := range found {
		done, err := e.expand(op)
		if err != nil {
			errs.Add(err)
		}
		if done {
			expanded++
		}
	}
	return errs, expanded
}

// expander replaces operations.
type expander struct {
	functions *functions
	f64       bool // functions of f64 too
}

// expand replaces an operation, unless processors have it, and reports whether it did.
func (e *expander) expand(op *ir.Op) (bool, *diag.Diagnostic) {
	t := op.Operand(0).Type()
	elem := constraint.ElementOrSelf(t)
	vector, isVector := t.(*ir.VectorType)
	refused := op.Errorf(codeUnsupported, "cannot expand '%s' on %v", op.Name(), t)
	if !isVector && t != elem || isVector && slices.Contains(vector.Scalable, true) {
		return false, refused
	}
	c := calculator{Builder: ir.At(op), functions: e.functions, shape: vector}
	var values []value
	switch elem := elem.(type) {
	case *ir.FloatType:
		if elem.Kind == ir.F64 && !e.f64 && isLong(op) {
			return false, nil
		}
		values = c.expandFloat(op, elem)
	default:
		values = c.expandInteger(op, elem)
	}
	if values == nil {
		return false, refused
	}
	if values[0] == op.Result(0) {
		return false, nil
	}
	for i, v := range values {
		op.Result(i).ReplaceAllUsesWith(v)
	}
	op.Erase()
	return true, nil
}

// isLong reports whether an operation on f64 becomes more than a few others.
func isLong(op *ir.Op) bool {
	f, ok := functionsOfFloats[nameOf(op)]
	return ok && !f.short
}

// nameOf is the name of an operation without its dialect's.
func nameOf(op *ir.Op) string { return strings.TrimPrefix(op.Name(), "math.") }

package expr

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// tHypot evaluates T.hypot(x, y), the square root of x² + y², for which MLIR has no operation. Formats
// narrower than float64 are computed in float64, in which no square overflows. For float64 it is the larger
// number times √(1 + q²), where q is the smaller number divided by the larger. As in C, the result is
// infinite if one number is, whatever the other is.
func (e *Evaluator) tHypot(a *Args, at *syntax.Call) (Value, error) {
	x, y, between, err := e.operands(a.Get("x1"), a.Get("x2"))
	if err != nil {
		return nil, err
	}
	t, err := e.unify(x, y, at)
	if err != nil {
		return nil, err
	}
	if t.index || !t.dtype.IsFloat() {
		return nil, e.Errorf(CodeDtype, at, "T.hypot takes floating-point numbers, and this is %s", t.dtype).
			Suggest("convert it: T.Cast(\"float32\", x)")
	}
	if x, err = e.inFormat(x, t, at); err != nil {
		return nil, err
	}
	if y, err = e.inFormat(y, t, at); err != nil {
		return nil, err
	}
	wide := t
	wide.dtype.Code, wide.dtype.Bits, wide.dtype.Name = form.Float, 64, ""
	p, q, err := e.both(x, y, wide, between, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	length := e.squareRootOfSquares
	if t.dtype.Bits == 64 {
		length = e.scaledHypot
	}
	v, err := length(p, q, wide, at)
	if err != nil {
		return nil, err
	}
	return e.cast(v, t, at)
}

// inFormat rounds a constant to the format in which the function is computed, and converts any other value to
// that format.
func (e *Evaluator) inFormat(v Value, t target, at syntax.Node) (Value, error) {
	if _, isNumber := asFloat(v); isNumber || isFoldable(v) {
		return e.castValue(t.dtype.Lane(), v, at)
	}
	return e.as(v, t, at)
}

// float makes an operation on values of one floating-point type.
func (e *Evaluator) float(def *ir.OpDef, operands ...*ir.Value) *ir.Value {
	return e.B.Op(def, operands).Result(0)
}

// squareRootOfSquares returns √(x² + y²), or infinity if one of them is infinite and the other may be NaN.
func (e *Evaluator) squareRootOfSquares(x, y *Scalar, t target, at syntax.Node) (*Scalar, error) {
	sum := arith.Binary(e.B, arith.AddF, arith.Binary(e.B, arith.MulF, x.V, x.V),
		arith.Binary(e.B, arith.MulF, y.V, y.V))
	return e.orInfinite(x, y, e.float(mathdialect.Sqrt, sum), t, at)
}

// scaledHypot returns m · √(1 + (n/m)²) for m = max(|x|, |y|) and n = min(|x|, |y|). It returns 0 if m is 0.
func (e *Evaluator) scaledHypot(x, y *Scalar, t target, at syntax.Node) (*Scalar, error) {
	zero, err := e.as(&Float{0}, t, at)
	if err != nil {
		return nil, err
	}
	one, err := e.as(&Float{1}, t, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	ax, ay := e.float(mathdialect.AbsF, x.V), e.float(mathdialect.AbsF, y.V)
	m, n := arith.Binary(e.B, arith.MaximumF, ax, ay), arith.Binary(e.B, arith.MinimumF, ax, ay)
	q := arith.Binary(e.B, arith.DivF, n, m)
	square := arith.Binary(e.B, arith.AddF, one.V, arith.Binary(e.B, arith.MulF, q, q))
	length := arith.Binary(e.B, arith.MulF, m, e.float(mathdialect.Sqrt, square))
	length = arith.NewSelect(e.B, e.compareFloats(arith.OEQ, m, zero.V), m, length)
	return e.orInfinite(x, y, length, t, at)
}

// orInfinite returns a length, or infinity if x or y is infinite.
func (e *Evaluator) orInfinite(x, y *Scalar, length *ir.Value, t target, at syntax.Node) (*Scalar, error) {
	infinity, err := e.as(&Float{math.Inf(1)}, t, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	for _, v := range []*Scalar{x, y} {
		isInfinite := e.compareFloats(arith.OEQ, e.float(mathdialect.AbsF, v.V), infinity.V)
		length = arith.NewSelect(e.B, isInfinite, infinity.V, length)
	}
	return &Scalar{length, t.dtype}, nil
}

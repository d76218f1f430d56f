package expr

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

func (e *Evaluator) tCast(a *Args, at *syntax.Call) (Value, error) {
	return e.castExpr(a.Get("dtype"), a.Get("value"), at)
}

func (e *Evaluator) tCastTo(a *Args, at *syntax.Call) (Value, error) {
	return e.castExpr(a.Get("dtype"), a.Get("value"), at)
}

// castExpr evaluates T.Cast(dtype, x).
func (e *Evaluator) castExpr(dtype, x syntax.Expr, at syntax.Node) (Value, error) {
	d, err := e.DtypeOf(dtype)
	if err != nil {
		return nil, err
	}
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	if n, ok := v.(*Int); ok {
		v = &Imm{Dtype: form.Int64, Int: n.V}
	}
	return e.castValue(d, lowBits(v, d), at)
}

// lowBits converts a constant with an integer dtype to another integer dtype, of which it keeps the low bits.
// It returns other values unchanged.
func lowBits(v Value, d form.Dtype) Value {
	imm, ok := v.(*Imm)
	if !ok || !imm.Dtype.IsInt() || !d.IsInt() || d.Lanes != 1 || d.Code == form.Bool {
		return v
	}
	return &Imm{Dtype: d, Int: wrapped(imm.Int, d)}
}

// wrapped returns the low bits of an integer as a number of a dtype.
func wrapped(n int64, d form.Dtype) int64 {
	unused := 64 - d.Bits
	if d.Code == form.UInt {
		return int64(uint64(n) << unused >> unused)
	}
	return n << unused >> unused
}

// dtypeCall evaluates T.float32(x).
func (e *Evaluator) dtypeCall(d form.Dtype, call *syntax.Call) (Value, error) {
	a, err := e.BindArgs(call, "expr?", "span?")
	if err != nil {
		return nil, err
	}
	x := a.Get("expr")
	if x == nil {
		return nil, e.Errorf(CodeArity, call,
			"%s has no argument; only variables of shapes are declared like that", e.callee(call)).
			Suggest("bind it to a name of its own: n = %s()", e.callee(call))
	}
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	if s, ok := v.(*Str); ok {
		f, err := parseFloat(s.V)
		if err != nil || !d.IsFloat() {
			return nil, e.Errorf(CodeValue, x, "%q is no %s", s.V, d)
		}
		v = &Float{f}
	}
	return e.castValue(d, v, call)
}

// castValue converts a value explicitly. A constant becomes a constant with a dtype.
func (e *Evaluator) castValue(d form.Dtype, v Value, at syntax.Node) (Value, error) {
	if u, ok := v.(*Unknown); ok {
		return u, nil
	}
	if imm, ok := v.(*Imm); ok {
		if imm.isHuge() {
			return e.hugeAs(imm, d, at)
		}
		v = imm.plain()
	}
	if _, isNumber := asFloat(v); isNumber && d.Lanes == 1 && d.Type(e.Ctx) != nil {
		return e.immediate(d, v, at)
	}
	if t, err := e.targetOf(v, at); err == nil && d.Lanes == 1 {
		d.Lanes = t.dtype.Lanes // the conversion of a vector is lane by lane
	}
	s, err := e.Convert(v, d, at, true)
	if err != nil {
		return nil, err
	}
	return &Scalar{s, d}, nil
}

// Immediate returns a number that is known at import time as a constant. Its dtype has one lane.
func (e *Evaluator) Immediate(d form.Dtype, v Value, at syntax.Node) (*Imm, error) {
	c, err := e.castValue(d, v, at)
	if err != nil {
		return nil, err
	}
	imm, ok := c.(*Imm)
	if !ok {
		return nil, e.Errorf(CodeType, at, "a number that is known at import time is needed, and this is %s",
			v.Kind())
	}
	return imm, nil
}

// immediate returns a constant with a dtype.
func (e *Evaluator) immediate(d form.Dtype, v Value, at syntax.Node) (Value, error) {
	f, _ := asFloat(v)
	n, isInt := asInt(v)
	switch {
	case d.IsFloat():
		return e.floatImmediate(d, f, at)
	case d.Code == form.Bool:
		return &Imm{Dtype: d, Int: int64(b2i(f != 0))}, nil
	case !isInt:
		if f = math.Trunc(f); !(math.Abs(f) < 1<<63) {
			return nil, e.Errorf(CodeValue, at, "%v is no %s", f, d)
		}
		n = int64(f)
	}
	if !fitsDtype(n, d) {
		return nil, e.Errorf(CodeValue, at, "%d is no %s", n, d)
	}
	return &Imm{Dtype: d, Int: n}, nil
}

// floatImmediate returns a number rounded to its dtype. Further arithmetic uses the rounded number.
func (e *Evaluator) floatImmediate(d form.Dtype, f float64, at syntax.Node) (Value, error) {
	rounded := e.Ctx.FloatValue(d.Type(e.Ctx).(*ir.FloatType), f).Float64()
	if isFinite(f) && !isFinite(rounded) {
		return nil, e.Errorf(CodeValue, at, "%v is no %s: it is too large", f,
			d).Suggest("say T.infinity(%q) if that is meant", d.String())
	}
	return &Imm{Dtype: d, Float: rounded}, nil
}

// tReinterpret evaluates T.reinterpret(dtype, x). The dtype may be a keyword behind x.
func (e *Evaluator) tReinterpret(call *syntax.Call) (Value, error) {
	params := []string{"dtype", "value", "span?"}
	for _, a := range call.Args {
		if a.Name == "dtype" {
			params = []string{"value", "dtype", "span?"}
		}
	}
	a, err := e.BindArgs(call, params...)
	if err != nil {
		return nil, err
	}
	d, err := e.DtypeOf(a.Get("dtype"))
	if err != nil {
		return nil, err
	}
	s, err := e.Scalar(a.Get("value"))
	if err != nil {
		return nil, err
	}
	if s.IsIndex() {
		if s, err = e.as(s, target{dtype: s.Dtype}, call); err != nil {
			return nil, err
		}
	}
	if t := d.Type(e.Ctx); t != nil && d.Bits*d.Lanes == s.Dtype.Bits*s.Dtype.Lanes &&
		d.Lanes != s.Dtype.Lanes {
		return e.reinterpretLanes(s, d, call)
	} else if t == nil || d.Bits != s.Dtype.Bits || d.Lanes != s.Dtype.Lanes {
		return nil, e.Errorf(CodeDtype, call, "the bits of %s are not those of %s", s.Dtype,
			d).Suggest("convert the value: T.Cast(%q, x)", d.String())
	}
	if s.V.Type() == d.Type(e.Ctx) {
		return &Scalar{s.V, d}, nil
	}
	e.Locate(call)
	return &Scalar{e.castTo(arith.Bitcast, s.V, d), d}, nil
}

// reinterpretLanes evaluates T.reinterpret between vectors of different lengths. A scalar counts as a vector
// of one lane.
func (e *Evaluator) reinterpretLanes(s *Scalar, d form.Dtype, at *syntax.Call) (Value, error) {
	e.Locate(at)
	v := s.V
	if s.Dtype.Lanes == 1 {
		v = vector.NewBroadcast(e.B, e.vectorType(v.Type(), 1), v)
	}
	v = vector.NewBitCast(e.B, e.vectorType(d.Lane().Type(e.Ctx), d.Lanes), v)
	if d.Lanes == 1 {
		v = vector.NewExtract(e.B, v, ir.OpFoldResult{})
	}
	return &Scalar{v, d}, nil
}

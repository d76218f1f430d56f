package expr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The products of fixed-point numbers in quantized networks. They compute the same as TVM's lowering for
// targets without such an instruction: in int64, rounded half up, cut to int32.

// powerOfTwo is the multiplier 0.5 in 31 fractional bits, for which TVM shifts instead of multiplying.
const powerOfTwo = 1 << 30

// tQMultiplyShift evaluates T.q_multiply_shift(x, y, q, s): x · y · 2^(s-q), rounded.
func (e *Evaluator) tQMultiplyShift(a *Args, at *syntax.Call) (Value, error) {
	x, y, err := e.fixedOperands(a)
	if err != nil {
		return nil, err
	}
	q, err := e.Value(a.Get("q"))
	if err != nil {
		return nil, err
	}
	s, err := e.Value(a.Get("s"))
	if err != nil {
		return nil, err
	}
	multiplier, isConst := constantInt(y)
	if shift, known := constantInt(s); known && isConst && multiplier == powerOfTwo {
		return e.roundedShift(x, shift-1, at)
	}
	left, right, err := e.shiftParts(s, at)
	if err != nil {
		return nil, err
	}
	total, err := e.Binary(syntax.Add, right, q, at)
	if err != nil {
		return nil, err
	}
	return e.fixedProduct(x, y, left, total, at)
}

// tQMultiplyShiftPerAxis evaluates T.q_multiply_shift_per_axis(x, y, ls, rs, q, is_lshift_required,
// is_rshift_required). The shifts to the left and to the right are separate arguments.
func (e *Evaluator) tQMultiplyShiftPerAxis(a *Args, at *syntax.Call) (Value, error) {
	x, y, err := e.fixedOperands(a)
	if err != nil {
		return nil, err
	}
	left, err := e.requiredShift(a, "ls", "is_lshift_required", at)
	if err != nil {
		return nil, err
	}
	right, err := e.requiredShift(a, "rs", "is_rshift_required", at)
	if err != nil {
		return nil, err
	}
	q, err := e.Value(a.Get("q"))
	if err != nil {
		return nil, err
	}
	total, err := e.Binary(syntax.Add, q, right, at)
	if err != nil {
		return nil, err
	}
	return e.fixedProduct(x, y, left, total, at)
}

// requiredShift returns a shift, or 0 if a constant says that none is needed.
func (e *Evaluator) requiredShift(a *Args, shift, required string, at syntax.Node) (Value, error) {
	c, err := e.Value(a.Get(required))
	if err != nil {
		return nil, err
	}
	if !isFoldable(c) {
		return nil, e.Errorf(CodeType, a.Get(required),
			"whether a shift is needed must be known at import time, and this is %s", c.Kind())
	}
	needed, err := e.Truth(c, a.Get(required))
	if err != nil || !needed {
		return &Int{0}, err
	}
	return e.Value(a.Get(shift))
}

// fixedOperands evaluates the two numbers, which are of dtype int32.
func (e *Evaluator) fixedOperands(a *Args) (x, y Value, err error) {
	var vs [2]Value
	for i, name := range []string{"x", "y"} {
		if vs[i], err = e.Value(a.Get(name)); err != nil {
			return nil, nil, err
		}
		t, err := e.targetOf(vs[i], a.Get(name))
		if err != nil {
			return nil, nil, err
		}
		if t.dtype.Lane() != form.Int32 {
			return nil, nil, e.Errorf(CodeDtype, a.Get(name),
				"fixed-point numbers are of dtype int32, and this is %s", t.dtype).
				Suggest("convert it: T.Cast(\"int32\", x)")
		}
	}
	return vs[0], vs[1], nil
}

// shiftParts splits a shift into one to the left and one to the right. One of them is 0.
func (e *Evaluator) shiftParts(s Value, at syntax.Node) (left, right Value, err error) {
	if n, ok := constantInt(s); ok {
		return &Int{max(n, 0)}, &Int{max(-n, 0)}, nil
	}
	v, err := e.ToScalar(s, at)
	if err != nil {
		return nil, nil, err
	}
	t := target{v.IsIndex(), v.Dtype}
	if !v.Dtype.IsInt() {
		return nil, nil, e.Errorf(CodeDtype, at, "a shift is an integer, and this is %s", v.Dtype)
	}
	zero, err := e.as(&Int{0}, t, at)
	if err != nil {
		return nil, nil, err
	}
	e.Locate(at)
	negative := arith.Binary(e.B, arith.SubI, zero.V, v.V)
	left = &Scalar{arith.Binary(e.B, arith.MaxSI, v.V, zero.V), v.Dtype}
	return left, &Scalar{arith.Binary(e.B, arith.MaxSI, negative, zero.V), v.Dtype}, nil
}

// fixedProduct returns (x << left) · y, rounded and shifted to the right by total bits.
func (e *Evaluator) fixedProduct(x, y, left, total Value, at syntax.Node) (Value, error) {
	wide := target{dtype: form.Int64}
	shape, err := e.unify(x, y, at)
	if err != nil {
		return nil, err
	}
	wide.dtype.Lanes = shape.dtype.Lanes
	var vs [4]*Scalar
	for i, v := range []Value{x, y, left, total} {
		if n, ok := constantInt(v); ok && i >= 2 && (n < 0 || n > 62) {
			return nil, e.Errorf(CodeValue, at, "a shift by %d bits is not one by 0 to 62", n)
		}
		if vs[i], err = e.as(v, wide, at); err != nil {
			return nil, err
		}
	}
	e.Locate(at)
	product := vs[0].V
	if n, ok := constantInt(left); !ok || n != 0 {
		product = arith.Binary(e.B, arith.ShLI, product, vs[2].V)
	}
	product = arith.Binary(e.B, arith.MulI, product, vs[1].V)
	half, err := e.half(total, vs[3], wide, at)
	if err != nil {
		return nil, err
	}
	product = arith.Binary(e.B, arith.ShRSI, arith.Binary(e.B, arith.AddI, product, half), vs[3].V)
	narrow := form.Int32
	narrow.Lanes = wide.dtype.Lanes
	return &Scalar{e.castTo(arith.TruncI, product, narrow), narrow}, nil
}

// half returns 2^(total-1). Adding it before a shift by total bits makes the shift round.
func (e *Evaluator) half(total Value, shift *Scalar, wide target, at syntax.Node) (*ir.Value, error) {
	if n, ok := constantInt(total); ok && n > 0 {
		c, err := e.as(&Int{int64(1) << (n - 1)}, wide, at)
		if err != nil {
			return nil, err
		}
		e.Locate(at)
		return c.V, nil
	}
	one, err := e.as(&Int{1}, wide, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return arith.Binary(e.B, arith.ShLI, one.V, arith.Binary(e.B, arith.SubI, shift.V, one.V)), nil
}

// roundedShift returns x · 2^by in int32: a shift to the left, or one to the right that rounds half up.
func (e *Evaluator) roundedShift(x Value, by int64, at syntax.Node) (Value, error) {
	if by < -31 || by > 31 {
		return nil, e.Errorf(CodeValue, at, "a shift by %d bits is not one by -31 to 31", by)
	}
	t, err := e.targetOf(x, at)
	if err != nil {
		return nil, err
	}
	t.index = false
	s, err := e.as(x, t, at)
	if err != nil || by == 0 {
		return s, err
	}
	constant := func(n int64) (v *ir.Value) {
		if err == nil {
			var c *Scalar
			if c, err = e.as(&Int{n}, t, at); err == nil {
				v = c.V
			}
		}
		return v
	}
	if by > 0 {
		count := constant(by)
		if err != nil {
			return nil, err
		}
		e.Locate(at)
		return &Scalar{arith.Binary(e.B, arith.ShLI, s.V, count), t.dtype}, nil
	}
	half, count := constant(int64(1)<<(-by-1)), constant(-by)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return &Scalar{arith.Binary(e.B, arith.ShRSI, arith.Binary(e.B, arith.AddI, s.V, half), count), t.dtype},
		nil
}

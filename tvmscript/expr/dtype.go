package expr

import (
	"math"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// DtypeOf returns the dtype of an expression such as "float32" or T.float32.
func (e *Evaluator) DtypeOf(x syntax.Expr) (form.Dtype, error) {
	v, err := e.Eval(x)
	if err != nil {
		return form.Dtype{}, err
	}
	return e.ToDtype(v, x)
}

// ToDtype returns the dtype that a value names.
func (e *Evaluator) ToDtype(v Value, at syntax.Node) (form.Dtype, error) {
	name := ""
	switch v := v.(type) {
	case *Dtype:
		return v.Dtype, nil
	case *Str:
		name = v.V
	case *Builtin:
		name, _ = strings.CutPrefix(v.Name, "T.")
	case *Unknown:
		return form.Dtype{}, e.unknown(v, at)
	default:
		return form.Dtype{},
			e.Errorf(CodeType, at, "a dtype is needed, such as \"float32\", and this is %s", v.Kind())
	}
	if d, ok := form.ParseDtype(name); ok {
		return d, nil
	}
	err := e.Errorf(CodeValue, at, "%s is no dtype", name)
	if near := diag.Nearest(name, form.DtypeNames); near != "" {
		err.Suggest("did you mean %q?", near)
	}
	return form.Dtype{}, err
}

// target is the result of a conversion: an index, or a value of a dtype.
type target struct {
	index bool
	dtype form.Dtype
}

func (t target) String() string { return t.dtype.String() }

var (
	toIndex = target{index: true, dtype: form.Int32} // or int64, which has the same type in the IR
	toI1    = target{dtype: form.Boolean}
	toFloat = target{dtype: form.Float32}
)

// isIndexLike reports whether a constant of a dtype becomes an index next to an index.
func isIndexLike(d form.Dtype) bool { return d == form.Int32 || d == form.Int64 }

// targetOf returns the target of a value by itself. A Python integer is an index, and a Python float is a
// float32.
func (e *Evaluator) targetOf(v Value, at syntax.Node) (target, error) {
	switch v := v.(type) {
	case *Int:
		if !fitsDtype(v.V, form.Int32) {
			return target{index: true, dtype: form.Int64}, nil
		}
		return toIndex, nil
	case *Float:
		return toFloat, nil
	case *Bool:
		return toI1, nil
	case *Imm:
		return target{dtype: v.Dtype}, nil
	case *Scalar:
		return target{index: v.IsIndex(), dtype: v.Dtype}, nil
	case *Ramp:
		d, err := e.rampDtype(v, at)
		return target{dtype: d}, err
	}
	return target{}, e.noValue(v, at)
}

// noValue is the error about arithmetic on something that is no number.
func (e *Evaluator) noValue(v Value, at syntax.Node) error {
	switch v := v.(type) {
	case *Unknown:
		return e.unknown(v, at)
	case *Buffer:
		return e.Errorf(CodeType, at, "the buffer %s is no value", v.Name).Suggest("subscript it: %s[...]",
			v.Name)
	case *Pointer:
		return e.Errorf(CodeType, at, "a pointer into the buffer %s is no value to compute with",
			v.Buffer.Name).
			Suggest("subscript the buffer, or pass the pointer to a call")
	case *None:
		return e.Errorf(CodeType, at, "None is no value of TVMScript; functions without a result have it")
	case *Builtin:
		return e.Errorf(CodeType, at, "%s is a function, not a value", v.Name).Suggest("call it: %s(...)",
			v.Name)
	}
	return e.Errorf(CodeType, at, "%s is no value of TVMScript to compute with", v.Kind())
}

// unify returns the common target of the two operands of an operation.
func (e *Evaluator) unify(x, y Value, at syntax.Node) (target, error) {
	a, err := e.targetOf(x, at)
	if err != nil {
		return target{}, err
	}
	b, err := e.targetOf(y, at)
	if err != nil {
		return target{}, err
	}
	lanes, err := e.commonLanes(a.dtype, b.dtype, at)
	if err != nil {
		return target{}, err
	}
	a.dtype, b.dtype = a.dtype.Lane(), b.dtype.Lane()
	t, ok := common(x, y, a, b)
	if !ok {
		return target{}, e.dtypeClash(a.dtype, b.dtype, at)
	}
	if lanes > 1 && t.index {
		t.index = false
	}
	t.dtype.Lanes = lanes
	return t, nil
}

func (e *Evaluator) dtypeClash(a, b form.Dtype, at syntax.Node) error {
	return e.Errorf(CodeDtype, at, "the dtypes %s and %s do not go together", a, b).
		Suggest("convert one of them: T.Cast(%q, x)", a.String())
}

// commonLanes returns the number of lanes of an operation. A scalar is broadcast. Vectors of different
// lengths are an error.
func (e *Evaluator) commonLanes(a, b form.Dtype, at syntax.Node) (int, error) {
	if a.Lanes == b.Lanes || b.Lanes == 1 {
		return a.Lanes, nil
	}
	if a.Lanes == 1 {
		return b.Lanes, nil
	}
	return 0, e.Errorf(CodeDtype, at, "vectors of %d and of %d lanes do not go together", a.Lanes, b.Lanes)
}

// common is unify for one lane. A literal of Python adopts the dtype of the other operand. A constant of
// dtype int32 or int64 is an index next to an index.
func common(x, y Value, a, b target) (target, bool) {
	_, xIsLiteral := asFloat(x)
	_, yIsLiteral := asFloat(y)
	switch {
	case xIsLiteral && !yIsLiteral:
		return literalMeets(x, b), true
	case yIsLiteral && !xIsLiteral:
		return literalMeets(y, a), true
	}
	_, xIsImm := x.(*Imm)
	_, yIsImm := y.(*Imm)
	staysIndex := a.index && b.index || a.index && yIsImm && isIndexLike(b.dtype) ||
		b.index && xIsImm && isIndexLike(a.dtype)
	d, ok := promote(a.dtype, b.dtype)
	return target{index: staysIndex, dtype: d}, ok
}

// literalMeets returns the common target of a literal and a value with a dtype. It is that dtype, except that
// a float literal makes floats of integers, and an integer literal makes integers of truth values.
func literalMeets(literal Value, t target) target {
	_, isFloat := literal.(*Float)
	_, isBool := literal.(*Bool)
	switch {
	case isFloat && !t.dtype.IsFloat():
		return toFloat
	case t.dtype.Code == form.Bool && !isBool:
		return target{dtype: form.Int32}
	}
	return t
}

// promote returns the dtype of an operation on two values, as in TVM: the wider one, the unsigned one of two
// integers of one width, and a float if one of them is.
func promote(a, b form.Dtype) (form.Dtype, bool) {
	if a == b {
		return a, true
	}
	if b.IsFloat() && !a.IsFloat() || a.Code == form.Bool {
		a, b = b, a
	}
	isNumber := func(d form.Dtype) bool { return d.IsInt() || d.IsFloat() }
	switch {
	case !isNumber(a):
		return a, false
	case b.Code == form.Bool, a.IsFloat() && b.IsInt():
		return a, true
	case a.IsFloat() && b.IsFloat():
		return promoteFloats(a, b)
	case a.IsInt() && b.IsInt():
		if b.Bits > a.Bits || b.Bits == a.Bits && b.Code == form.UInt {
			return b, true
		}
		return a, true
	}
	return a, false
}

// promoteFloats returns the wider of two formats. ok is false for two formats of one width, neither of which
// contains the other.
func promoteFloats(a, b form.Dtype) (form.Dtype, bool) {
	if a.Bits == b.Bits || a.Code == form.Float8 || b.Code == form.Float8 {
		return a, false
	}
	if a.Bits > b.Bits {
		return a, true
	}
	return b, true
}

// fitsDtype reports whether an integer dtype contains an integer.
func fitsDtype(n int64, d form.Dtype) bool {
	switch {
	case d.Code == form.Bool:
		return n == 0 || n == 1
	case d.Code == form.UInt:
		return n >= 0 && (d.Bits >= 63 || n < int64(1)<<d.Bits)
	case d.Bits >= 64:
		return true
	}
	half := int64(1) << (d.Bits - 1)
	return -half <= n && n < half
}

// limits returns the least and the greatest value of a dtype.
func (e *Evaluator) limits(d form.Dtype, at syntax.Node) (low, high *Imm, err error) {
	low, high = &Imm{Dtype: d}, &Imm{Dtype: d}
	switch {
	case d.Lanes > 1 || d.Code == form.Handle || d.Code == form.Void:
		return nil, nil, e.Errorf(CodeDtype, at, "the dtype %s has no least and no greatest value", d)
	case d.IsFloat():
		high.Float = greatest(d.Type(e.Ctx).(*ir.FloatType).Kind)
		low.Float = -high.Float
	case d.Code == form.Bool:
		high.Int = 1
	case d.Code == form.UInt && d.Bits == 64:
		high.Int = -1 // huge
	case d.Code == form.UInt:
		high.Int = int64(1)<<d.Bits - 1
	default:
		low.Int = math.MinInt64 >> (64 - d.Bits)
		high.Int = ^low.Int
	}
	return low, high, nil
}

// greatest returns the greatest finite number of a format.
func greatest(k ir.FloatKind) float64 {
	switch k {
	case ir.F64:
		return math.MaxFloat64
	case ir.F32:
		return math.MaxFloat32
	case ir.BF16:
		return 0x1.fep127
	case ir.F16:
		return 65504
	}
	most := 0.0
	for bits := range uint64(256) {
		if v := ir.DecodeFloat(k, bits); isFinite(v) {
			most = max(most, v)
		}
	}
	return most
}

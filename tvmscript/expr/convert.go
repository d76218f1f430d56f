package expr

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// constant returns a constant of the function's pool.
func (e *Evaluator) constant(a ir.Attr, at syntax.Node) (*ir.Value, error) {
	if e.B == nil || e.Consts == nil {
		return nil, e.noFunction(at)
	}
	e.Locate(at)
	return e.Consts.Get(e.B, a), nil
}

// noFunction is the error about an expression that needs the IR, outside of functions.
func (e *Evaluator) noFunction(at syntax.Node) error {
	return e.Errorf(CodeType, at,
		"this needs a value of TVMScript, which there are inside of a prim_func only")
}

// ConstIndex returns the constant n of type index.
func (e *Evaluator) ConstIndex(n int64) *ir.Value { return e.Consts.Get(e.B, e.Ctx.IndexAttr(n)) }

// ConstBool returns a constant of type i1.
func (e *Evaluator) ConstBool(v bool) *ir.Value { return e.Consts.Get(e.B, e.Ctx.Bool(v)) }

// ToScalar returns a value as a value of the IR.
func (e *Evaluator) ToScalar(v Value, at syntax.Node) (*Scalar, error) {
	v, err := e.Force(v, at)
	if err != nil {
		return nil, err
	}
	if s, ok := v.(*Scalar); ok {
		return s, nil
	}
	t, err := e.targetOf(v, at)
	if err != nil {
		return nil, err
	}
	return e.as(v, t, at)
}

// ToIndex returns a value as an index.
func (e *Evaluator) ToIndex(v Value, at syntax.Node) (*ir.Value, error) {
	s, err := e.IndexScalar(v, at)
	if err != nil {
		return nil, err
	}
	return s.V, nil
}

// IndexScalar returns a value as an index with its dtype: int64 for values of 64 bits in TVM, and else int32.
func (e *Evaluator) IndexScalar(v Value, at syntax.Node) (*Scalar, error) {
	v, err := e.Force(v, at)
	if err != nil {
		return nil, err
	}
	switch v := v.(type) {
	case *Float:
		return nil, e.Errorf(CodeDtype, at,
			"an integer is needed, and this is a float").Suggest("use // to divide integers")
	case *Bool:
		return nil, e.Errorf(CodeDtype, at,
			"an integer is needed, and this is a bool").Suggest("say T.Cast(\"int32\", x)")
	case *Imm:
		if v.isHuge() {
			return nil, e.notHuge(v, form.Int64, at)
		}
		if !v.Dtype.IsInt() {
			return nil, e.notIndex(v.Dtype, at)
		}
	case *Ramp:
		return nil, e.Errorf(CodeDtype, at, "an integer is needed, and this is a vector of %d lanes",
			v.Lanes).
			Suggest("use one of its elements, or a T.vectorized loop")
	case *Scalar:
		if !v.Dtype.IsInt() || v.Dtype.Lanes > 1 {
			return nil, e.notIndex(v.Dtype, at)
		}
	}
	t := toIndex
	if of, err := e.targetOf(v, at); err == nil && of.dtype.Bits == form.Int64.Bits {
		t.dtype = form.Int64
	}
	return e.as(v, t, at)
}

func (e *Evaluator) notIndex(d form.Dtype, at syntax.Node) error {
	return e.Errorf(CodeDtype, at, "an integer is needed, and this is %s",
		d).Suggest("convert it: T.Cast(\"int32\", x)")
}

// Convert returns a value as one of a dtype. Only literals, and indices as integers, are converted
// implicitly.
func (e *Evaluator) Convert(v Value, to form.Dtype, at syntax.Node, explicit bool) (*ir.Value, error) {
	v, err := e.Force(v, at)
	if err != nil {
		return nil, err
	}
	if to.Type(e.Ctx) == nil {
		return nil, e.Errorf(CodeDtype, at, "there are no values of dtype %s", to)
	}
	if !explicit {
		if err := e.implicit(v, to, at); err != nil {
			return nil, err
		}
	}
	s, err := e.as(v, target{dtype: to}, at)
	if err != nil {
		return nil, err
	}
	return s.V, nil
}

// implicit reports the error about a conversion that must be explicit.
func (e *Evaluator) implicit(v Value, to form.Dtype, at syntax.Node) error {
	from, err := e.targetOf(v, at)
	if err != nil {
		return err
	}
	switch v.(type) {
	case *Int:
		if to.Code != form.Bool {
			return nil
		}
	case *Float:
		if to.IsFloat() {
			return nil
		}
	case *Bool:
		if to.Code == form.Bool || to.IsInt() {
			return nil
		}
	}
	switch {
	case from.index && to.IsInt(), from.dtype == to, from.dtype == to.Lane():
		return nil
	}
	return e.Errorf(CodeDtype, at, "a value of dtype %s is needed, and this is %s", to, from.dtype).
		Suggest("convert it: T.Cast(%q, x)", to.String())
}

// as converts a value to its target, explicitly.
func (e *Evaluator) as(v Value, t target, at syntax.Node) (*Scalar, error) {
	switch v := v.(type) {
	case *Int:
		return e.intConstant(v.V, t, at)
	case *Bool:
		n, _ := asInt(v)
		return e.intConstant(n, t, at)
	case *Float:
		return e.floatConstant(v.V, t, at)
	case *Imm:
		if v.isHuge() {
			return e.hugeConstant(v, t, at)
		}
		if v.Dtype.IsFloat() {
			return e.floatConstant(v.Float, t, at)
		}
		return e.intConstant(v.Int, t, at)
	case *Ramp:
		s, err := e.rampVector(v, at)
		if err != nil {
			return nil, err
		}
		return e.cast(s, t, at)
	case *Scalar:
		return e.cast(v, t, at)
	}
	return nil, e.noValue(v, at)
}

// intConstant makes an integer constant. A vector has the constant in all lanes.
func (e *Evaluator) intConstant(n int64, t target, at syntax.Node) (*Scalar, error) {
	lane := t.dtype.Lane()
	var a ir.Attr
	switch {
	case t.index:
		a = e.Ctx.IndexAttr(n)
	case lane.IsFloat():
		return e.floatConstant(float64(n), t, at)
	case lane.Code == form.Bool:
		a = e.Ctx.Bool(n != 0)
	case !fitsDtype(n, lane):
		return nil, e.Errorf(CodeValue, at, "%d is no %s", n, lane)
	default:
		a = e.Ctx.Int(lane.Type(e.Ctx), n)
	}
	return e.spreadConstant(a, t, at)
}

// floatConstant makes a floating-point constant, rounded to the dtype. A literal that is rounded to infinity
// is an error, as in TVM: a program writes T.infinity for infinity.
func (e *Evaluator) floatConstant(f float64, t target, at syntax.Node) (*Scalar, error) {
	lane := t.dtype.Lane()
	if t.index || lane.IsInt() {
		return e.truncated(f, t, at)
	}
	if lane.Code == form.Bool {
		n := int64(0)
		if f != 0 {
			n = 1
		}
		return e.intConstant(n, t, at)
	}
	a := e.Ctx.FloatValue(lane.Type(e.Ctx).(*ir.FloatType), f)
	if isFinite(f) && !isFinite(a.Float64()) {
		return nil, e.Errorf(CodeValue, at, "%v is no %s: it is too large", f, lane)
	}
	return e.spreadConstant(a, t, at)
}

// truncated returns a float as an integer, truncated toward zero.
func (e *Evaluator) truncated(f float64, t target, at syntax.Node) (*Scalar, error) {
	if f = math.Trunc(f); !(math.Abs(f) < 1<<63) {
		return nil, e.Errorf(CodeValue, at, "%v is no %s", f, t)
	}
	return e.intConstant(int64(f), t, at)
}

func (e *Evaluator) spreadConstant(a ir.Attr, t target, at syntax.Node) (*Scalar, error) {
	v, err := e.constant(a, at)
	if err != nil {
		return nil, err
	}
	return e.cast(&Scalar{v, t.dtype.Lane()}, t, at)
}

// cast converts a value of the IR.
func (e *Evaluator) cast(s *Scalar, t target, at syntax.Node) (*Scalar, error) {
	if s.IsIndex() == t.index && (t.index || s.Dtype == t.dtype) {
		return s, nil
	}
	from, to := s.Dtype.Lanes, t.dtype.Lanes
	if from != to && from != 1 {
		return nil, e.Errorf(CodeDtype, at, "%s does not convert to %s: the lanes differ", s.Dtype, t.dtype)
	}
	lane := t
	lane.dtype.Lanes = from
	v, err := e.castLanes(s, lane, at)
	if err != nil {
		return nil, err
	}
	if from != to {
		v = vector.NewBroadcast(e.B, e.vectorType(v.Type(), to), v)
	}
	return &Scalar{v, t.dtype}, nil
}

// castLanes converts lane by lane.
func (e *Evaluator) castLanes(s *Scalar, t target, at syntax.Node) (*ir.Value, error) {
	e.Locate(at)
	switch {
	case s.IsIndex() && t.index:
		return s.V, nil
	case s.IsIndex():
		return e.castIndex(s, t, at)
	case t.index:
		return e.castToIndex(s, at)
	}
	from, to := s.Dtype, t.dtype
	switch {
	case to.Type(e.Ctx) == nil || from.Type(e.Ctx) == nil:
		return nil, e.Errorf(CodeDtype, at, "%s does not convert to %s", from, to)
	case to.Code == form.Bool && from.Code != form.Bool:
		return e.nonZero(s, at)
	case from.IsFloat() && to.IsFloat():
		return e.castFloat(s.V, from, to), nil
	case from.IsFloat():
		return e.castTo(map[bool]*ir.OpDef{true: arith.FPToUI, false: arith.FPToSI}[to.Code == form.UInt],
			s.V, to), nil
	case to.IsFloat():
		return e.castTo(map[bool]*ir.OpDef{true: arith.SIToFP, false: arith.UIToFP}[from.Code == form.Int],
			s.V, to), nil
	}
	return e.castInt(s.V, from, to), nil
}

func (e *Evaluator) castTo(def *ir.OpDef, v *ir.Value, to form.Dtype) *ir.Value {
	return arith.Cast(e.B, def, v, to.Type(e.Ctx))
}

// castInt converts between widths. It makes no operation for equal widths: the sign belongs to the dtype, not
// to the type.
func (e *Evaluator) castInt(v *ir.Value, from, to form.Dtype) *ir.Value {
	if count := form.LeadingZeros(v); count != nil && count.Type() == to.Type(e.Ctx) {
		return count
	}
	switch {
	case from.Bits == to.Bits:
		return v
	case from.Bits > to.Bits:
		return e.castTo(arith.TruncI, v, to)
	case from.Code == form.Int:
		return e.castTo(arith.ExtSI, v, to)
	}
	return e.castTo(arith.ExtUI, v, to)
}

// castFloat converts between formats. A conversion between two formats of equal width goes through float32,
// which contains both.
func (e *Evaluator) castFloat(v *ir.Value, from, to form.Dtype) *ir.Value {
	switch {
	case from == to:
		return v
	case from.Bits < to.Bits:
		return e.castTo(arith.ExtF, v, to)
	case from.Bits > to.Bits:
		return e.castTo(arith.TruncF, v, to)
	}
	wide := form.Dtype{Code: form.Float, Bits: 32, Lanes: from.Lanes}
	return e.castTo(arith.TruncF, e.castTo(arith.ExtF, v, wide), to)
}

// castIndex converts an index. A conversion to a float goes through an int64.
func (e *Evaluator) castIndex(s *Scalar, t target, at syntax.Node) (*ir.Value, error) {
	switch {
	case t.dtype.Code == form.Bool:
		return e.nonZero(s, at)
	case t.dtype.IsInt():
		return e.castTo(arith.IndexCast, s.V, t.dtype), nil
	case t.dtype.IsFloat():
		return e.castTo(arith.SIToFP, e.castTo(arith.IndexCast, s.V, form.Int64), t.dtype), nil
	}
	return nil, e.Errorf(CodeDtype, at, "%s does not convert to %s", s.Dtype, t.dtype)
}

// castToIndex converts data to an index, with the sign of its dtype.
func (e *Evaluator) castToIndex(s *Scalar, at syntax.Node) (*ir.Value, error) {
	switch {
	case s.Dtype.Lanes > 1 || s.Dtype.IsFloat():
		return nil, e.notIndex(s.Dtype, at)
	case s.Dtype.Code == form.Int:
		return arith.Cast(e.B, arith.IndexCast, s.V, e.Ctx.Index), nil
	}
	return arith.Cast(e.B, arith.IndexCastUI, s.V, e.Ctx.Index), nil
}

// nonZero returns the truth of a number.
func (e *Evaluator) nonZero(s *Scalar, at syntax.Node) (*ir.Value, error) {
	zero, err := e.as(&Int{0}, target{s.IsIndex(), s.Dtype}, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	if s.Dtype.IsFloat() {
		return e.compareFloats(arith.UNE, s.V, zero.V), nil
	}
	return arith.Cmp(e.B, arith.NE, s.V, zero.V), nil
}

func (e *Evaluator) vectorType(elem ir.Type, lanes int) *ir.VectorType {
	return e.Ctx.Vector([]int64{int64(lanes)}, nil, elem)
}

// ConstInt returns the value of an expression that is an integer known at import time.
func (e *Evaluator) ConstInt(x syntax.Expr) (int64, error) {
	v, err := e.Eval(x)
	if err != nil {
		return 0, err
	}
	if n, ok := constantInt(v); ok {
		return n, nil
	}
	if u, ok := v.(*Unknown); ok {
		return 0, e.unknown(u, x)
	}
	return 0, e.Errorf(CodeType, x, "an integer that is known at import time is needed, and this is %s",
		v.Kind())
}

// constantInt returns the value of an integer constant, with or without a dtype.
func constantInt(v Value) (int64, bool) {
	switch v := v.(type) {
	case *Int:
		return v.V, true
	case *Imm:
		return v.Int, v.Dtype.IsInt() && !v.isHuge()
	}
	return 0, false
}

// ConstStr returns the value of an expression that is a string known at import time.
func (e *Evaluator) ConstStr(x syntax.Expr) (string, error) {
	v, err := e.Eval(x)
	if err != nil {
		return "", err
	}
	switch v := v.(type) {
	case *Str:
		return v.V, nil
	case *Unknown:
		return "", e.unknown(v, x)
	}
	return "", e.Errorf(CodeType, x, "a string is needed, and this is %s", v.Kind())
}

// Strings returns the value of an expression that is a string, or a list of strings.
func (e *Evaluator) Strings(x syntax.Expr) ([]string, error) {
	v, err := e.Eval(x)
	if err != nil {
		return nil, err
	}
	if s, ok := v.(*Str); ok {
		return []string{s.V}, nil
	}
	list, ok := v.(*Seq)
	if !ok {
		return nil, e.Errorf(CodeType, x, "a list of strings is needed, and this is %s", v.Kind())
	}
	var all []string
	for _, v := range list.Elems {
		s, ok := v.(*Str)
		if !ok {
			return nil, e.Errorf(CodeType, x, "a list of strings is needed, and it has %s", v.Kind())
		}
		all = append(all, s.V)
	}
	return all, nil
}

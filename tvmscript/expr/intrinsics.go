package expr

import (
	"math"

	"github.com/inflight-compiler/inflight/dialect/arith"
	mathdialect "github.com/inflight-compiler/inflight/dialect/math"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// The functions of T with two operands for which Python has no operator.
var (
	truncDiv = &operation{name: "T.truncdiv", int: arith.DivSI, uint: arith.DivUI, python: pyTruncDiv,
		hint: "say T.trunc(x / y) for floating-point numbers"}
	truncMod = &operation{name: "T.truncmod", int: arith.RemSI, uint: arith.RemUI, python: pyTruncMod,
		hint: "say T.fmod(x, y) for floating-point numbers"}
	ceilDiv = &operation{name: "T.ceildiv", int: arith.CeilDivSI, uint: arith.CeilDivUI, python: pyCeilDiv,
		hint: "say T.ceil(x / y) for floating-point numbers"}
	minOf = &operation{name: "T.min", int: arith.MinSI, uint: arith.MinUI, float: arith.MinimumF,
		python: pyChoose(syntax.Lt)}
	maxOf = &operation{name: "T.max", int: arith.MaxSI, uint: arith.MaxUI, float: arith.MaximumF,
		python: pyChoose(syntax.Gt)}
	// T.Div and T.Mod have C's semantics: they truncate.
	nodeDiv = &operation{name: "T.Div", int: arith.DivSI, uint: arith.DivUI, float: arith.DivF,
		python: pyTruncDiv}
	nodeMod = &operation{name: "T.Mod", int: arith.RemSI, uint: arith.RemUI, python: pyTruncMod,
		hint: "say T.fmod(x, y) for floating-point numbers"}
	powerOf = &operation{name: "T.pow", int: mathdialect.IPowI, float: mathdialect.PowF}
)

func pyTruncDiv(e *Evaluator, x, y Value, at syntax.Node) (Value, error) {
	a, b, err := e.twoInts(x, y, at)
	if err != nil {
		return nil, err
	}
	if a == math.MinInt64 && b == -1 {
		return nil, e.Errorf(CodeValue, at, "the result is an integer beyond 64 bits")
	}
	return &Int{a / b}, nil
}

func pyTruncMod(e *Evaluator, x, y Value, at syntax.Node) (Value, error) {
	a, b, err := e.twoInts(x, y, at)
	if err != nil {
		return nil, err
	}
	return &Int{a % b}, nil
}

// pyCeilDiv returns -(-x // y). The negated floor of the negated quotient is its ceiling.
func pyCeilDiv(e *Evaluator, x, y Value, at syntax.Node) (Value, error) {
	if _, _, err := e.twoInts(x, y, at); err != nil {
		return nil, err
	}
	negative, err := e.pythonUnary(syntax.Sub, x, at)
	if err != nil {
		return nil, err
	}
	q, err := e.pythonBinary(syntax.FloorDiv, negative, y, at)
	if err != nil {
		return nil, err
	}
	return e.pythonUnary(syntax.Sub, q, at)
}

// twoInts returns the operands of an integer division at import time.
func (e *Evaluator) twoInts(x, y Value, at syntax.Node) (a, b int64, err error) {
	a, xOK := asInt(x)
	b, yOK := asInt(y)
	switch {
	case !xOK || !yOK:
		return 0, 0, e.Errorf(CodeType, at, "integers are divided here, and these are %s and %s", x.Kind(),
			y.Kind())
	case b == 0:
		return 0, 0, e.Errorf(CodeValue, at, "division by zero")
	}
	return a, b, nil
}

func pyChoose(better syntax.Op) func(e *Evaluator, x, y Value, at syntax.Node) (Value, error) {
	return func(e *Evaluator, x, y Value, at syntax.Node) (Value, error) {
		first, err := e.pythonCompare(better, y, x, at)
		if first {
			return y, err
		}
		return x, err
	}
}

// intrinsics are the functions of T that are expressions, by their names in T. init fills the table, since
// the functions evaluate expressions, which use the table.
var intrinsics map[string]builtin

func init() {
	intrinsics = map[string]builtin{
		"Cast":         byNames((*Evaluator).tCast, "dtype", "value", "span?"),
		"cast":         byNames((*Evaluator).tCastTo, "value", "dtype", "span?"),
		"reinterpret":  (*Evaluator).tReinterpret,
		"Select":       byNames((*Evaluator).tSelect, "condition", "true_value", "false_value", "span?"),
		"if_then_else": byNames((*Evaluator).tIfThenElse, "cond", "t", "f", "span?"),
		"Not":          byNames((*Evaluator).tNot, "a", "span?"), "And": logicalNode(syntax.And),
		"Or":               logicalNode(syntax.Or),
		"bitwise_not":      byNames((*Evaluator).tInvert, "x", "span?"),
		"abs":              byNames((*Evaluator).tAbs, "x", "span?"),
		"fabs":             byNames((*Evaluator).tAbs, "x", "span?"),
		"sigmoid":          byNames((*Evaluator).tSigmoid, "x", "span?"),
		"fma":              byNames((*Evaluator).tFma, "x", "y", "z", "span?"),
		"popcount":         bits(mathdialect.CtPop),
		"clz":              bits(mathdialect.CountLeadingZeros),
		"hypot":            byNames((*Evaluator).tHypot, "x1", "x2", "span?"),
		"q_multiply_shift": byNames((*Evaluator).tQMultiplyShift, "x", "y", "q", "s"),
		"q_multiply_shift_per_axis": byNames((*Evaluator).tQMultiplyShiftPerAxis, "x", "y", "ls", "rs", "q",
			"is_lshift_required",
			"is_rshift_required"),
		"ldexp":    byNames((*Evaluator).tLdexp, "x1", "x2", "span?"),
		"const":    byNames((*Evaluator).tConst, "value", "dtype?", "span?"),
		"isnan":    byNames((*Evaluator).tIsNaN, "x", "span?"),
		"isinf":    byNames((*Evaluator).tIsInf, "x", "span?"),
		"isfinite": byNames((*Evaluator).tIsFinite, "x", "span?"),
		"likely": byNames(func(e *Evaluator, a *Args, _ *syntax.Call) (Value, error) {
			return e.Value(a.Get("cond"))
		}, "cond", "span?"),
		"infinity": byNames((*Evaluator).tInfinity, "dtype", "span?"),
		"nan":      byNames((*Evaluator).tNaN, "dtype", "span?"),
		"max_value": byNames(func(e *Evaluator, a *Args, _ *syntax.Call) (Value, error) {
			return e.tLimit(a, true)
		},
			"dtype", "span?"),
		"min_value": byNames(func(e *Evaluator, a *Args, _ *syntax.Call) (Value, error) {
			return e.tLimit(a, false)
		},
			"dtype", "span?"),
		"Ramp": ramp, "ramp": ramp, "Broadcast": broadcast, "broadcast": broadcast,
		"Shuffle":    byNames((*Evaluator).tShuffle, "vectors", "indices", "span?"),
		"address_of": byNames((*Evaluator).tAddressOf, "obj", "span?"),
		"tvm_access_ptr": byNames((*Evaluator).tAccessPtr, "ptype", "data", "offset", "extent",
			"rw_mask"),
		"type_annotation":    byNames((*Evaluator).tDtype, "dtype"),
		"dtype":              byNames((*Evaluator).tDtype, "dtype"),
		form.ThreadAllreduce: (*Evaluator).tThreadAllreduce,
		"Let":                (*Evaluator).tLet, "call_intrin": (*Evaluator).tCallIntrin,
		"meta_var":                 byNames((*Evaluator).tMeta, "value"),
		"IntImm":                   byNames((*Evaluator).tCast, "dtype", "value", "span?"),
		"FloatImm":                 byNames((*Evaluator).tCast, "dtype", "value", "span?"),
		"llvm_lookup_intrinsic_id": byNames((*Evaluator).tMeta, "value"), // calls accept the name as well
		"StringImm":                byNames((*Evaluator).tMeta, "value"),
	}
	enterBinary()
	for name, op := range form.Unary {
		intrinsics[name] = unaryFunction(name, op)
	}
}

// enterBinary enters the functions with two operands, under the names of the nodes of TIR.
func enterBinary() {
	for name, op := range map[string]syntax.Op{
		"Add": syntax.Add, "Sub": syntax.Sub, "Mul": syntax.Mul, "FloorDiv": syntax.FloorDiv,
		"FloorMod": syntax.Mod,
		"add":      syntax.Add, "subtract": syntax.Sub, "multiply": syntax.Mul, "floordiv": syntax.FloorDiv,
		"floormod": syntax.Mod,
		"indexdiv": syntax.FloorDiv, "indexmod": syntax.Mod, "div": syntax.Div, "pow": syntax.Pow,
		"power":      syntax.Pow,
		"shift_left": syntax.Shl, "shift_right": syntax.Shr, "bitwise_and": syntax.BitAnd,
		"bitwise_or":  syntax.BitOr,
		"bitwise_xor": syntax.BitXor,
	} {
		intrinsics[name] = byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
			return e.twoOperands(operations[op], a, at)
		}, "a", "b", "span?")
	}
	for name, o := range map[string]*operation{
		"truncdiv": truncDiv, "truncmod": truncMod, "ceildiv": ceilDiv, "min": minOf, "max": maxOf,
		"Min": minOf, "Max": maxOf,
		"Div": nodeDiv, "Mod": nodeMod,
		"fmod":     {name: "T.fmod", float: arith.RemF, hint: "say x % y for integers"},
		"atan2":    {name: "T.atan2", float: mathdialect.Atan2},
		"copysign": {name: "T.copysign", float: mathdialect.CopySign},
	} {
		intrinsics[name] = byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
			return e.twoOperands(o, a, at)
		}, "a", "b", "span?")
	}
	for name, op := range map[string]syntax.Op{
		"EQ": syntax.Eq, "NE": syntax.Ne, "LT": syntax.Lt, "LE": syntax.Le, "GT": syntax.Gt, "GE": syntax.Ge,
	} {
		intrinsics[name] = byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
			x, y, between, err := e.operands(a.Get("a"), a.Get("b"))
			if err != nil {
				return nil, err
			}
			return e.compareAt(op, x, y, between, at)
		}, "a", "b", "span?")
	}
}

// byNames makes a builtin of a function whose arguments have names.
func byNames(f func(e *Evaluator, a *Args, at *syntax.Call) (Value, error), params ...string) builtin {
	return func(e *Evaluator, call *syntax.Call) (Value, error) {
		call, err := e.withoutDtype(call, params)
		if err != nil {
			return nil, err
		}
		a, err := e.BindArgs(call, params...)
		if err != nil {
			return nil, err
		}
		return f(e, a, call)
	}
}

// operands evaluates two operands in order, and returns a mark between them.
func (e *Evaluator) operands(x, y syntax.Expr) (a, b Value, between mark, err error) {
	if a, err = e.Value(x); err != nil {
		return nil, nil, mark{}, err
	}
	between = e.mark()
	b, err = e.Value(y)
	return a, b, between, err
}

// twoOperands evaluates a function of two operands. It computes a function of constants at import time.
func (e *Evaluator) twoOperands(o *operation, a *Args, at *syntax.Call) (Value, error) {
	x, y, between, err := e.operands(a.Get("a"), a.Get("b"))
	if err != nil {
		return nil, err
	}
	_, xInt := asInt(x)
	_, yInt := asInt(y)
	if xInt && yInt && o.int != nil {
		return e.fold(o, x, y, at)
	}
	return e.apply(o, x, y, between, at)
}

func logicalNode(op syntax.Op) builtin {
	return byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
		return e.logical(&syntax.Logical{At: at.At, Op: op, X: a.Get("a"), Y: a.Get("b")})
	}, "a", "b", "span?")
}

func (e *Evaluator) tNot(a *Args, at *syntax.Call) (Value, error) { return e.not(a.Get("a"), at) }

// tMeta evaluates T.meta_var(x), which is x: a value of Python.
func (e *Evaluator) tMeta(a *Args, _ *syntax.Call) (Value, error) { return e.Eval(a.Get("value")) }

func (e *Evaluator) tInvert(a *Args, at *syntax.Call) (Value, error) {
	v, err := e.Value(a.Get("x"))
	if err != nil {
		return nil, err
	}
	return e.negated(syntax.Invert, v, mark{}, at)
}

func (e *Evaluator) tIfThenElse(a *Args, at *syntax.Call) (Value, error) {
	return e.conditional(a.Get("cond"), a.Get("t"), a.Get("f"), at)
}

// tSelect evaluates T.Select. Both values are computed.
func (e *Evaluator) tSelect(a *Args, at *syntax.Call) (Value, error) {
	c, err := e.Value(a.Get("condition"))
	if err != nil {
		return nil, err
	}
	x, y, between, err := e.operands(a.Get("true_value"), a.Get("false_value"))
	if err != nil {
		return nil, err
	}
	if isFoldable(c) && isFoldable(x) && isFoldable(y) {
		truth, err := e.Truth(c, at)
		if truth {
			return x, err
		}
		return y, err
	}
	t, err := e.unify(x, y, at)
	if err != nil {
		return nil, err
	}
	cond, err := e.selector(c, a.Get("condition"))
	if err != nil {
		return nil, err
	}
	p, q, err := e.both(x, y, t, between, at)
	if err != nil {
		return nil, err
	}
	if n := cond.Dtype.Lanes; n > 1 && n != t.dtype.Lanes {
		return nil, e.Errorf(CodeDtype, at, "a condition of %d lanes does not choose between vectors of %d",
			n, t.dtype.Lanes)
	}
	e.Locate(at)
	return &Scalar{arith.NewSelect(e.B, cond.V, p.V, q.V), t.dtype}, nil
}

// selector returns a condition, or a vector of conditions.
func (e *Evaluator) selector(c Value, at syntax.Node) (*Scalar, error) {
	if s, ok := c.(*Scalar); ok && s.Dtype.Code == form.Bool {
		return s, nil
	}
	v, err := e.ToCondition(c, at)
	if err != nil {
		return nil, err
	}
	return truthValue(v), nil
}

// floatArgument evaluates an operand of a function of floats. A literal is a float32.
func (e *Evaluator) floatArgument(x syntax.Expr, name string) (*Scalar, error) {
	v, err := e.Value(x)
	if err != nil {
		return nil, err
	}
	if _, ok := asFloat(v); ok {
		return e.as(v, toFloat, x)
	}
	s, err := e.ToScalar(v, x)
	if err != nil {
		return nil, err
	}
	if !s.Dtype.IsFloat() {
		return nil, e.Errorf(CodeDtype, x, "T.%s takes floating-point numbers, and this is %s", name,
			s.Dtype).
			Suggest("convert it: T.Cast(\"float32\", x)")
	}
	return s, nil
}

// unaryFunction makes a builtin of a function in form.Unary. The floor of an integer is that integer.
func unaryFunction(name, op string) builtin {
	return byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
		x := a.Get("x")
		switch name {
		case "floor", "ceil", "trunc", "round", "nearbyint":
			v, err := e.Value(x)
			if err != nil {
				return nil, err
			}
			if d, err := e.targetOf(v, x); err == nil && d.dtype.IsInt() {
				return v, nil
			}
			x = Given(v, x)
		}
		s, err := e.floatArgument(x, name)
		if err != nil {
			return nil, err
		}
		e.Locate(at)
		return &Scalar{e.B.Op(e.Ctx.OpDef(op), []*ir.Value{s.V}).Result(0), s.Dtype}, nil
	}, "x", "span?")
}

func (e *Evaluator) tAbs(a *Args, at *syntax.Call) (Value, error) {
	v, err := e.Value(a.Get("x"))
	if err != nil {
		return nil, err
	}
	if _, ok := asFloat(v); ok {
		return e.pyAbs([]Value{v}, at)
	}
	s, err := e.ToScalar(v, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	switch {
	case s.Dtype.IsFloat():
		return &Scalar{e.B.Op(mathdialect.AbsF, []*ir.Value{s.V}).Result(0), s.Dtype}, nil
	case s.Dtype.Code == form.Int:
		return &Scalar{e.B.Op(mathdialect.AbsI, []*ir.Value{s.V}).Result(0), s.Dtype}, nil
	case s.Dtype.Code == form.UInt:
		return s, nil
	}
	return nil, e.Errorf(CodeDtype, at, "T.abs is not defined for dtype %s",
		s.Dtype).Suggest("convert it: T.Cast(\"int32\", x)")
}

// tSigmoid evaluates T.sigmoid(x): 1 / (1 + exp(-x)).
func (e *Evaluator) tSigmoid(a *Args, at *syntax.Call) (Value, error) {
	s, err := e.floatArgument(a.Get("x"), "sigmoid")
	if err != nil {
		return nil, err
	}
	one, err := e.as(&Float{1}, target{dtype: s.Dtype}, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	negative := e.B.Op(arith.NegF, []*ir.Value{s.V}).Result(0)
	power := e.B.Op(mathdialect.Exp, []*ir.Value{negative}).Result(0)
	return &Scalar{arith.Binary(e.B, arith.DivF, one.V, arith.Binary(e.B, arith.AddF, one.V, power)),
		s.Dtype}, nil
}

// tFma evaluates T.fma(x, y, z), which rounds once. Its operands must be of one dtype.
func (e *Evaluator) tFma(a *Args, at *syntax.Call) (Value, error) {
	var vs [3]*Scalar
	for i, name := range []string{"x", "y", "z"} {
		s, err := e.floatArgument(a.Get(name), "fma")
		if err != nil {
			return nil, err
		}
		vs[i] = s
	}
	if vs[0].Dtype != vs[1].Dtype || vs[1].Dtype != vs[2].Dtype {
		return nil, e.Errorf(CodeDtype, at, "T.fma takes numbers of one dtype, and these are %s, %s and %s",
			vs[0].Dtype, vs[1].Dtype, vs[2].Dtype).
			Suggest("convert them: T.Cast(%q, x)", vs[0].Dtype.String())
	}
	e.Locate(at)
	return &Scalar{e.B.Op(mathdialect.Fma, []*ir.Value{vs[0].V, vs[1].V, vs[2].V}).Result(0), vs[0].Dtype},
		nil
}

// tLdexp evaluates T.ldexp(x, n): x times 2 to the power of n.
func (e *Evaluator) tLdexp(a *Args, at *syntax.Call) (Value, error) {
	s, err := e.floatArgument(a.Get("x1"), "ldexp")
	if err != nil {
		return nil, err
	}
	exponent, err := e.Value(a.Get("x2"))
	if err != nil {
		return nil, err
	}
	n, err := e.Convert(exponent, s.Dtype, a.Get("x2"), true)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	power := e.B.Op(mathdialect.Exp2, []*ir.Value{n}).Result(0)
	return &Scalar{arith.Binary(e.B, arith.MulF, s.V, power), s.Dtype}, nil
}

// tConst evaluates T.const(value, dtype): a constant with a dtype. The default is the dtype of the literal.
func (e *Evaluator) tConst(a *Args, at *syntax.Call) (Value, error) {
	v, err := e.Value(a.Get("value"))
	if err != nil {
		return nil, err
	}
	if a.Get("dtype") == nil {
		return v, nil
	}
	d, err := e.DtypeOf(a.Get("dtype"))
	if err != nil {
		return nil, err
	}
	if _, isNumber := asFloat(v); !isNumber && !isFoldable(v) {
		return nil, e.Errorf(CodeType, a.Get("value"),
			"T.const makes a constant of a number of Python, and this is %s", v.Kind()).
			Suggest("convert it: T.Cast(%q, x)", d.String())
	}
	return e.castValue(d, v, at)
}

// bits makes a builtin that counts the bits of an integer of a width. In TVM the result of T.clz is an int32,
// and that of T.popcount has the dtype of its operand.
func bits(def *ir.OpDef) builtin {
	return byNames(func(e *Evaluator, a *Args, at *syntax.Call) (Value, error) {
		s, err := e.Scalar(a.Get("x"))
		if err != nil {
			return nil, err
		}
		if s.IsIndex() {
			// The result depends on the width, which is that of the dtype.
			if s, err = e.as(s, target{dtype: s.Dtype}, at); err != nil {
				return nil, err
			}
		}
		if !s.Dtype.IsInt() {
			return nil, e.Errorf(CodeDtype, at, "the bits of integers are counted, and this is %s", s.Dtype)
		}
		e.Locate(at)
		counted := e.B.Op(def, []*ir.Value{s.V}).Result(0)
		if def != mathdialect.CountLeadingZeros {
			return &Scalar{counted, s.Dtype}, nil
		}
		to := form.Int32
		to.Lanes = s.Dtype.Lanes
		unsigned := s.Dtype
		unsigned.Code = form.UInt // a count of 8 would be negative as an int4
		return &Scalar{e.castInt(counted, unsigned, to), to}, nil
	}, "x", "span?")
}

// tIsNaN compares a number with itself: only NaN is unordered.
func (e *Evaluator) tIsNaN(a *Args, at *syntax.Call) (Value, error) {
	s, err := e.floatArgument(a.Get("x"), "isnan")
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return e.truths(e.compareFloats(arith.UNO, s.V, s.V), s), nil
}

// truths returns a truth value for each lane of a value.
func (e *Evaluator) truths(v *ir.Value, of *Scalar) *Scalar {
	d := form.Boolean
	d.Lanes = of.Dtype.Lanes
	return &Scalar{v, d}
}

func (e *Evaluator) tIsInf(a *Args, at *syntax.Call) (Value, error) {
	return e.againstInfinity(a, "isinf", arith.OEQ, at)
}

func (e *Evaluator) tIsFinite(a *Args, at *syntax.Call) (Value, error) {
	return e.againstInfinity(a, "isfinite", arith.OLT, at)
}

// againstInfinity compares |x| with infinity.
func (e *Evaluator) againstInfinity(a *Args, name string, predicate int64, at *syntax.Call) (Value, error) {
	s, err := e.floatArgument(a.Get("x"), name)
	if err != nil {
		return nil, err
	}
	infinity, err := e.as(&Float{math.Inf(1)}, target{dtype: s.Dtype}, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	size := e.B.Op(mathdialect.AbsF, []*ir.Value{s.V}).Result(0)
	return e.truths(e.compareFloats(predicate, size, infinity.V), s), nil
}

func (e *Evaluator) tInfinity(a *Args, at *syntax.Call) (Value, error) {
	return e.special(a, math.Inf(1))
}

func (e *Evaluator) tNaN(a *Args, at *syntax.Call) (Value, error) { return e.special(a, math.NaN()) }

// special returns a constant that only floats have.
func (e *Evaluator) special(a *Args, v float64) (Value, error) {
	d, err := e.DtypeOf(a.Get("dtype"))
	if err != nil {
		return nil, err
	}
	if !d.IsFloat() {
		return nil, e.Errorf(CodeDtype, a.Get("dtype"), "the dtype %s has no %s", d,
			floatText(v)).Suggest("use T.max_value or T.min_value")
	}
	return &Imm{Dtype: d, Float: v}, nil
}

func (e *Evaluator) tLimit(a *Args, greatest bool) (Value, error) {
	d, err := e.DtypeOf(a.Get("dtype"))
	if err != nil {
		return nil, err
	}
	low, high, err := e.limits(d, a.Get("dtype"))
	if err != nil {
		return nil, err
	}
	if greatest {
		return high, nil
	}
	return low, nil
}

func (e *Evaluator) tDtype(a *Args, _ *syntax.Call) (Value, error) {
	d, err := e.DtypeOf(a.Get("dtype"))
	return &Dtype{d}, err
}

package expr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// operation is an operator or a function of T with two operands. It has an operation of the IR for each class
// of dtypes, nil if it is not defined for the class.
type operation struct {
	name                   string
	int, uint, float, bool *ir.OpDef
	python                 func(e *Evaluator, x, y Value, at syntax.Node) (Value, error)
	hint                   string // for dtypes without the operation
}

// operations are the operators of Python.
var operations = map[syntax.Op]*operation{
	syntax.Add: {name: "+", int: arith.AddI, uint: arith.AddI, float: arith.AddF},
	syntax.Sub: {name: "-", int: arith.SubI, uint: arith.SubI, float: arith.SubF},
	syntax.Mul: {name: "*", int: arith.MulI, uint: arith.MulI, float: arith.MulF},
	syntax.Div: {name: "/", float: arith.DivF},
	syntax.FloorDiv: {name: "//", int: arith.FloorDivSI, uint: arith.DivUI,
		hint: "say T.floor(x / y) to divide floating-point numbers and round down"},
	// floorMod makes the remainders of signed integers.
	syntax.Mod: {name: "%", int: arith.RemUI, uint: arith.RemUI,
		hint: "say T.fmod(x, y) for floating-point numbers"},
	syntax.BitAnd: {name: "&", int: arith.AndI, uint: arith.AndI, bool: arith.AndI},
	syntax.BitOr:  {name: "|", int: arith.OrI, uint: arith.OrI, bool: arith.OrI},
	syntax.BitXor: {name: "^", int: arith.XOrI, uint: arith.XOrI, bool: arith.XOrI},
	syntax.Shl:    {name: "<<", int: arith.ShLI, uint: arith.ShLI},
	syntax.Shr:    {name: ">>", int: arith.ShRSI, uint: arith.ShRUI},
	syntax.Pow:    powerOf,
}

// binary evaluates x op y.
func (e *Evaluator) binary(x *syntax.Binary) (Value, error) {
	a, err := e.Value(x.X)
	if err != nil {
		return nil, err
	}
	between := e.mark()
	b, err := e.Value(x.Y)
	if err != nil {
		return nil, err
	}
	return e.binaryAt(x.Op, a, b, between, x)
}

// Binary returns x op y.
func (e *Evaluator) Binary(op syntax.Op, x, y Value, at syntax.Node) (Value, error) {
	return e.binaryAt(op, x, y, mark{}, at)
}

// binaryAt is Binary with a mark for the conversion of the left operand.
func (e *Evaluator) binaryAt(op syntax.Op, x, y Value, between mark, at syntax.Node) (Value, error) {
	o := operations[op]
	if o == nil {
		return nil, e.Errorf(CodeUnsupported, at, "the operator %s is not supported", op)
	}
	if isPython(x) && isPython(y) {
		return e.pythonBinary(op, x, y, at)
	}
	return e.apply(o, x, y, between, at)
}

// apply makes an operation on two values. At least one of them must have a dtype.
func (e *Evaluator) apply(o *operation, x, y Value, between mark, at syntax.Node) (Value, error) {
	for _, v := range []Value{x, y} {
		if u, ok := v.(*Unknown); ok {
			return u, nil
		}
	}
	if v, ok, err := e.foldImm(o, x, y, at); ok || err != nil {
		return v, err
	}
	t, err := e.unify(x, y, at)
	if err != nil {
		return nil, err
	}
	def := o.forDtype(t.dtype)
	if def == nil {
		return nil, e.notDefined(o, t.dtype, at)
	}
	if err := e.checkDivisor(o, y, t.dtype, at); err != nil {
		return nil, err
	}
	a, b, err := e.both(x, y, t, between, at)
	if err != nil {
		return nil, err
	}
	if o == operations[syntax.Shl] && t == toIndex && form.ShiftLeavesInt32(a.V, b.V) {
		return e.shiftNarrow(a, y, between, at)
	}
	e.Locate(at)
	if o == operations[syntax.Mod] && t.dtype.Code == form.Int {
		return &Scalar{e.floorMod(a.V, b.V), t.dtype}, nil
	}
	return &Scalar{arith.Binary(e.B, def, a.V, b.V), t.dtype}, nil
}

// both converts two operands. The conversion of the left one stands at a mark.
func (e *Evaluator) both(x, y Value, t target, between mark, at syntax.Node) (a, b *Scalar, err error) {
	err = e.at(between, func() error {
		a, err = e.as(x, t, at)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	b, err = e.as(y, t, at)
	return a, b, err
}

// forDtype returns the operation of the IR for a dtype, nil if there is none.
func (o *operation) forDtype(d form.Dtype) *ir.OpDef {
	switch {
	case d.IsFloat():
		return o.float
	case d.Code == form.Int:
		return o.int
	case d.Code == form.UInt:
		return o.uint
	case d.Code == form.Bool:
		return o.bool
	}
	return nil
}

// notDefined is the error about an operation that a dtype does not have. It suggests how to write the
// probable meaning.
func (e *Evaluator) notDefined(o *operation, d form.Dtype, at syntax.Node) error {
	if o == operations[syntax.Div] && d.IsInt() {
		return e.Errorf(CodeDivision, at, "/ divides floating-point numbers, and these are of dtype %s", d).
			Suggest("say x // y to round down, or T.truncdiv(x, y) to round toward zero")
	}
	err := e.Errorf(CodeDtype, at, "%s is not defined for dtype %s", o.name, d)
	switch {
	case d.Code == form.Bool:
		err.Suggest("convert the truth values: T.Cast(\"int32\", x)")
	case o.hint != "":
		err.Suggest("%s", o.hint)
	case d.IsFloat():
		err.Suggest("convert the operands: T.Cast(\"int32\", x)")
	default:
		err.Suggest("convert the operands: T.Cast(\"float32\", x)")
	}
	return err
}

// shiftNarrow makes x << n in 32 bits, for a shift that must lose the bits above them.
func (e *Evaluator) shiftNarrow(x *Scalar, n Value, between mark, at syntax.Node) (Value, error) {
	a, b, err := e.both(x, n, target{dtype: form.Int32}, between, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return &Scalar{arith.Binary(e.B, arith.ShLI, a.V, b.V), form.Int32}, nil
}

// checkDivisor reports a division by a constant zero, and a shift by the width or more.
func (e *Evaluator) checkDivisor(o *operation, y Value, d form.Dtype, at syntax.Node) error {
	switch o {
	case operations[syntax.FloorDiv], operations[syntax.Mod], truncDiv, truncMod, ceilDiv:
		if n, ok := constantInt(y); ok && n == 0 {
			return e.Errorf(CodeValue, at, "division by zero")
		}
	case operations[syntax.Shl], operations[syntax.Shr]:
		if n, ok := constantInt(y); ok && (n < 0 || n >= int64(d.Bits)) {
			return e.Errorf(CodeValue, at, "the shift count %d is not one of 0 to %d, the dtype is %s", n,
				d.Bits-1, d).
				Suggest("convert what is shifted to a wider dtype: T.Cast(\"int64\", x)")
		}
	}
	return nil
}

// floorMod makes x % y, which has the sign of y. If neither operand can be negative, it is the plain
// remainder.
func (e *Evaluator) floorMod(x, y *ir.Value) *ir.Value {
	if n, ok := ir.ConstInt(y); ok && n > 0 && form.NonNegative(x) {
		return arith.Binary(e.B, arith.RemUI, x, y)
	}
	quotient := arith.Binary(e.B, arith.FloorDivSI, x, y)
	return arith.Binary(e.B, arith.SubI, x, arith.Binary(e.B, arith.MulI, quotient, y))
}

// foldImm computes with integer constants that have a dtype, as TVM does.
func (e *Evaluator) foldImm(o *operation, x, y Value, at syntax.Node) (v Value, ok bool, err error) {
	a, xConst := constantInt(x)
	b, yConst := constantInt(y)
	if !xConst || !yConst || o.int == nil {
		return nil, false, nil
	}
	t, err := e.unify(x, y, at)
	if err != nil {
		return nil, false, err
	}
	v, err = e.fold(o, &Int{a}, &Int{b}, at)
	if err != nil {
		return nil, false, err
	}
	return e.immOf(v, t, at)
}

// immOf gives the result of a fold its dtype.
func (e *Evaluator) immOf(v Value, t target, at syntax.Node) (Value, bool, error) {
	n, ok := v.(*Int)
	if !ok {
		return v, true, nil
	}
	if !fitsDtype(n.V, t.dtype) {
		return nil, false, e.Errorf(CodeValue, at, "the result %d is no %s", n.V, t.dtype)
	}
	return &Imm{Dtype: t.dtype, Int: n.V}, true, nil
}

// fold computes an operation on values of Python.
func (e *Evaluator) fold(o *operation, x, y Value, at syntax.Node) (Value, error) {
	if o.python != nil {
		return o.python(e, x, y, at)
	}
	for op, known := range operations {
		if known == o {
			return e.pythonBinary(op, x, y, at)
		}
	}
	return nil, e.Errorf(CodeUnsupported, at, "%s of constants is not supported", o.name)
}

// unary evaluates op x.
func (e *Evaluator) unary(x *syntax.Unary) (Value, error) {
	if x.Op == syntax.Not {
		return e.not(x.X, x)
	}
	before := e.mark()
	v, err := e.Value(x.X)
	if err != nil {
		return nil, err
	}
	return e.negated(x.Op, v, before, x)
}

// negated returns -x, +x or ~x. The zero of 0 - x stands at a mark before x.
func (e *Evaluator) negated(op syntax.Op, v Value, before mark, at syntax.Node) (Value, error) {
	if u, ok := v.(*Unknown); ok {
		return u, nil
	}
	if imm, ok := v.(*Imm); ok && imm.isHuge() && op == syntax.Sub {
		return e.negatedHuge(imm, at)
	}
	if imm, ok := v.(*Imm); ok && imm.Dtype.IsInt() && !imm.isHuge() {
		if op == syntax.Invert && imm.Dtype.Code == form.UInt && imm.Dtype.Bits < 64 {
			return &Imm{Dtype: imm.Dtype, Int: imm.Int ^ (int64(1)<<imm.Dtype.Bits - 1)}, nil
		}
		folded, err := e.pythonUnary(op, &Int{imm.Int}, at)
		if err != nil {
			return nil, err
		}
		result, _, err := e.immOf(folded, target{dtype: imm.Dtype}, at)
		return result, err
	}
	if imm, ok := v.(*Imm); ok && imm.Dtype.IsFloat() && op == syntax.Sub {
		return &Imm{Dtype: imm.Dtype, Float: -imm.Float}, nil
	}
	if isPython(v) {
		return e.pythonUnary(op, v, at)
	}
	s, err := e.ToScalar(v, at)
	if err != nil {
		return nil, err
	}
	return e.negatedScalar(op, s, before, at)
}

func (e *Evaluator) pythonUnary(op syntax.Op, v Value, at syntax.Node) (Value, error) {
	if n, ok := asInt(v); ok {
		switch op {
		case syntax.Sub:
			return e.intBinary(syntax.Sub, 0, n, at)
		case syntax.Invert:
			return &Int{^n}, nil
		}
		return &Int{n}, nil
	}
	if f, ok := v.(*Float); ok && op != syntax.Invert {
		if op == syntax.Sub {
			return &Float{-f.V}, nil
		}
		return f, nil
	}
	return nil, e.Errorf(CodeType, at, "Python has no %s%s", op, v.Kind())
}

// negatedScalar returns op x for a value of the IR, which has no negation and no complement of integers. They
// are 0 - x and x ^ -1.
func (e *Evaluator) negatedScalar(op syntax.Op, s *Scalar, before mark, at syntax.Node) (Value, error) {
	t := target{s.IsIndex(), s.Dtype}
	switch {
	case op == syntax.Invert && s.Dtype.Code == form.Bool:
		return e.withConstant(arith.XOrI, s, 1, at)
	case s.Dtype.Code == form.Bool, op == syntax.Invert && s.Dtype.IsFloat():
		return nil, e.Errorf(CodeDtype, at, "%s is not defined for dtype %s", op, s.Dtype).
			Suggest("convert it: T.Cast(\"int32\", x)")
	case op == syntax.Add:
		return s, nil
	case op == syntax.Invert:
		return e.withConstant(arith.XOrI, s, -1, at)
	case s.Dtype.IsFloat():
		e.Locate(at)
		return &Scalar{e.B.Op(arith.NegF, []*ir.Value{s.V}).Result(0), s.Dtype}, nil
	}
	zero, same, err := e.both(&Int{0}, s, t, before, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return &Scalar{arith.Binary(e.B, arith.SubI, zero.V, same.V), s.Dtype}, nil
}

// withConstant makes an operation on a value and a constant of its type. The constant may be -1, even for
// unsigned dtypes.
func (e *Evaluator) withConstant(def *ir.OpDef, s *Scalar, n int64, at syntax.Node) (Value, error) {
	t := target{s.IsIndex(), s.Dtype}
	if t.dtype.Code == form.UInt {
		t.dtype.Code = form.Int
	}
	c, err := e.as(&Int{n}, t, at)
	if err != nil {
		return nil, err
	}
	e.Locate(at)
	return &Scalar{arith.Binary(e.B, def, s.V, c.V), s.Dtype}, nil
}

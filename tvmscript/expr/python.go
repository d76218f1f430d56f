package expr

import (
	"math"
	"math/big"
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// isPython reports whether Python can compute with a value.
func isPython(v Value) bool {
	switch v.(type) {
	case *Int, *Float, *Bool, *Str, *None, *Seq, *Dict, *Ellipsis, *Dtype:
		return true
	}
	return false
}

// asInt returns an int or bool of Python as an integer.
func asInt(v Value) (int64, bool) {
	switch v := v.(type) {
	case *Int:
		return v.V, true
	case *Bool:
		if v.V {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}

// asFloat returns a number of Python as a float.
func asFloat(v Value) (float64, bool) {
	if f, ok := v.(*Float); ok {
		return f.V, true
	}
	n, ok := asInt(v)
	return float64(n), ok
}

// pythonBinary computes x op y for values of Python.
func (e *Evaluator) pythonBinary(op syntax.Op, x, y Value, at syntax.Node) (Value, error) {
	a, xInt := asInt(x)
	b, yInt := asInt(y)
	if xInt && yInt {
		if p, ok := x.(*Bool); ok && (op == syntax.BitAnd || op == syntax.BitOr || op == syntax.BitXor) {
			if q, ok := y.(*Bool); ok {
				return boolBinary(op, p.V, q.V), nil
			}
		}
		return e.intBinary(op, a, b, at)
	}
	f, xNum := asFloat(x)
	g, yNum := asFloat(y)
	if xNum && yNum {
		return e.floatBinary(op, f, g, at)
	}
	return e.sequenceBinary(op, x, y, at)
}

// boolBinary computes a bitwise operation on truth values. Its result is a truth value.
func boolBinary(op syntax.Op, x, y bool) Value {
	switch op {
	case syntax.BitAnd:
		return &Bool{x && y}
	case syntax.BitOr:
		return &Bool{x || y}
	}
	return &Bool{x != y}
}

// intBinary computes with integers exactly. A result of more than 64 bits is an error.
func (e *Evaluator) intBinary(op syntax.Op, x, y int64, at syntax.Node) (Value, error) {
	a, b := big.NewInt(x), big.NewInt(y)
	r := new(big.Int)
	switch op {
	case syntax.Add:
		r.Add(a, b)
	case syntax.Sub:
		r.Sub(a, b)
	case syntax.Mul:
		r.Mul(a, b)
	case syntax.BitAnd:
		r.And(a, b)
	case syntax.BitOr:
		r.Or(a, b)
	case syntax.BitXor:
		r.Xor(a, b)
	case syntax.Div, syntax.FloorDiv, syntax.Mod:
		return e.intDivision(op, x, y, at)
	case syntax.Shl, syntax.Shr:
		return e.intShift(op, x, y, at)
	case syntax.Pow:
		return e.intPower(x, y, at)
	default:
		return nil, e.noOperator(op, &Int{x}, &Int{y}, at)
	}
	return e.fits(r, at)
}

// fits returns an exact result as an Int.
func (e *Evaluator) fits(r *big.Int, at syntax.Node) (Value, error) {
	if !r.IsInt64() {
		return nil, e.Errorf(CodeValue, at, "the result is an integer beyond 64 bits")
	}
	return &Int{r.Int64()}, nil
}

// intDivision rounds down. A quotient with / is the float nearest to the exact one.
func (e *Evaluator) intDivision(op syntax.Op, x, y int64, at syntax.Node) (Value, error) {
	if y == 0 {
		return nil, e.Errorf(CodeValue, at, "division by zero")
	}
	if op == syntax.Div {
		q, _ := new(big.Rat).SetFrac64(x, y).Float64()
		if x == 0 && y < 0 {
			q = math.Copysign(0, -1)
		}
		return &Float{q}, nil
	}
	// Euclid's quotient differs from the floor if the divisor is negative and there is a remainder.
	q, m := new(big.Int).DivMod(big.NewInt(x), big.NewInt(y), new(big.Int))
	if y < 0 && m.Sign() != 0 {
		q.Sub(q, big.NewInt(1))
		m.Add(m, big.NewInt(y))
	}
	if op == syntax.Mod {
		return e.fits(m, at)
	}
	return e.fits(q, at)
}

func (e *Evaluator) intShift(op syntax.Op, x, y int64, at syntax.Node) (Value, error) {
	switch {
	case y < 0:
		return nil, e.Errorf(CodeValue, at, "the shift count %d is negative", y)
	case op == syntax.Shr:
		return &Int{x >> min(uint64(y), 63)}, nil
	case x == 0:
		return &Int{0}, nil
	case y >= 64:
		return nil, e.Errorf(CodeValue, at, "the result is an integer beyond 64 bits")
	}
	return e.fits(new(big.Int).Lsh(big.NewInt(x), uint(y)), at)
}

// intPower is exact, or an error. It detects exponents that would take too long before it computes.
func (e *Evaluator) intPower(x, y int64, at syntax.Node) (Value, error) {
	switch {
	case y < 0 && x == 0:
		return nil, e.Errorf(CodeValue, at, "0 cannot be raised to a negative power")
	case y < 0:
		return &Float{math.Pow(float64(x), float64(y))}, nil
	case x == 0 || x == 1 || x == -1:
		y = min(y, 2-y%2) // exponents of one parity have one result, except for 0
	case y >= 64:
		return nil, e.Errorf(CodeValue, at, "the result is an integer beyond 64 bits")
	}
	return e.fits(new(big.Int).Exp(big.NewInt(x), big.NewInt(y), nil), at)
}

func (e *Evaluator) floatBinary(op syntax.Op, x, y float64, at syntax.Node) (Value, error) {
	switch op {
	case syntax.Add:
		return &Float{x + y}, nil
	case syntax.Sub:
		return &Float{x - y}, nil
	case syntax.Mul:
		return &Float{x * y}, nil
	case syntax.Pow:
		return e.floatPower(x, y, at)
	case syntax.Div, syntax.FloorDiv, syntax.Mod:
		if y == 0 {
			return nil, e.Errorf(CodeValue, at, "division by zero")
		}
		if op == syntax.Div {
			return &Float{x / y}, nil
		}
		q, m := floorDivMod(x, y)
		if op == syntax.Mod {
			return &Float{m}, nil
		}
		return &Float{q}, nil
	}
	return nil, e.noOperator(op, &Float{x}, &Float{y}, at)
}

// floorDivMod is Python's divmod of floats. The remainder is exact and has the sign of the divisor. The
// quotient is computed from the remainder, and rounded.
func floorDivMod(x, y float64) (q, m float64) {
	m = math.Mod(x, y)
	q = (x - m) / y
	switch {
	case m == 0:
		m = math.Copysign(0, y)
	case (y < 0) != (m < 0):
		m += y
		q--
	}
	if q == 0 {
		return math.Copysign(0, x/y), m
	}
	floor := math.Floor(q)
	if q-floor > 0.5 {
		floor++
	}
	return floor, m
}

func (e *Evaluator) floatPower(x, y float64, at syntax.Node) (Value, error) {
	r := math.Pow(x, y)
	switch {
	case x == 0 && y < 0:
		return nil, e.Errorf(CodeValue, at, "0 cannot be raised to a negative power")
	case math.IsNaN(r) && !math.IsNaN(x) && !math.IsNaN(y):
		return nil, e.Errorf(CodeUnsupported, at, "the result is a complex number")
	case math.IsInf(r, 0) && isFinite(x) && isFinite(y):
		return nil, e.Errorf(CodeValue, at, "the result is too large for a float")
	}
	return &Float{r}, nil
}

// sequenceBinary evaluates + and * of strings, tuples and lists.
func (e *Evaluator) sequenceBinary(op syntax.Op, x, y Value, at syntax.Node) (Value, error) {
	switch op {
	case syntax.Add:
		return e.concatenate(x, y, at)
	case syntax.Mul:
		if n, ok := asInt(y); ok {
			return e.repeat(x, n, at)
		}
		if n, ok := asInt(x); ok {
			return e.repeat(y, n, at)
		}
	case syntax.Mod:
		if _, ok := x.(*Str); ok {
			return nil, e.Errorf(CodeUnsupported, at,
				"formatting with %% is not supported").Suggest("use an f-string")
		}
	}
	return nil, e.noOperator(op, x, y, at)
}

func (e *Evaluator) concatenate(x, y Value, at syntax.Node) (Value, error) {
	switch a := x.(type) {
	case *Str:
		if b, ok := y.(*Str); ok {
			if err := e.length(int64(len(a.V)+len(b.V)), at); err != nil {
				return nil, err
			}
			return &Str{a.V + b.V}, nil
		}
	case *Seq:
		if b, ok := y.(*Seq); ok && a.List == b.List {
			if err := e.length(int64(len(a.Elems)+len(b.Elems)), at); err != nil {
				return nil, err
			}
			return &Seq{Elems: append(append([]Value{}, a.Elems...), b.Elems...), List: a.List}, nil
		}
	}
	return nil, e.noOperator(syntax.Add, x, y, at)
}

// repeat evaluates x * n. It checks the length of the result first.
func (e *Evaluator) repeat(x Value, n int64, at syntax.Node) (Value, error) {
	n = max(n, 0)
	switch a := x.(type) {
	case *Str:
		if err := e.length(multiplied(n, len(a.V)), at); err != nil {
			return nil, err
		}
		return &Str{strings.Repeat(a.V, repeats(n, len(a.V)))}, nil
	case *Seq:
		if err := e.length(multiplied(n, len(a.Elems)), at); err != nil {
			return nil, err
		}
		s := &Seq{List: a.List}
		for range repeats(n, len(a.Elems)) {
			s.Elems = append(s.Elems, a.Elems...)
		}
		return s, nil
	}
	return nil, e.noOperator(syntax.Mul, x, &Int{n}, at)
}

// multiplied returns n times a length, or a number above all limits.
func multiplied(n int64, length int) int64 {
	if length > 0 && n > maxLength {
		return maxLength + 1
	}
	return n * int64(length)
}

// repeats returns the number of repetitions for a length. It is 0 for an empty value.
func repeats(n int64, length int) int {
	if length == 0 {
		return 0
	}
	return int(n)
}

func (e *Evaluator) noOperator(op syntax.Op, x, y Value, at syntax.Node) error {
	return e.Errorf(CodeType, at, "Python has no %s %s %s", x.Kind(), op, y.Kind())
}

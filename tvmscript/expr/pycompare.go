package expr

import (
	"cmp"
	"math"
	"math/big"
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// pythonCompare evaluates x op y for values that are known at import time.
func (e *Evaluator) pythonCompare(op syntax.Op, x, y Value, at syntax.Node) (bool, error) {
	switch op {
	case syntax.Eq:
		return e.equal(x, y, at)
	case syntax.Ne:
		same, err := e.equal(x, y, at)
		return !same, err
	}
	order, ordered, err := e.order(x, y, at)
	if err != nil {
		return false, err
	}
	switch op {
	case syntax.Lt:
		return ordered && order < 0, nil
	case syntax.Le:
		return ordered && order <= 0, nil
	case syntax.Gt:
		return ordered && order > 0, nil
	case syntax.Ge:
		return ordered && order >= 0, nil
	}
	return false, e.noOperator(op, x, y, at)
}

// equal evaluates Python's ==. Values of different types are different, unless both are numbers.
func (e *Evaluator) equal(x, y Value, at syntax.Node) (bool, error) {
	if err := e.enter(at); err != nil {
		return false, err
	}
	defer e.leave()
	_, xNum := asFloat(x)
	_, yNum := asFloat(y)
	if xNum && yNum {
		order, ordered := compareNumbers(x, y)
		return ordered && order == 0, nil
	}
	switch a := x.(type) {
	case *Str:
		if d, ok := y.(*Dtype); ok {
			return a.V == d.String(), nil
		}
		b, ok := y.(*Str)
		return ok && a.V == b.V, nil
	case *Dtype:
		if s, ok := y.(*Str); ok {
			return s.V == a.String(), nil
		}
		b, ok := y.(*Dtype)
		return ok && a.Dtype == b.Dtype, nil
	case *Seq:
		b, ok := y.(*Seq)
		if !ok || a.List != b.List || len(a.Elems) != len(b.Elems) {
			return false, nil
		}
		return e.allEqual(a.Elems, b.Elems, at)
	case *Dict:
		b, ok := y.(*Dict)
		if !ok || len(a.Keys) != len(b.Keys) {
			return false, nil
		}
		return e.equalDicts(a, b, at)
	case *None:
		_, ok := y.(*None)
		return ok, nil
	case *Imm:
		b, ok := y.(*Imm)
		return ok && *a == *b, nil
	}
	if x == y || isFoldable(x) && isFoldable(y) {
		return x == y, nil
	}
	for _, v := range []Value{x, y} {
		switch v.(type) {
		case *Scalar, *Element, *Ramp, *Region:
			return false, e.Errorf(CodeType, at, "the comparison is made at import time, and here is %s",
				v.Kind())
		}
	}
	return false, nil
}

func (e *Evaluator) allEqual(xs, ys []Value, at syntax.Node) (bool, error) {
	for i := range xs {
		if same, err := e.equal(xs[i], ys[i], at); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (e *Evaluator) equalDicts(a, b *Dict, at syntax.Node) (bool, error) {
	for i, k := range a.Keys {
		j, err := e.find(b, k, at)
		if j < 0 || err != nil {
			return false, err
		}
		if same, err := e.equal(a.Values[i], b.Values[j], at); !same || err != nil {
			return false, err
		}
	}
	return true, nil
}

func (e *Evaluator) contains(elems []Value, v Value, at syntax.Node) (bool, error) {
	for _, x := range elems {
		if same, err := e.equal(x, v, at); same || err != nil {
			return same, err
		}
	}
	return false, nil
}

// compareNumbers compares numbers of Python exactly. ordered is false for NaN.
func compareNumbers(x, y Value) (order int, ordered bool) {
	a, xInt := asInt(x)
	b, yInt := asInt(y)
	if xInt && yInt {
		return cmp.Compare(a, b), true
	}
	f, _ := asFloat(x)
	g, _ := asFloat(y)
	switch {
	case math.IsNaN(f) || math.IsNaN(g):
		return 0, false
	case xInt && !math.IsInf(g, 0):
		return new(big.Float).SetInt64(a).Cmp(big.NewFloat(g)), true
	case yInt && !math.IsInf(f, 0):
		return big.NewFloat(f).Cmp(new(big.Float).SetInt64(b)), true
	}
	return cmp.Compare(f, g), true
}

// order compares values that Python can order: numbers, strings, and sequences of these.
func (e *Evaluator) order(x, y Value, at syntax.Node) (order int, ordered bool, err error) {
	_, xNum := asFloat(x)
	_, yNum := asFloat(y)
	if xNum && yNum {
		order, ordered = compareNumbers(x, y)
		return order, ordered, nil
	}
	switch a := x.(type) {
	case *Str:
		if b, ok := y.(*Str); ok {
			return strings.Compare(a.V, b.V), true, nil
		}
	case *Seq:
		if b, ok := y.(*Seq); ok && a.List == b.List {
			return e.orderSequences(a.Elems, b.Elems, at)
		}
	}
	return 0, false, e.Errorf(CodeType, at, "%s and %s cannot be compared", x.Kind(), y.Kind())
}

func (e *Evaluator) orderSequences(xs, ys []Value, at syntax.Node) (int, bool, error) {
	for i := range min(len(xs), len(ys)) {
		same, err := e.equal(xs[i], ys[i], at)
		if err != nil {
			return 0, false, err
		}
		if !same {
			return e.order(xs[i], ys[i], at)
		}
	}
	return cmp.Compare(len(xs), len(ys)), true, nil
}

// Truth returns the truth of a value that is known at import time.
func (e *Evaluator) Truth(v Value, at syntax.Node) (bool, error) {
	switch v := v.(type) {
	case *Int:
		return v.V != 0, nil
	case *Float:
		return v.V != 0, nil
	case *Bool:
		return v.V, nil
	case *Str:
		return v.V != "", nil
	case *None:
		return false, nil
	case *Seq:
		return len(v.Elems) > 0, nil
	case *Dict:
		return len(v.Keys) > 0, nil
	case *Imm:
		return v.Int != 0 || v.Float != 0, nil
	case *Unknown:
		return false, e.unknown(v, at)
	case *Buffer:
		return false, e.Errorf(CodeType, at, "the buffer %s has no truth value",
			v.Name).Suggest("compare an element: %s[...] != 0", v.Name)
	case *Pointer:
		return false, e.Errorf(CodeType, at, "a pointer into the buffer %s has no truth value",
			v.Buffer.Name).
			Suggest("compare an element: %s[...] != 0", v.Buffer.Name)
	case Truthless:
		return false, e.Errorf(CodeType, at, "%s has no truth value",
			v.Kind()).Suggest("compare something that has a value: x != 0")
	case *Scalar, *Element, *Ramp, *Region:
		return false, e.Errorf(CodeType, at, "the condition must be known at import time, and this is %s",
			v.Kind())
	}
	return true, nil
}

// unknown is the error about the use of a value that could not be evaluated.
func (e *Evaluator) unknown(v *Unknown, at syntax.Node) error {
	return e.Errorf(CodeName, at, "the value is not known at import time: %s", v.Why).
		Suggest("write the number, or compute it from constants")
}

// Iterate returns the elements of a value over which Python can iterate.
func (e *Evaluator) Iterate(v Value, at syntax.Node) ([]Value, error) {
	switch v := v.(type) {
	case *Seq:
		return v.Elems, e.steps(len(v.Elems), at)
	case *Dict:
		return v.Keys, e.steps(len(v.Keys), at)
	case *Str:
		var chars []Value
		for _, r := range v.V {
			chars = append(chars, &Str{string(r)})
		}
		return chars, e.length(int64(len(chars)), at)
	case *Unknown:
		return nil, e.unknown(v, at)
	}
	return nil, e.Errorf(CodeType, at, "%s cannot be iterated over at import time", v.Kind())
}

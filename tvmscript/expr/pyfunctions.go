package expr

import (
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// builtin is a function whose arguments are not evaluated before the call.
type builtin = func(e *Evaluator, call *syntax.Call) (Value, error)

// pythonFunctions are the functions of Python that run at import time. init fills the table, since the
// functions evaluate expressions, which use the table.
var pythonFunctions map[string]builtin

func init() {
	pythonFunctions = map[string]builtin{
		"len":   withValues(1, 1, (*Evaluator).pyLen),
		"range": withValues(1, 3, (*Evaluator).pyRange),
		"min":   func(e *Evaluator, c *syntax.Call) (Value, error) { return e.pyExtreme(c, syntax.Lt) },
		"max":   func(e *Evaluator, c *syntax.Call) (Value, error) { return e.pyExtreme(c, syntax.Gt) },
		"int":   withValues(0, 2, (*Evaluator).pyInt),
		"float": withValues(0, 1, (*Evaluator).pyFloat),
		"bool":  withValues(0, 1, (*Evaluator).pyBool),
		"str":   withValues(0, 1, (*Evaluator).pyStr),
		"repr":  withValues(1, 1, (*Evaluator).pyRepr),
		"list": withValues(0, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			return e.pySeq(vs, true, at)
		}),
		"tuple": withValues(0, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			return e.pySeq(vs, false, at)
		}),
		"set":       withValues(0, 1, (*Evaluator).pySet),
		"dict":      (*Evaluator).pyDict,
		"enumerate": withValues(1, 2, (*Evaluator).pyEnumerate),
		"zip":       withValues(0, 16, (*Evaluator).pyZip),
		"sum":       withValues(1, 2, (*Evaluator).pySum),
		"abs":       withValues(1, 1, (*Evaluator).pyAbs),
		"round":     withValues(1, 2, (*Evaluator).pyRound),
		"divmod":    withValues(2, 2, (*Evaluator).pyDivmod),
		"pow": withValues(2, 2, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			return e.Binary(syntax.Pow, vs[0], vs[1], at)
		}),
		"reversed": withValues(1, 1, (*Evaluator).pyReversed),
		"sorted":   withValues(1, 1, (*Evaluator).pySorted),
		"any": withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			return e.pyAny(vs[0], true, at)
		}),
		"all": withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
			return e.pyAny(vs[0], false, at)
		}),
		"map":       withValues(2, 2, (*Evaluator).pyMap),
		"math.gcd":  withValues(2, 2, (*Evaluator).pyGcd),
		"math.prod": withValues(1, 1, (*Evaluator).pyProd),
		"math.ceil": rounded(math.Ceil), "math.floor": rounded(math.Floor), "math.trunc": rounded(math.Trunc),
		"math.sqrt": mathFunction(math.Sqrt), "math.log2": mathFunction(math.Log2),
		"math.log":   mathFunction(math.Log),
		"math.log10": mathFunction(math.Log10), "math.exp": mathFunction(math.Exp),
		"math.fabs": mathFunction(math.Abs),
		"math.sin":  mathFunction(math.Sin), "math.cos": mathFunction(math.Cos),
		"math.tanh": mathFunction(math.Tanh),
		"math.pow":  withValues(2, 2, (*Evaluator).mathPow),
	}
}

// withValues makes a builtin of a function of positional values.
func withValues(least, most int, f func(e *Evaluator, vs []Value, at syntax.Node) (Value, error)) builtin {
	return func(e *Evaluator, call *syntax.Call) (Value, error) {
		positional, keywords, err := e.arguments(call)
		if err != nil {
			return nil, err
		}
		if len(keywords) > 0 {
			return nil, e.Errorf(CodeArity, keywords[0], "%s takes no argument %s here", e.callee(call),
				keywords[0].Name)
		}
		if n := len(positional); n < least || n > most {
			return nil, e.Errorf(CodeArity, call, "%s takes %s, not %d", e.callee(call),
				arguments(least, most),
				n)
		}
		vs := make([]Value, len(positional))
		for i, x := range positional {
			if vs[i], err = e.Value(x); err != nil {
				return nil, err
			}
			if u, ok := vs[i].(*Unknown); ok {
				return u, nil
			}
		}
		return f(e, vs, call)
	}
}

// arguments returns the allowed number of arguments as text, such as "2 to 3 arguments".
func arguments(least, most int) string {
	if least != most {
		return strconv.Itoa(least) + " to " + strconv.Itoa(most) + " arguments"
	}
	return diag.Count(least, "argument")
}

func (e *Evaluator) pyLen(vs []Value, at syntax.Node) (Value, error) {
	if s, ok := vs[0].(*Str); ok {
		return &Int{int64(utf8.RuneCountInString(s.V))}, e.steps(len(s.V), at)
	}
	switch v := vs[0].(type) {
	case *Seq:
		return &Int{int64(len(v.Elems))}, nil
	case *Dict:
		return &Int{int64(len(v.Keys))}, nil
	}
	return nil, e.Errorf(CodeType, at, "%s has no length", vs[0].Kind())
}

// pyRange evaluates range as a list. A loop of a prim_func over a range is not evaluated at import time, and
// does not use this function.
func (e *Evaluator) pyRange(vs []Value, at syntax.Node) (Value, error) {
	bounds := [3]int64{0, 0, 1}
	for i, v := range vs {
		n, ok := asInt(v)
		if imm, isImm := constantInt(v); isImm {
			n, ok = imm, true
		}
		if !ok {
			return nil, e.Errorf(CodeType, at,
				"range has integers that are known at import time, and this is %s", v.Kind()).
				Suggest("use T.serial for loops of the kernel")
		}
		bounds[i] = n
	}
	if len(vs) == 1 {
		bounds[0], bounds[1] = 0, bounds[0]
	}
	if bounds[2] == 0 {
		return nil, e.Errorf(CodeValue, at, "the step of range is not 0")
	}
	n := rangeLength(bounds)
	if err := e.length(n, at); err != nil {
		return nil, err
	}
	s := &Seq{List: true}
	for i := range n {
		s.Elems = append(s.Elems, &Int{bounds[0] + i*bounds[2]})
	}
	return s, nil
}

// rangeLength returns the number of elements of a range, or maxLength + 1 if that does not fit an int64.
func rangeLength(b [3]int64) int64 {
	distance := new(big.Int).Sub(big.NewInt(b[1]), big.NewInt(b[0]))
	step := big.NewInt(b[2])
	if distance.Sign() == 0 || distance.Sign() != step.Sign() {
		return 0
	}
	distance.Add(distance, step).Sub(distance, big.NewInt(int64(step.Sign())))
	n := distance.Quo(distance, step)
	if !n.IsInt64() {
		return maxLength + 1
	}
	return n.Int64()
}

// pyExtreme evaluates min or max of several values, or of the elements of one value.
func (e *Evaluator) pyExtreme(call *syntax.Call, better syntax.Op) (Value, error) {
	return withValues(1, maxLength, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		if len(vs) == 1 {
			elems, err := e.Iterate(vs[0], at)
			if err != nil {
				return nil, err
			}
			vs = elems
		}
		if len(vs) == 0 {
			return nil, e.Errorf(CodeValue, at, "there are no elements to choose from")
		}
		best := vs[0]
		for _, v := range vs[1:] {
			if !isFoldable(v) || !isFoldable(best) {
				return nil, e.Errorf(CodeType, at,
					"Python's min and max compare at import time, and here is %s", v.Kind()).
					Suggest("say T.min(x, y) or T.max(x, y)")
			}
			c, err := e.Compare(better, v, best, at)
			if err != nil {
				return nil, err
			}
			if c.(*Bool).V {
				best = v
			}
		}
		return best, nil
	})(e, call)
}

func (e *Evaluator) pyInt(vs []Value, at syntax.Node) (Value, error) {
	if len(vs) == 0 {
		return &Int{0}, nil
	}
	if s, ok := vs[0].(*Str); ok {
		return e.parseInt(s.V, vs, at)
	}
	if isHuge(vs[0]) {
		return vs[0], nil
	}
	if imm, ok := vs[0].(*Imm); ok {
		return e.pyInt([]Value{imm.plain()}, at)
	}
	if n, ok := asInt(vs[0]); ok {
		return &Int{n}, nil
	}
	if f, ok := vs[0].(*Float); ok {
		return e.wholeNumber(math.Trunc(f.V), at)
	}
	return nil, e.Errorf(CodeType, at, "int() converts what is known at import time, and this is %s",
		vs[0].Kind()).
		Suggest("say T.Cast(\"int32\", x)")
}

func (e *Evaluator) parseInt(text string, vs []Value, at syntax.Node) (Value, error) {
	base := int64(10)
	if len(vs) == 2 {
		base, _ = asInt(vs[1])
	}
	text = strings.TrimSpace(text)
	if base == 1 || base < 0 || base > 36 {
		return nil, e.Errorf(CodeValue, at, "%d is no base of numbers", base)
	}
	n, err := strconv.ParseInt(text, int(base), 64)
	if err != nil {
		return nil, e.Errorf(CodeValue, at, "%q is no integer", text).Because(err)
	}
	return &Int{n}, nil
}

// wholeNumber returns a float without a fraction as an integer.
func (e *Evaluator) wholeNumber(f float64, at syntax.Node) (Value, error) {
	if !(math.Abs(f) < 1<<63) {
		return nil, e.Errorf(CodeValue, at, "%v is no integer of 64 bits", f)
	}
	return &Int{int64(f)}, nil
}

func (e *Evaluator) pyFloat(vs []Value, at syntax.Node) (Value, error) {
	if len(vs) == 0 {
		return &Float{0}, nil
	}
	if s, ok := vs[0].(*Str); ok {
		f, err := parseFloat(s.V)
		if err != nil {
			return nil, e.Errorf(CodeValue, at, "%q is no number", s.V).Because(err)
		}
		return &Float{f}, nil
	}
	v := vs[0]
	if imm, ok := v.(*Imm); ok {
		if imm.isHuge() {
			return &Float{float64(uint64(imm.Int))}, nil
		}
		v = imm.plain()
	}
	if f, ok := asFloat(v); ok {
		return &Float{f}, nil
	}
	return nil, e.Errorf(CodeType, at, "float() converts what is known at import time, and this is %s",
		v.Kind()).
		Suggest("say T.Cast(\"float32\", x)")
}

// parseFloat reads a number as Python does, which has no hexadecimal floats.
func parseFloat(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if strings.ContainsAny(text, "xXpP_") {
		return 0, strconv.ErrSyntax
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil && math.IsInf(f, 0) {
		return f, nil
	}
	return f, err
}

func (e *Evaluator) pyBool(vs []Value, at syntax.Node) (Value, error) {
	if len(vs) == 0 {
		return &Bool{false}, nil
	}
	truth, err := e.Truth(vs[0], at)
	return &Bool{truth}, err
}

func (e *Evaluator) pyStr(vs []Value, at syntax.Node) (Value, error) {
	if len(vs) == 0 {
		return &Str{""}, nil
	}
	text, err := e.text(vs[0], at)
	return &Str{text}, err
}

func (e *Evaluator) pyRepr(vs []Value, at syntax.Node) (Value, error) {
	text := e.repr(vs[0])
	return &Str{text}, e.length(int64(len(text)), at)
}

func (e *Evaluator) pySeq(vs []Value, list bool, at syntax.Node) (Value, error) {
	if len(vs) == 0 {
		return &Seq{List: list}, nil
	}
	elems, err := e.Iterate(vs[0], at)
	if err != nil {
		return nil, err
	}
	return &Seq{Elems: slices.Clone(elems), List: list}, e.length(int64(len(elems)), at)
}

func (e *Evaluator) pySet(vs []Value, at syntax.Node) (Value, error) {
	s, err := e.pySeq(vs, true, at)
	if err != nil {
		return nil, err
	}
	return e.distinct(s.(*Seq).Elems, at)
}

// pyDict evaluates dict(a=1) and dict(pairs).
func (e *Evaluator) pyDict(call *syntax.Call) (Value, error) {
	positional, keywords, err := e.arguments(call)
	if err != nil {
		return nil, err
	}
	d := &Dict{}
	for _, x := range positional {
		if err := e.enterPairs(d, x); err != nil {
			return nil, err
		}
	}
	for _, k := range keywords {
		v, err := e.Eval(k.Value)
		if err != nil {
			return nil, err
		}
		if err := e.enterKey(d, &Str{k.Name}, v, k); err != nil {
			return nil, err
		}
	}
	return d, nil
}

func (e *Evaluator) enterPairs(d *Dict, x syntax.Expr) error {
	v, err := e.Eval(x)
	if err != nil {
		return err
	}
	if other, ok := v.(*Dict); ok {
		for i, k := range other.Keys {
			if err := e.enterKey(d, k, other.Values[i], x); err != nil {
				return err
			}
		}
		return nil
	}
	pairs, err := e.Iterate(v, x)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		pair, err := e.Iterate(p, x)
		if err != nil {
			return err
		}
		if len(pair) != 2 {
			return e.Errorf(CodeValue, x, "a dict is made from pairs, and here is one of %d", len(pair))
		}
		if err := e.enterKey(d, pair[0], pair[1], x); err != nil {
			return err
		}
	}
	return nil
}

func (e *Evaluator) pyEnumerate(vs []Value, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(vs[0], at)
	if err != nil {
		return nil, err
	}
	start := int64(0)
	if len(vs) == 2 {
		start, _ = asInt(vs[1])
	}
	s := &Seq{List: true}
	for i, v := range elems {
		s.Elems = append(s.Elems, &Seq{Elems: []Value{&Int{start + int64(i)}, v}})
	}
	return s, e.length(int64(len(elems)), at)
}

func (e *Evaluator) pyZip(vs []Value, at syntax.Node) (Value, error) {
	s := &Seq{List: true}
	shortest := maxLength
	lists := make([][]Value, len(vs))
	for i, v := range vs {
		elems, err := e.Iterate(v, at)
		if err != nil {
			return nil, err
		}
		lists[i], shortest = elems, min(shortest, len(elems))
	}
	if len(lists) == 0 {
		return s, nil
	}
	for i := range shortest {
		row := &Seq{}
		for _, l := range lists {
			row.Elems = append(row.Elems, l[i])
		}
		s.Elems = append(s.Elems, row)
	}
	return s, e.length(int64(shortest), at)
}

func (e *Evaluator) pySum(vs []Value, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(vs[0], at)
	if err != nil {
		return nil, err
	}
	var total Value = &Int{0}
	if len(vs) == 2 {
		total = vs[1]
	}
	for _, v := range elems {
		if total, err = e.Binary(syntax.Add, total, v, at); err != nil {
			return nil, err
		}
	}
	return total, e.length(int64(len(elems)), at)
}

func (e *Evaluator) pyAbs(vs []Value, at syntax.Node) (Value, error) {
	if n, ok := asInt(vs[0]); ok {
		if n < 0 {
			return e.intBinary(syntax.Sub, 0, n, at)
		}
		return &Int{n}, nil
	}
	if f, ok := vs[0].(*Float); ok {
		return &Float{math.Abs(f.V)}, nil
	}
	return nil, e.Errorf(CodeType, at, "abs() takes numbers that are known at import time, and this is %s",
		vs[0].Kind()).
		Suggest("say T.abs(x)")
}

// pyRound rounds half to even, as Python does.
func (e *Evaluator) pyRound(vs []Value, at syntax.Node) (Value, error) {
	if len(vs) == 2 {
		return nil, e.Errorf(CodeUnsupported, at, "round with a number of digits is not supported")
	}
	if n, ok := asInt(vs[0]); ok {
		return &Int{n}, nil
	}
	if f, ok := vs[0].(*Float); ok {
		return e.wholeNumber(math.RoundToEven(f.V), at)
	}
	return nil, e.Errorf(CodeType, at, "round() takes numbers that are known at import time, and this is %s",
		vs[0].Kind()).
		Suggest("say T.round(x)")
}

func (e *Evaluator) pyDivmod(vs []Value, at syntax.Node) (Value, error) {
	q, err := e.Binary(syntax.FloorDiv, vs[0], vs[1], at)
	if err != nil {
		return nil, err
	}
	m, err := e.Binary(syntax.Mod, vs[0], vs[1], at)
	return &Seq{Elems: []Value{q, m}}, err
}

func (e *Evaluator) pyReversed(vs []Value, at syntax.Node) (Value, error) {
	s, err := e.pySeq(vs, true, at)
	if err == nil {
		slices.Reverse(s.(*Seq).Elems)
	}
	return s, err
}

// pySorted sorts a list. It keeps the first error of a comparison, since the sort itself cannot fail.
func (e *Evaluator) pySorted(vs []Value, at syntax.Node) (Value, error) {
	s, err := e.pySeq(vs, true, at)
	if err != nil {
		return nil, err
	}
	var failed error
	slices.SortStableFunc(s.(*Seq).Elems, func(x, y Value) int {
		order, _, err := e.order(x, y, at)
		if err != nil {
			failed = err
		}
		return order
	})
	return s, failed
}

// pyAny evaluates any (found is true) or all (found is false).
func (e *Evaluator) pyAny(v Value, found bool, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(v, at)
	if err != nil {
		return nil, err
	}
	for _, x := range elems {
		truth, err := e.Truth(x, at)
		if err != nil {
			return nil, err
		}
		if truth == found {
			return &Bool{found}, nil
		}
	}
	return &Bool{!found}, nil
}

func (e *Evaluator) pyMap(vs []Value, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(vs[1], at)
	if err != nil {
		return nil, err
	}
	s := &Seq{List: true}
	for _, v := range elems {
		r, err := e.Call(vs[0], []Value{v}, at.(syntax.Expr))
		if err != nil {
			return nil, err
		}
		s.Elems = append(s.Elems, r)
	}
	return s, nil
}

func (e *Evaluator) pyGcd(vs []Value, at syntax.Node) (Value, error) {
	a, ok := asInt(vs[0])
	b, ok2 := asInt(vs[1])
	if !ok || !ok2 {
		return nil, e.Errorf(CodeType, at, "math.gcd takes integers")
	}
	x, y := new(big.Int).Abs(big.NewInt(a)), new(big.Int).Abs(big.NewInt(b))
	return e.fits(new(big.Int).GCD(nil, nil, x, y), at)
}

func (e *Evaluator) pyProd(vs []Value, at syntax.Node) (Value, error) {
	elems, err := e.Iterate(vs[0], at)
	if err != nil {
		return nil, err
	}
	var total Value = &Int{1}
	for _, v := range elems {
		if total, err = e.Binary(syntax.Mul, total, v, at); err != nil {
			return nil, err
		}
	}
	return total, nil
}

// number returns an argument of a function of Python's module math.
func (e *Evaluator) number(v Value, at syntax.Node) (float64, error) {
	f, ok := asFloat(v)
	if !ok {
		return 0, e.Errorf(CodeType, at,
			"functions of Python's math take numbers that are known at import time, and this is %s",
			v.Kind()).
			Suggest("use the function of T")
	}
	return f, nil
}

// mathFunction makes a builtin of a function of floats. As in Python, a result of NaN is an error, unless the
// argument is NaN.
func mathFunction(f func(float64) float64) builtin {
	return withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		x, err := e.number(vs[0], at)
		if err != nil {
			return nil, err
		}
		r := f(x)
		if isFinite(x) && !isFinite(r) {
			return nil, e.Errorf(CodeValue, at, "the function has no value at %v", x)
		}
		return &Float{r}, nil
	})
}

func rounded(f func(float64) float64) builtin {
	return withValues(1, 1, func(e *Evaluator, vs []Value, at syntax.Node) (Value, error) {
		if n, ok := asInt(vs[0]); ok {
			return &Int{n}, nil
		}
		x, err := e.number(vs[0], at)
		if err != nil {
			return nil, err
		}
		return e.wholeNumber(f(x), at)
	})
}

func (e *Evaluator) mathPow(vs []Value, at syntax.Node) (Value, error) {
	x, err := e.number(vs[0], at)
	if err != nil {
		return nil, err
	}
	y, err := e.number(vs[1], at)
	if err != nil {
		return nil, err
	}
	return e.floatPower(x, y, at)
}

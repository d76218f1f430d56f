package expr

import (
	"math/big"
	"strings"

	"github.com/inflight-compiler/inflight/tvmscript/form"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// sum is a linear combination of expressions, given by their text. It compares the ends of slices without
// evaluating them.
type sum struct {
	terms    map[string]int64
	constant int64
	left     int // number of nodes that may still be visited
	failed   bool
}

// distance returns high - low if that is constant, as for i*4:i*4+4. Names that stand for constants of Python
// are constants.
func (e *Evaluator) distance(high, low syntax.Expr) (int64, bool) {
	s := &sum{terms: map[string]int64{}, left: 200}
	e.addTerms(s, high, 1)
	e.addTerms(s, low, -1)
	if s.failed || len(s.terms) > 0 {
		return 0, false
	}
	return s.constant, true
}

// addTerms adds factor times x to the sum. An expression that is neither a sum nor a product with a constant
// is one term.
func (e *Evaluator) addTerms(s *sum, x syntax.Expr, factor int64) {
	if s.left--; s.left < 0 {
		s.failed = true
	}
	if s.failed {
		return
	}
	if n, ok := e.nameOfConstant(x); ok {
		s.constant = s.plus(s.constant, s.times(factor, n))
		return
	}
	switch x := x.(type) {
	case *syntax.Paren:
		e.addTerms(s, x.X, factor)
		return
	case *syntax.Unary:
		if x.Op == syntax.Sub {
			e.addTerms(s, x.X, s.times(factor, -1))
			return
		}
	case *syntax.Binary:
		if e.addBinary(s, x, factor) {
			return
		}
	}
	text := e.File.Span(x).Text()
	if s.terms[text] = s.plus(s.terms[text], factor); s.terms[text] == 0 {
		delete(s.terms, text)
	}
}

func (e *Evaluator) addBinary(s *sum, x *syntax.Binary, factor int64) bool {
	switch x.Op {
	case syntax.Add:
		e.addTerms(s, x.X, factor)
		e.addTerms(s, x.Y, factor)
		return true
	case syntax.Sub:
		e.addTerms(s, x.X, factor)
		e.addTerms(s, x.Y, s.times(factor, -1))
		return true
	case syntax.Mul:
		if n, ok := e.nameOfConstant(x.Y); ok {
			e.addTerms(s, x.X, s.times(factor, n))
			return true
		}
		if n, ok := e.nameOfConstant(x.X); ok {
			e.addTerms(s, x.Y, s.times(factor, n))
			return true
		}
	}
	return false
}

// nameOfConstant returns the integer of a literal, or of a name that stands for one.
func (e *Evaluator) nameOfConstant(x syntax.Expr) (int64, bool) {
	switch x := x.(type) {
	case *syntax.Paren:
		return e.nameOfConstant(x.X)
	case *syntax.Int:
		return x.Value, !x.Big
	case *syntax.Name:
		if e.Env == nil {
			return 0, false
		}
		v, ok := e.Env.Lookup(x.Name)
		if !ok {
			return 0, false
		}
		return constantInt(v)
	case *syntax.Call:
		return e.typedConstant(x)
	}
	return 0, false
}

// typedConstant returns the integer of a constant with a dtype, such as T.int64(4).
func (e *Evaluator) typedConstant(x *syntax.Call) (int64, bool) {
	if len(x.Args) != 1 || x.Args[0].Kind != syntax.Plain {
		return 0, false
	}
	f, err := e.Eval(x.Fun)
	b, ok := f.(*Builtin)
	if err != nil || !ok {
		return 0, false
	}
	name, _ := strings.CutPrefix(b.Name, "T.")
	if d, ok := form.ParseDtype(name); !ok || !d.IsInt() || d.Lanes != 1 {
		return 0, false
	}
	return e.nameOfConstant(x.Args[0].Value)
}

func (s *sum) plus(a, b int64) int64 {
	return s.fit(new(big.Int).Add(big.NewInt(a), big.NewInt(b)))
}

func (s *sum) times(a, b int64) int64 {
	return s.fit(new(big.Int).Mul(big.NewInt(a), big.NewInt(b)))
}

func (s *sum) fit(v *big.Int) int64 {
	if !v.IsInt64() {
		s.failed = true
		return 0
	}
	return v.Int64()
}

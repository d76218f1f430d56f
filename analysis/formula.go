package analysis

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
)

// Formula holds the accesses of an operation as a function of some values, its variables. Putting numbers in
// gives the accesses for these numbers. It serves callers that need the accesses of one operation for very
// many numbers.
type Formula struct {
	// Accesses are the accesses; their subscripts contain the variables.
	Accesses []Access
	// Variables are the values on which the subscripts depend.
	Variables []*ir.Value

	e      *Evaluator
	bases  [][]polynomial // per access and dimension
	follow formulator     // follows the evaluation
}

// polynomial is a linear form of variables and of divisions of such forms, compiled for evaluation.
type polynomial struct {
	add       int64
	terms     []factor
	divisions []division
	rest      []Term // the terms that do not depend on variables
}

type factor struct {
	variable int
	coef     int64
}

type division struct {
	kind divKind
	coef int64
	by   int64
	arg  polynomial
}

// formulator follows an evaluation with variables. It sets doubt when the evaluation takes a branch that it
// might not take for some numbers.
type formulator struct {
	variable func(*ir.Value) bool
	doubt    bool
}

// Formula returns the accesses of op as a function of the values for which variable holds; Bind must return
// the form Of(v) for such a value. It returns false if, for some numbers, the accesses may differ from the
// formula with these numbers put in; Accesses is then more precise. The numbers must not be negative. Only
// accesses for which wanted holds can be evaluated.
func (e *Evaluator) Formula(op *ir.Op, variable func(*ir.Value) bool, wanted func(*Access) bool) (*Formula,
	bool) {
	f := e.Follow(op, variable)
	return f, f.Complete(wanted)
}

// Follow is the first half of Formula, the evaluation. Only Accesses can be used before Complete.
func (e *Evaluator) Follow(op *ir.Op, variable func(*ir.Value) bool) *Formula {
	f := &e.formulaSlab.take(1)[0]
	f.e, f.follow.variable = e, variable
	e.follow = &f.follow
	defer func() { e.follow = nil }()
	f.Accesses = e.Accesses(op)
	return f
}

// Complete is the second half of Formula. It compiles the accesses for evaluation.
func (f *Formula) Complete(wanted func(*Access) bool) bool {
	f.bases = f.e.basesSlab.take(len(f.Accesses))
	for i := range f.Accesses {
		if !wanted(&f.Accesses[i]) {
			continue
		}
		f.bases[i] = f.e.polynomialSlab.take(len(f.Accesses[i].Dims))
		for d := range f.bases[i] {
			f.bases[i][d] = f.follow.compile(f, f.Accesses[i].Dims[d].Base)
		}
	}
	return !f.follow.doubt
}

// Put evaluates the subscripts of one access for the numbers of the variables. It writes them to dims, which
// has as many elements as the access has dimensions.
func (f *Formula) Put(access int, numbers []int64, dims []Range) {
	for d := range f.Accesses[access].Dims {
		from, to, p := &f.Accesses[access].Dims[d], &dims[d], &f.bases[access][d]
		to.Base.Const, to.Base.Terms = p.at(numbers), p.rest
		to.Lo, to.Hi, to.Full, to.Step = from.Lo, from.Hi, from.Full, from.Step
	}
}

func (p *polynomial) at(numbers []int64) int64 {
	n := p.add
	for _, t := range p.terms {
		n += t.coef * numbers[t.variable]
	}
	for i := range p.divisions {
		d := &p.divisions[i]
		n += d.coef * divideConst(d.kind, d.arg.at(numbers), d.by)
	}
	return n
}

func (w *formulator) compile(f *Formula, l Linear) polynomial {
	p := polynomial{add: l.Const}
	divided := false
	p.terms = f.e.factorSlab.take(len(l.Terms))[:0]
	for _, t := range l.Terms {
		switch part := w.part(t.Sym); {
		case part == constant:
			p.rest = append(p.rest, t)
		case part == mixed:
			w.doubt = true // the rest of it depends on the numbers
		case t.Sym.kind == notDiv:
			p.terms = append(p.terms, factor{f.index(t.Sym.Value), t.Coef})
		default:
			divided = true
		}
	}
	if divided {
		p.divisions = w.divisions(f, l)
	}
	return p
}

// divisions compiles the divisions in a form that depend on variables only.
func (w *formulator) divisions(f *Formula, l Linear) (all []division) {
	for _, t := range l.Terms {
		if t.Sym.kind != notDiv && w.part(t.Sym) == pure {
			all = append(all, division{t.Sym.kind, t.Coef, t.Sym.Mod + t.Sym.Div, w.compile(f, t.Sym.Arg)})
		}
	}
	return all
}

func (f *Formula) index(v *ir.Value) int {
	i := slices.Index(f.Variables, v)
	if i < 0 {
		i = len(f.Variables)
		if i == 0 {
			const few = 2
			f.Variables = f.e.valueSlab.take(few)[:0]
		}
		f.Variables = append(f.Variables, v)
	}
	return i
}

// dependence says whether a form or symbol depends on variables, on other symbols, or both.
type dependence uint8

const (
	constant dependence = iota // no variable
	pure                       // variables only
	mixed
)

func (w *formulator) part(s *Symbol) dependence {
	switch {
	case s.kind != notDiv:
		return w.partOf(s.Arg)
	case s.Value != nil && w.variable(s.Value):
		return pure
	}
	return constant
}

func (w *formulator) partOf(l Linear) dependence {
	var seen [3]bool
	for _, t := range l.Terms {
		seen[w.part(t.Sym)] = true
	}
	switch {
	case seen[mixed] || seen[constant] && seen[pure]:
		return mixed
	case seen[pure]:
		return pure
	}
	return constant
}

// decided notes that the evaluation takes a branch that depends on these forms.
func (w *formulator) decided(forms ...Linear) {
	if w == nil || w.doubt {
		return
	}
	w.doubt = slices.ContainsFunc(forms, func(l Linear) bool { return w.partOf(l) != constant })
}

// gaveUp notes that a rule looked at operands of an operation and found no form.
func (e *Evaluator) gaveUp(op *ir.Op) {
	if e.follow == nil {
		return
	}
	for _, v := range op.Operands() {
		e.follow.decided(e.memo[v])
	}
}

// divided notes that a remainder or quotient becomes a symbol. A division of variables only becomes a number
// when numbers are put in. A division of variables and other symbols stays a symbol with the same bounds, if
// it rounds down and the other symbols alone prevent a simplification.
func (w *formulator) divided(kind divKind, a Linear, by int64) {
	if w == nil || w.partOf(a) != mixed {
		return
	}
	odd := false
	for _, t := range a.Terms {
		part := w.part(t.Sym)
		odd = odd || part == constant && t.Coef%by != 0
		w.doubt = w.doubt || part == mixed
	}
	w.doubt = w.doubt || !odd || kind != floorMod && kind != floorDiv
}

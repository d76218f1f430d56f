package analysis

import (
	"encoding/binary"

	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Evaluator computes linear forms of SSA values, and accesses of operations. Integers wrap around as in the
// program, see wrapped. It is not safe for concurrent use.
type Evaluator struct {
	// Bind, if not nil, returns a form for a value about which the caller knows more than its definition
	// says, such as a loop's induction variable in a certain iteration.
	Bind func(v *ir.Value) (Linear, bool)
	// Invariant, if not nil, reports whether a value without an evaluation rule is the same at all times that
	// the caller compares. A value that is not gets a fresh symbol at each evaluation, and a range over it is
	// Full.
	Invariant func(v *ir.Value) bool
	// Writes, if not nil, reports whether the kernel that an operation launches may write memory that is
	// passed to it.
	Writes func(launch *ir.Op, memory *ir.Value) bool
	// Reads, if not nil, reports whether an operation without declared effects only reads the memory in its
	// operands.
	Reads func(op *ir.Op) bool
	// Declared, if not nil, returns what a call does to the memory in each operand, and whether that is all
	// that it does to memory.
	Declared func(call *ir.Op) ([]function.Access, bool)

	// Strict says that sizes may be so large that arithmetic on them wraps around. Without Strict,
	// Assumptions returns where the evaluation assumed that it does not.
	Strict bool
	// AsWritten is for forms that are printed beside the operations. Remainders stay even if ranges show that
	// they change nothing, and numbers of 64 bits are taken as exact.
	AsWritten bool

	// OwnBuffer, if not nil, reports whether a value that control flow hands on counts as a buffer of its
	// own. The caller then knows which memory the value is.
	OwnBuffer func(v *ir.Value) bool
	// StandsFor, if not nil, returns the value for which such a value stands in this evaluation, or nil.
	StandsFor func(v *ir.Value) *ir.Value

	values  map[*ir.Value]*Symbol // the symbols that stand for values
	symbols map[symbolKey]*Symbol // all other symbols
	walk    summary               // the walk over the operation whose accesses are evaluated, see Accesses
	globals map[string]*ir.Value
	extents map[extentKey]*ir.Value // the first query of each dynamic extent
	nextID  int
	memo    map[*ir.Value]Linear
	local   map[*ir.Value]Linear // the induction variables of loops with one iteration
	follow  *formulator          // set while a formula is made
	depth   int                  // of nested definitions in the current evaluation
	at      *ir.Op               // the operation that is being evaluated, for assumptions
	assumed []Assumption

	symbolSlab slab[Symbol]
	rangeSlab  slab[Range]
	accessSlab slab[Access]
	allocation allocation

	// Memory of formulas.
	formulaSlab    slab[Formula]
	basesSlab      slab[[]polynomial]
	polynomialSlab slab[polynomial]
	factorSlab     slab[factor]
	valueSlab      slab[*ir.Value]
}

// symbolKey identifies a symbol that stands for an operation on a linear form.
type symbolKey struct {
	kind divKind
	arg  string
	by   int64
}

// divKind is a kind of division of integers.
type divKind uint8

const (
	notDiv   divKind = iota
	floorMod         // affine mod
	signedRem
	unsignedRem
	floorDiv
	ceilDiv
	truncDiv
	unsignedDiv
	wrapAround // the signed number of 64 bits that is congruent to the form
)

// of returns the result of this division of two numbers.
func (k divKind) of(a, b int64) int64 { return divideConst(k, a, b) }

func (k divKind) isRemainder() bool { return k >= floorMod && k <= unsignedRem }

// Eval returns the linear form of an integer or index value, as a signed number. Truth values are 0 and 1.
func (e *Evaluator) Eval(v *ir.Value) Linear {
	e.forget()
	if e.at = v.DefiningOp(); e.at == nil && v.Owner() != nil {
		e.at = v.Owner().ParentOp()
	}
	return e.number(e.eval(v))
}

// emptied clears a map, or drops a large one, because clearing takes time in proportion to the greatest size
// that the map ever had.
func emptied[K comparable, V any](m *map[K]V) {
	const many = 64
	if len(*m) > many {
		*m = nil
		return
	}
	clear(*m)
}

// forget begins a new evaluation, since values that are not invariant may have changed.
func (e *Evaluator) forget() {
	if emptied(&e.memo); e.memo == nil {
		e.memo = map[*ir.Value]Linear{}
	}
}

// SymbolOf returns the symbol that stands for v.
func (e *Evaluator) SymbolOf(v *ir.Value) *Symbol {
	s := e.values[v]
	if s == nil {
		if e.values == nil {
			e.values = map[*ir.Value]*Symbol{}
		}
		s = e.newSymbol(Symbol{Value: v})
		e.values[v] = s
	}
	return s
}

// Of returns the linear form 1·v, without use of v's definition.
func (e *Evaluator) Of(v *ir.Value) Linear {
	return e.SymbolOf(v).linear()
}

// Counter returns a new symbol for the distance of an integer from its lower bound.
func (e *Evaluator) Counter(v *ir.Value) *Symbol { return e.newSymbol(Symbol{Value: v, counter: true}) }

func (e *Evaluator) symbol(k symbolKey, s Symbol) *Symbol {
	if found := e.symbols[k]; found != nil {
		return found
	}
	if e.symbols == nil {
		e.symbols = map[symbolKey]*Symbol{}
	}
	made := e.newSymbol(s)
	e.symbols[k] = made
	return made
}

func (e *Evaluator) fresh(v *ir.Value) Linear {
	return e.newSymbol(Symbol{Value: v, fresh: true}).linear()
}

// newSymbol returns a symbol that differs from all earlier ones.
func (e *Evaluator) newSymbol(s Symbol) *Symbol {
	made := &e.symbolSlab.take(1)[0]
	*made = s
	e.nextID++
	made.id = e.nextID
	made.self[0] = Term{made, 1}
	return made
}

func (e *Evaluator) eval(v *ir.Value) Linear {
	if c, ok := ir.ConstInt(v); ok {
		return Const(signed(c, width(v.Type())))
	}
	if l, ok := e.memo[v]; ok {
		return l
	}
	l := e.evalUncached(v)
	e.memo[v] = l
	return l
}

func (e *Evaluator) evalUncached(v *ir.Value) Linear {
	if l, ok := e.local[v]; ok {
		return l
	}
	if e.Bind != nil {
		if l, ok := e.Bind(v); ok {
			return l
		}
	}
	if l, ok := e.evalDefinition(v); ok {
		return l
	}
	if e.Invariant != nil && !e.Invariant(v) {
		return e.fresh(v)
	}
	return e.Of(v)
}

// maxDepth limits the depth of nested definitions. In unreachable code a value may be computed from itself.
const maxDepth = 10000

func (e *Evaluator) evalDefinition(v *ir.Value) (Linear, bool) {
	op := v.DefiningOp()
	if of := v.Uncaptured(); of != v {
		return e.eval(of), true
	}
	if op == nil || e.depth == maxDepth {
		return Linear{}, false
	}
	e.depth++
	l, ok := e.evalOp(op)
	e.depth--
	return l, ok
}

// maxWeight limits the weight of forms that are divided. In a program of n lines, 2ⁿ divisions can be nested.
const maxWeight = 256

// divide returns the form of a division of a form by a positive constant.
func (e *Evaluator) divide(kind divKind, a Linear, by int64) (Linear, bool) {
	if by <= 0 {
		return Linear{}, false
	}
	if a.IsConst() {
		return Const(divideConst(kind, a.Const, by)), true
	}
	if kind == wrapAround {
		return e.division(kind, e.congruent(a, 0), 1), true
	}
	if by == 1 {
		if kind.isRemainder() {
			return Const(0), true
		}
		return a, true
	}
	switch kind = floorKind(kind, a, by); kind {
	case floorMod:
		a = e.congruent(a, by)
		if a.IsConst() {
			return Const(divideConst(kind, a.Const, by)), true
		}
		if within := a.Interval(); !e.AsWritten && within.bounded() && within.Lo >= 0 && within.Hi < by {
			return a, true
		}
	case floorDiv:
		whole, rest := splitMultiples(a, by)
		if within := rest.Interval(); within.bounded() && within.floorDiv(by).single() {
			return whole.AddConst(within.floorDiv(by).Lo), true
		}
		if len(whole.Terms) > 0 || whole.Const != 0 {
			part, ok := e.divide(floorDiv, rest, by)
			return whole.Add(part), ok
		}
	}
	e.follow.divided(kind, a, by)
	return e.division(kind, a, by), true
}

// division returns the form of a division that cannot be simplified.
func (e *Evaluator) division(kind divKind, a Linear, by int64) Linear {
	s := Symbol{kind: kind, Arg: a, inner: a.weight(), fresh: a.hasFresh()}
	if kind.isRemainder() {
		s.Mod = by
	} else {
		s.Div = by
	}
	return e.symbol(symbolKey{kind: kind, arg: keyOf(a), by: by}, s).linear()
}

// congruent returns a form that is congruent to a modulo by, or modulo 2⁶⁴ if by is 0. It leaves out
// multiples, remainders and wrapping around that do not change the remainder.
func (e *Evaluator) congruent(a Linear, by int64) Linear {
	for _, t := range a.Terms {
		s := t.Sym
		switch {
		case by > 0 && t.Coef%by == 0:
			a = a.Sub(Linear{Terms: []Term{t}})
		case s.kind == wrapAround && by&(by-1) == 0,
			s.kind == floorMod && by > 0 && s.Mod%(by/gcd(by, t.Coef)) == 0:
			a = a.Sub(Linear{Terms: []Term{t}}).Add(e.congruent(s.Arg, by).Scale(t.Coef))
		}
	}
	return a
}

// Mod returns the form of the remainder of the division by a positive constant, rounded down.
func (e *Evaluator) Mod(a Linear, by int64) (Linear, bool) { return e.divide(floorMod, a, by) }

// splitMultiples writes a as by·whole + rest. The terms of rest are those that are not multiples of by, and
// its constant is between 0 and by-1.
func splitMultiples(a Linear, by int64) (whole, rest Linear) {
	whole, rest = a.split(by)
	rest.Const = divideConst(floorMod, a.Const, by)
	whole.Const = (a.Const - rest.Const) / by
	return whole, rest
}

func divideConst(kind divKind, a, by int64) int64 {
	q, r := a/by, a%by
	switch kind {
	case floorMod:
		if r < 0 {
			r += by
		}
		return r
	case signedRem:
		return r
	case unsignedRem:
		return int64(uint64(a) % uint64(by))
	case floorDiv:
		if r < 0 {
			q--
		}
	case ceilDiv:
		if r > 0 {
			q++
		}
	case unsignedDiv:
		return int64(uint64(a) / uint64(by))
	}
	return q
}

func keyOf(a Linear) string {
	k := binary.AppendVarint(nil, a.Const)
	for _, t := range a.Terms {
		k = binary.AppendVarint(k, int64(t.Sym.id))
		k = binary.AppendVarint(k, t.Coef)
	}
	return string(k)
}

// Subst returns a with sym replaced by the form to, also in remainders and quotients.
func (e *Evaluator) Subst(a Linear, sym *Symbol, to Linear) Linear {
	result := Const(a.Const)
	for _, t := range a.Terms {
		part := t.Sym.linear()
		switch {
		case t.Sym == sym:
			part = to
		case t.Sym.kind != notDiv && t.Sym.Arg.mentions(sym):
			part, _ = e.divide(t.Sym.kind, e.Subst(t.Sym.Arg, sym, to), t.Sym.Mod+t.Sym.Div)
		}
		result = result.Add(part.Scale(t.Coef))
	}
	return result
}

// apply returns the form of an affine expression applied to dims and syms.
func (e *Evaluator) apply(x *affine.Expr, dims, syms []Linear) (Linear, bool) {
	switch x.Kind {
	case affine.Constant:
		return Const(x.Value), true
	case affine.Dim:
		return dims[x.Value], true
	case affine.Symbol:
		return syms[x.Value], true
	}
	l, okL := e.apply(x.LHS, dims, syms)
	r, okR := e.apply(x.RHS, dims, syms)
	if !okL || !okR {
		return Linear{}, false
	}
	switch x.Kind {
	case affine.Add:
		return l.Add(r), true
	case affine.Mul:
		product, ok := multiply(l, r)
		if !ok {
			e.follow.decided(l, r)
		}
		return product, ok
	}
	if !r.IsConst() {
		e.follow.decided(r)
		return Linear{}, false
	}
	if l.weight() > maxWeight {
		e.follow.decided(l)
		return Linear{}, false
	}
	return e.divide(map[affine.Kind]divKind{
		affine.Mod: floorMod, affine.FloorDiv: floorDiv, affine.CeilDiv: ceilDiv,
	}[x.Kind], e.exact(l), r.Const)
}

func multiply(a, b Linear) (Linear, bool) {
	switch {
	case b.IsConst():
		return a.Scale(b.Const), true
	case a.IsConst():
		return b.Scale(a.Const), true
	}
	return Linear{}, false
}

// applyMap evaluates a map on SSA operands, dimensions first. A result is nil if it is not linear.
func (e *Evaluator) applyMap(m *affine.Map, operands []*ir.Value) []*Linear {
	forms := make([]Linear, len(operands))
	for i, v := range operands {
		forms[i] = e.eval(v)
	}
	results, values := make([]*Linear, len(m.Results)), make([]Linear, len(m.Results))
	for i, x := range m.Results {
		if l, ok := e.apply(x, forms[:m.NumDims], forms[m.NumDims:]); ok {
			values[i] = l
			results[i] = &values[i]
		}
	}
	return results
}

// isIdentity reports whether a map has one dimension and returns it.
func isIdentity(m *affine.Map) bool {
	return m.NumDims == 1 && len(m.Results) == 1 && m.Results[0].Kind == affine.Dim
}

// Fresh returns a symbol that differs from every other.
func (e *Evaluator) Fresh() *Symbol {
	return e.fresh(nil).Terms[0].Sym
}

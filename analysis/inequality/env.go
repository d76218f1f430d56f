package inequality

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/affine"
)

// Env holds the facts about the integers of a program that are known at one position.
type Env struct {
	values  map[*ir.Value]*Atom
	extents map[extent]*Atom
	maps    map[string]*Atom
	nextID  int

	forms [2]map[*ir.Value]known // modulo 2⁶⁴, and exact ones
	scope int                    // the number of the open scope
	next  int                    // the number of the next scope
	undo  []func()
	nests int // the depth of nested definitions in the current evaluation
}

type extent struct {
	memory *ir.Value
	dim    int
}

// known is a form that was found in a scope. If it is opaque, it is computed again in other scopes, which may
// have more facts.
type known struct {
	form   Form
	opaque bool
	scope  int
}

// New returns an Env without assumptions: it knows only definitions.
func New() *Env {
	return &Env{
		values: map[*ir.Value]*Atom{}, extents: map[extent]*Atom{}, maps: map[string]*Atom{},
		forms: [2]map[*ir.Value]known{{}, {}},
	}
}

// Scoped calls f in a new scope, and then removes the facts that f has assumed.
func (e *Env) Scoped(f func()) {
	mark, outer := len(e.undo), e.scope
	e.next++
	e.scope = e.next
	f()
	for len(e.undo) > mark {
		last := len(e.undo) - 1
		e.undo[last]()
		e.undo = e.undo[:last]
	}
	e.scope = outer
}

// later registers f to be called at the end of the open scope.
func (e *Env) later(f func()) { e.undo = append(e.undo, f) }

// Assume assumes that a form is at least 0, in the open scope.
func (e *Env) Assume(f Form) {
	switch {
	case len(f.Terms) == 1:
		e.limit(f.Terms[0], f.Const)
		return
	case f.certain():
		return
	}
	for _, t := range f.Terms {
		a := t.Atom
		n := len(a.facts)
		a.facts = append(a.facts, f)
		e.later(func() { a.facts = a.facts[:n] })
	}
}

// limit assumes that t + n is at least 0.
func (e *Env) limit(t Term, n int64) {
	a, low, high := t.Atom, t.Atom.low, t.Atom.high
	switch {
	case n == math.MinInt64 || t.Coef == math.MinInt64:
		return
	case t.Coef > 0:
		low = max(low, -floorDiv(n, t.Coef))
	default:
		high = min(high, floorDiv(n, -t.Coef))
	}
	if low == a.low && high == a.high {
		return
	}
	oldLow, oldHigh := a.low, a.high
	a.low, a.high = low, high
	e.later(func() { a.low, a.high = oldLow, oldHigh })
}

func floorDiv(a, by int64) int64 {
	q := a / by
	if a%by < 0 {
		q--
	}
	return q
}

// assumeOrder assumes that f + distance is at most g.
func (e *Env) assumeOrder(f Form, distance int64, g Form) {
	d, exact := g.Plus(f, -1)
	if exact {
		d, exact = d.Plus(Const(distance), -1)
	}
	if exact {
		e.Assume(d)
	}
}

// add returns a new atom with a number, and with the depth of v.
func (e *Env) add(a Atom, v *ir.Value) *Atom {
	e.nextID++
	a.id = e.nextID
	for op := v.ParentBlock().ParentOp(); op != nil; op = op.Parent() {
		a.depth++
	}
	return &a
}

// Of returns the form 1·v, without use of v's definition.
func (e *Env) Of(v *ir.Value) Form {
	a := e.values[v]
	if a == nil {
		low, high := rangeOf(v.Type())
		a = e.add(Atom{Value: v, low: low, high: high}, v)
		e.values[v] = a
	}
	e.introduce(a)
	return Form{Terms: []Term{{a, 1}}}
}

// ofMap returns a form for the result of a map as an atom, without use of the map's expressions.
func (e *Env) ofMap(m *affine.Map, operands []*ir.Value, extreme int) Form {
	key := binary.AppendVarint([]byte(m.String()), int64(extreme))
	deepest := (*Atom)(nil)
	for _, v := range operands {
		of := e.Of(v).Terms[0].Atom
		key = binary.AppendVarint(key, int64(of.id))
		if deepest == nil || of.depth > deepest.depth {
			deepest = of
		}
	}
	a := e.maps[string(key)]
	if a == nil {
		a = &Atom{Map: m, Operands: slices.Clone(operands), Extreme: extreme, low: math.MinInt64,
			high: math.MaxInt64}
		e.nextID++
		a.id = e.nextID
		if deepest != nil {
			a.depth = deepest.depth
		}
		e.maps[string(key)] = a
	}
	e.introduce(a)
	return Form{Terms: []Term{{a, 1}}}
}

// introduce assumes the facts that follow from the definition of an atom.
func (e *Env) introduce(a *Atom) {
	if a.introduced {
		return
	}
	a.introduced = true
	e.later(func() { a.introduced, a.cases = false, nil })
	switch {
	case a.Map != nil:
		e.introduceMap(a)
	case a.Value != nil && a.Value.DefiningOp() != nil:
		if rule := rules[a.Value.DefiningOp().Name()]; rule != nil {
			rule(e, a, a.Value.DefiningOp())
		}
	}
}

// rangeOf returns the least and the greatest signed number of a type.
func rangeOf(t ir.Type) (low, high int64) {
	w := width(t)
	return -1 << (w - 1), 1<<(w-1) - 1
}

// width returns the number of bits of an integer, 64 for an index and for wider integers.
func width(t ir.Type) uint32 {
	if t, ok := t.(*ir.IntegerType); ok && t.Width > 0 {
		return min(t.Width, 64)
	}
	return 64
}

// AtEnd registers f to be called at the end of the open scope, while its facts still hold.
func (e *Env) AtEnd(f func()) { e.later(f) }

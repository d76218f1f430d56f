package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// quotient returns the quotient of a size, or its cast to a narrower type, if no other operation uses the
// size. Then it is enough to try values of the result.
func quotient(v *ir.Value) *ir.Value {
	if v.IsArgument() && v.HasOneUse() {
		for u := range v.Uses() {
			if op := u.Owner(); (skeleton.Divisor(op) > 1 || skeleton.Narrows(op)) && op.Operand(0) == v {
				return op.Result(0)
			}
		}
	}
	return v
}

// value is the Lookup while the skeleton runs.
func (m *Machine) value(v *ir.Value) (analysis.Linear, bool) {
	m.P.AskBindable(v)
	if l, ok := m.bound[v]; ok {
		return l, true
	}
	if m.cur != nil {
		l, ok := m.cur.values[v]
		return l, ok
	}
	return analysis.Linear{}, false
}

// Require asks for the sizes that a form depends on, and reports whether the form will be known once the
// sizes are.
func (m *Machine) Require(l analysis.Linear) bool {
	var need []*ir.Value
	ok := true
	skeleton.Symbols(l, func(s *analysis.Symbol) {
		if s.Value == nil || !source.IsInteger(s.Value) || m.P.Varies(s.Value) {
			ok = false
			return
		}
		need = m.leaves(s.Value, need)
	})
	for i, v := range need {
		need[i] = quotient(v)
	}
	// A size that is already fixed does not help: the form is computed from it by operations that the
	// evaluator does not know.
	need = slices.DeleteFunc(need, func(v *ir.Value) bool { _, known := m.P.Fixed[v]; return known })
	if ok = ok && len(need) > 0; ok {
		m.Need, m.stop = need, true
	}
	return ok
}

// leaves appends the values from which v is computed by arithmetic. If they are known, v is known as well.
func (m *Machine) leaves(v *ir.Value, list []*ir.Value) []*ir.Value {
	op := v.DefiningOp()
	if op == nil || !op.IsEffectFree() || op.NumOperands() == 0 || op.NumRegions() > 0 ||
		slices.ContainsFunc(op.Operands(), func(o *ir.Value) bool { return !source.IsInteger(o) }) {
		return append(list, v)
	}
	for _, o := range op.Operands() {
		if _, constant := ir.ConstInt(o); !constant {
			list = m.leaves(o, list)
		}
	}
	return list
}

// yield binds the values of to to those of from, all at once.
func (m *Machine) yield(s *State, from, to []*ir.Value) {
	m.cur = s
	if len(to) == 0 {
		return
	}
	s.passTokens(from, to)
	forms := make([]analysis.Linear, len(from))
	known := make([]bool, len(from))
	for i, v := range from {
		switch {
		case i >= len(to):
		case m.P.Keeps(to[i]):
			forms[i], known[i] = m.P.Number(v)
		case source.IsInteger(v):
			forms[i] = m.P.Ev.Eval(v)
			known[i] = !m.varying(forms[i])
		}
	}
	for i, l := range forms {
		switch {
		case i >= len(to) || !source.IsInteger(to[i]) && !m.P.Keeps(to[i]):
		case !known[i]:
			delete(s.values, to[i])
		case s.values == nil:
			s.values = map[*ir.Value]analysis.Linear{to[i]: l}
		default:
			s.values[to[i]] = l
		}
	}
}

// varying reports whether a form depends on values that may have changed since.
func (m *Machine) varying(l analysis.Linear) bool {
	found := false
	skeleton.Symbols(l, func(s *analysis.Symbol) { found = found || s.Value == nil || m.P.Varies(s.Value) })
	return found
}

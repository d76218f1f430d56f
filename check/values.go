package check

import (
	"encoding/binary"
	"reflect"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// value is what bind asks while running.
func (m *machine) value(v *ir.Value) (analysis.Linear, bool) {
	m.p.askBindable(v)
	if l, ok := m.bound[v]; ok {
		return l, true
	}
	if m.cur != nil {
		l, ok := m.cur.values[v]
		return l, ok
	}
	return analysis.Linear{}, false
}

// require asks for sizes that a form depends on, and reports whether trying sizes will make the form known.
func (m *machine) require(l analysis.Linear) bool {
	var need []*ir.Value
	ok := true
	symbols(l, func(s *analysis.Symbol) {
		if s.Value == nil || !isInteger(s.Value) || m.p.varies(s.Value) {
			ok = false
			return
		}
		need = m.leaves(s.Value, need)
	})
	for i, v := range need {
		need[i] = quotient(v)
	}
	// A size that is known already is of no help: what depends on it is computed in a way that is not understood.
	need = slices.DeleteFunc(need, func(v *ir.Value) bool { _, known := m.p.fixed[v]; return known })
	if ok = ok && len(need) > 0; ok {
		m.need, m.stop = need, true
	}
	return ok
}

// leaves appends the values that v is computed from by arithmetic: with them known, v is known as well.
func (m *machine) leaves(v *ir.Value, list []*ir.Value) []*ir.Value {
	op := v.DefiningOp()
	if op == nil || !op.IsEffectFree() || op.NumOperands() == 0 || op.NumRegions() > 0 || slices.ContainsFunc(op.Operands(), func(o *ir.Value) bool { return !isInteger(o) }) {
		return append(list, v)
	}
	for _, o := range op.Operands() {
		if _, constant := ir.ConstInt(o); !constant {
			list = m.leaves(o, list)
		}
	}
	return list
}

// yield gives the values of from to to, at once.
func (m *machine) yield(s *state, from, to []*ir.Value) {
	m.cur = s
	if len(to) == 0 {
		return
	}
	s.passTokens(from, to)
	forms := make([]analysis.Linear, len(from))
	for i, v := range from {
		if i < len(to) && isInteger(v) {
			forms[i] = m.p.ev.Eval(v)
		}
	}
	for i, l := range forms {
		switch {
		case i >= len(to) || !isInteger(to[i]):
		case m.varying(l):
			delete(s.values, to[i])
		case s.values == nil:
			s.values = map[*ir.Value]analysis.Linear{to[i]: l}
		default:
			s.values[to[i]] = l
		}
	}
}

// varying reports whether a form depends on values that may have changed since.
func (m *machine) varying(l analysis.Linear) bool {
	found := false
	symbols(l, func(s *analysis.Symbol) { found = found || s.Value == nil || m.p.varies(s.Value) })
	return found
}

// appendLinear appends a form in a way that tells different ones apart.
func appendLinear(b []byte, l analysis.Linear) []byte {
	b = binary.AppendVarint(b, l.Const)
	for _, t := range l.Terms {
		b = binary.AppendVarint(b, t.Coef)
		if by := t.Sym.Mod + t.Sym.Div; by > 0 {
			b = binary.AppendVarint(append(b, '('), t.Sym.Mod)
			b = append(appendLinear(binary.AppendVarint(b, t.Sym.Div), t.Sym.Arg), ')')
		} else if t.Sym.Value != nil {
			b = appendValue(b, t.Sym.Value)
		}
	}
	return append(b, ';')
}

// appendValue appends something that identifies a value, for comparisons within one run.
func appendValue(b []byte, v *ir.Value) []byte {
	return binary.LittleEndian.AppendUint64(b, uint64(address(v)))
}

// address returns a number that no other value has.
func address(v *ir.Value) uintptr { return reflect.ValueOf(v).Pointer() }

package softpipe

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// findLater marks the asynchronous statements that must have completed when
// the loop is left, because memory they touch is used, or may be, after it.
func (m *model) findLater(loop *ir.Op, b *body) {
	l := &later{loop: loop, touched: m.eval.Accesses(loop), freed: map[*ir.Value]bool{}}
	for _, d := range b.deallocs {
		l.freed[d.Operand(0)] = true
	}
	for op := loop.Next(); op != nil; op = op.Next() {
		l.behind = append(l.behind, m.eval.Accesses(op)...)
	}
	for _, s := range m.statements {
		m.later[s] = s.async && slices.ContainsFunc(s.accesses, func(a analysis.Access) bool { return l.uses(&a) })
	}
}

// later knows what happens when a loop is over.
type later struct {
	loop    *ir.Op
	touched []analysis.Access // all iterations of the loop together
	behind  []analysis.Access // what follows in its block
	freed   map[*ir.Value]bool
}

// uses reports whether what an access in the loop touches may be used, in
// conflict with it, when the loop is over: the buffer is not the function's own, or freed then, or has such a use
// behind the loop, or one that hides others, or the loop may run again.
func (l *later) uses(a *analysis.Access) bool {
	v := a.Buffer
	if v == nil || v.DefiningOp() == nil || !onlyAllocates(v.DefiningOp()) || l.freed[v] || escape(v) != nil {
		return true
	}
	if p := l.loop.Parent(); p != nil && !p.Has(ir.IsolatedFromAbove) {
		return true
	}
	if v.ParentBlock() != l.loop.Block() && v.ParentBlock() != l.loop.Body() {
		return true // control flow may come back to the loop, with the same buffer
	}
	return l.usedElsewhere(v) || l.usedBehind(a)
}

// usedElsewhere reports whether the buffer is used in another block of the
// function.
func (l *later) usedElsewhere(v *ir.Value) bool {
	for u := range v.Uses() {
		user := u.Owner()
		for user != nil && user.Block() != l.loop.Block() {
			user = user.Parent()
		}
		if user == nil {
			return true
		}
	}
	return false
}

// usedBehind compares what all iterations touch by an access with what follows
// the loop.
func (l *later) usedBehind(a *analysis.Access) bool {
	for i := range l.touched {
		t := &l.touched[i]
		if t.Op != a.Op || t.Kind != a.Kind || t.Buffer != a.Buffer {
			continue
		}
		if slices.ContainsFunc(l.behind, func(x analysis.Access) bool { return analysis.Conflict(t, &x) }) {
			return true
		}
	}
	return false
}

package injectsoftwarepipeline

import (
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// findLater marks the asynchronous statements that must have completed when the loop ends, because their
// memory is used after the loop, or may be.
func (m *model) findLater(loop *ir.Op, b *body, t *tails) {
	l := &later{loop: loop, eval: m.eval, deallocs: b.deallocs, tails: t}
	for _, s := range m.statements {
		m.later[s.index] = s.async &&
			slices.ContainsFunc(s.accesses, func(a analysis.Access) bool { return l.uses(&a) })
	}
}

// later answers whether memory is used after a loop.
type later struct {
	loop     *ir.Op
	eval     *analysis.Evaluator
	tails    *tails
	deallocs []*ir.Op // at the end of the loop's body

	// touched holds the accesses of all iterations of the loop, and behind those of the operations that
	// follow the loop in its block. Both are computed at first use.
	known           bool
	touched, behind []analysis.Access
}

// uses reports whether an access after the loop may conflict with this access in the loop. This is so if the
// buffer is not the function's own, or is freed after the loop, or has such an access behind the loop, or has
// a use after which other operations may access it unseen, or if the loop may run again.
func (l *later) uses(a *analysis.Access) bool {
	v := a.Buffer
	if v == nil || v.DefiningOp() == nil || !onlyAllocates(v.DefiningOp()) || l.freed(v) || escape(v) != nil {
		return true
	}
	if p := l.loop.Parent(); p != nil && !p.Has(ir.IsolatedFromAbove) {
		return true
	}
	if v.ParentBlock() != l.loop.Block() && v.ParentBlock() != l.loop.Body() {
		return true // control flow may reach the loop again with the same buffer
	}
	return l.usedElsewhere(v) || (l.followed(v) || l.tails.unknownBehind(l.loop, l.eval)) && l.usedBehind(a)
}

func (l *later) freed(v *ir.Value) bool {
	return slices.ContainsFunc(l.deallocs, func(d *ir.Op) bool { return d.Operand(0) == v })
}

// usedElsewhere reports whether another block of the function uses the buffer.
func (l *later) usedElsewhere(v *ir.Value) bool {
	for u := range v.Uses() {
		if l.inBlock(u.Owner()) == nil {
			return true
		}
	}
	return false
}

// inBlock returns the operation directly in the loop's block that is op or contains it, or nil.
func (l *later) inBlock(op *ir.Op) *ir.Op {
	for op != nil && op.Block() != l.loop.Block() {
		op = op.Parent()
	}
	return op
}

// followed reports whether an operation behind the loop uses the buffer or a view of it.
func (l *later) followed(v *ir.Value) bool {
	for u := range v.Uses() {
		user := u.Owner()
		if at := l.inBlock(user); at == nil || l.loop.IsBefore(at) {
			return true
		}
		if user.Def().View != nil && slices.ContainsFunc(user.Results(), l.followed) {
			return true
		}
	}
	return false
}

// usedBehind compares this access, over all iterations of the loop, with the accesses behind the loop.
func (l *later) usedBehind(a *analysis.Access) bool {
	if !l.known {
		l.known, l.touched = true, l.eval.Accesses(l.loop)
		for op := l.loop.Next(); op != nil; op = op.Next() {
			l.behind = append(l.behind, l.eval.Accesses(op)...)
		}
	}
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

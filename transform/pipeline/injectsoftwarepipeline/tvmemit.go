package injectsoftwarepipeline

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/ir"
)

// emitTVM emits all statements of one time as TVM does. Commits and waits stand under the condition that the
// iteration of their statement exists.
func (e *emitter) emitTVM(t *timeline, time int64, at func(*statement) instance) {
	p := t.pointAt(time)
	part, number := e.tvm.parts[p.part], 0
	for _, scope := range part.scopes {
		first := number
		number += len(scope.members)
		s := scope.members[0]
		if !t.emitted(s, time) {
			continue
		}
		in := at(s)
		if !in.guarded {
			e.emitScope(p, part.waits[first:], scope, in.iteration)
			continue
		}
		e.index.guard(in.iteration, s.stage, func(b *ir.Builder, it iteration) {
			e.within(b, func() { e.emitScope(p, part.waits[first:], scope, it) })
		})
	}
}

// emitScope emits the statements of a scope for one iteration, inside of their commit.
func (e *emitter) emitScope(p point, waits []*tvmWait, scope tvmScope, it iteration) {
	members := func() {
		for i, s := range scope.members {
			e.emitMember(p, waits[i], s, it)
		}
	}
	if scope.queue == nil {
		members()
		return
	}
	e.b.Loc = scope.members[0].root.Loc()
	e.commit(scope.queue.id, members)
}

func (e *emitter) emitMember(p point, w *tvmWait, s *statement, it iteration) {
	e.b.Loc = e.mark(s.root, it)
	if w == nil {
		e.emitStatement(s, it)
		return
	}
	n, known := e.tvmCount(p, w, s, it)
	if known {
		e.wait(w.queue.id, n, func() { e.emitStatement(s, it) })
		return
	}
	number := e.index.number(
		iteration{base: it.base, offset: it.offset + int64(s.stage-w.queue.stage), epilogue: it.epilogue})
	exists := arith.Cmp(e.b, arith.SLT, number, e.index.trips())
	count := arith.NewSelect(e.b, exists, e.index.constant(n), e.index.constant(0))
	queue := []ir.NamedAttr{{Name: "queue", Value: e.integer(w.queue.id)}}
	e.waitFor(queue, []*ir.Value{count}, func() { e.emitStatement(s, it) })
}

// tvmCount returns the count of a wait, and whether it is constant. If the groups of the wait are committed
// under a condition that does not hold, the count is 0.
func (e *emitter) tvmCount(p point, w *tvmWait, s *statement, it iteration) (n int64, known bool) {
	n = max(0, w.at(int64(p.step)))
	if p.part == steady || n == 0 || !e.tvm.parts[p.part].produced[w.queue.index] ||
		w.queue.stage == s.stage {
		return n, true
	}
	if e.m.trips < 0 {
		return n, false
	}
	if it.offset+int64(s.stage-w.queue.stage) >= e.m.trips {
		return 0, true
	}
	return n, true
}

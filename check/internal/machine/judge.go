package machine

import (
	"fmt"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/hazard"
	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// Key identifies hazards between the same two operations, in any iterations. If verdicts on waits are
// compared, the key includes the last wait between the two on the first operation's queue.
type Key struct {
	kind          hazard.Kind
	first, second *ir.Op
	From, To      *skeleton.Node
	Wait          *ir.Op
	equal         bool // writes of equal values, which are no hazard but a remark
}

// judge compares an access with one operation in flight and reports whether they conflict.
func (m *Machine) judge(s *State, f *flight, t *skeleton.Touch) bool {
	if f.where&t.Of.Place() == 0 || f.over != 0 && m.isActive(f.over) || m.races != nil && m.excludes(f) {
		return false
	}
	conflict := false
	for i := range f.touches {
		g := &f.touches[i]
		if m.races != nil && m.comesBehind(g) || !m.conflicts(s, f, g, t) {
			continue
		}
		if m.agree(f, g, t) {
			m.remark(s, f, g, t)
			continue
		}
		conflict = true
		if m.hazard(s, f, g, t); m.stop {
			break
		}
	}
	return conflict
}

// conflicts reports whether an access g of an operation in flight conflicts with the access t that happens
// now.
func (m *Machine) conflicts(s *State, f *flight, g, t *skeleton.Touch) bool {
	if g.Op.IsAtomic() && t.Op.IsAtomic() {
		return false
	}
	if g.Buffer != t.Buffer && g.Buffer != nil && t.Buffer != nil ||
		t.Buffer == g.Buffer && s.inst.of(t) != f.inst.of(t) {
		return false
	}
	if d := m.c.Distances; d != nil {
		return (g.Writes() || t.Writes()) && d.meets(s.p, g, t)
	}
	return analysis.Conflict(&g.Access, &t.Access)
}

func kindOf(first, second *skeleton.Touch) hazard.Kind {
	switch {
	case !first.Writes():
		return hazard.WAR
	case !second.Writes():
		return hazard.RAW
	}
	return hazard.WAW
}

// hazard records a conflict. second is nil for a conflict with the return of the function.
func (m *Machine) hazard(s *State, f *flight, first, second *skeleton.Touch) {
	k := Key{kind: hazard.AtReturn, first: first.Op, From: f.n}
	if second != nil {
		k = Key{kind: kindOf(first, second), first: first.Op, second: second.Op, From: f.n, To: second.At}
	}
	_, g, _ := s.groupOf(f)
	if g != nil && g.wait != nil {
		k.Wait = g.wait.Op
	}
	if m.Known != nil {
		if !m.Known[k] {
			m.Failed, m.stop = true, true
		}
		return
	}
	if k.Wait != nil {
		m.Waits[g.wait.Wait].ask(g.age)
	}
	if m.Found[k] == nil {
		m.describe(k, s, f, first, second)
	}
}

// agree reports whether a task in flight and the access that happens now write equal values.
func (m *Machine) agree(f *flight, first, second *skeleton.Touch) bool {
	if !source.IsTask(f.n.Op) || !inTasks(second.At) || first.Kind != ir.Write || second.Kind != ir.Write ||
		first.Op.IsAtomic() || second.Op.IsAtomic() {
		return false
	}
	if m.c.equal == nil {
		m.c.equal = analysis.NewEqualTasks(m.P.Fn)
	}
	return m.c.equal.Equal(first.Op, second.Op)
}

// inTasks reports whether a node and every asynchronous operation around it are tasks.
func inTasks(n *skeleton.Node) bool {
	op, frame := n.Op, n.Frame
	for op != nil {
		if op.IsAsync() && !source.IsTask(op) {
			return false
		}
		if op = op.Parent(); frame != nil && op == frame.Fn {
			op, frame = frame.Call, frame.Up
		}
	}
	return true
}

// remark records writes of equal values.
func (m *Machine) remark(s *State, f *flight, first, second *skeleton.Touch) {
	k := Key{kind: hazard.WAW, first: first.Op, second: second.Op, From: f.n, To: second.At, equal: true}
	if m.Known == nil && m.Found[k] == nil {
		m.describe(k, s, f, first, second)
	}
}

// describe records a hazard for the report. second is nil at the return of the function.
func (m *Machine) describe(k Key, s *State, f *flight, first, second *skeleton.Touch) {
	q, g, age := s.groupOf(f)
	h := &hazard.Hazard{Kind: k.kind, Buffer: first.Buffer, Queue: -1, InFlight: s.inFlight()}
	c := m.c
	c.Later(func() { h.Name = c.Name(h.Buffer) })
	m.point(&h.First, first, f.n.Op, f.at)
	if second != nil {
		var scope *ir.Op
		if second.At.Async {
			scope = source.AsyncAround(second.At.Op)
		}
		m.point(&h.Second, second, scope, m.iterations())
	}
	if g != nil {
		h.Queue, h.Position = q.id, age
	}
	h.Missing = missing(s, f, g, q, second == nil)
	m.nameToken(h, f)
	m.Found[k] = h
	if k.equal {
		m.Remarks = append(m.Remarks, k)
		return
	}
	m.Order = append(m.Order, k)
	m.Uncertain = m.Uncertain || second == nil || m.c.Distances != nil ||
		!analysis.SurelyOverlaps(&first.Access, &second.Access)
}

// nameToken adds the token of an operation to a hazard, and says that nothing waits for it.
func (m *Machine) nameToken(h *hazard.Hazard, f *flight) {
	token := f.n.Op.AsyncToken()
	if !f.n.Own || token == nil {
		return
	}
	if h.Dropped = !token.HasUses(); h.Dropped {
		h.Missing = "its token is dropped, so that nothing waits for it"
	}
	c := m.c
	c.Later(func() {
		h.Token = c.Name(token)
		if !h.Dropped {
			h.Missing = "nothing waits for its token " + h.Token + " before"
		}
	})
}

// missing describes the synchronization that would order the first operation before the second access.
func missing(s *State, f *flight, g *group, q *queue, atReturn bool) string {
	switch {
	case g == nil && slices.Contains(s.lost, f):
		return "the asynchronous operation that issued it must wait for it"
	case g == nil && atReturn:
		return "it is not committed to any queue"
	case g == nil:
		return "it is not committed yet, and operations of one group are not ordered"
	case g.wait == nil && atReturn:
		return fmt.Sprintf("no wait on %s follows", source.QueueName(q.id))
	case g.wait == nil:
		return fmt.Sprintf("no wait on %s between", source.QueueName(q.id))
	case g.wait.Token != nil:
		return fmt.Sprintf("%s must allow at most %d, but this token allows %d", g.wait.WaitName(), g.age,
			g.allowed)
	case g.wait.Dynamic != nil:
		return fmt.Sprintf("%s must allow at most %d (had %d)", g.wait.WaitName(), g.age, g.allowed)
	}
	return fmt.Sprintf("%s must allow at most %d (has %d)", g.wait.WaitName(), g.age, g.allowed)
}

// point fills in an access for the report.
func (m *Machine) point(p *hazard.Point, t *skeleton.Touch, scope *ir.Op, at []skeleton.Iteration) {
	*p = hazard.Point{Op: t.Op, Kind: t.Kind, Async: scope, Text: pipeline.Title(t.Op),
		Place: t.Op.Span().String()}
	c := m.c
	c.Later(func() {
		for _, it := range at {
			p.Iterations = append(p.Iterations,
				hazard.Iteration{Name: c.Name(it.N.Iv), Number: it.K, Value: c.Linear(it.Iv)})
		}
	})
}

// atReturn reports the operations that are in flight when the function returns and access memory that
// outlives the function. The caller has to wait for the returned tokens.
func (m *Machine) atReturn(s *State) {
	m.returned(s)
	m.findNeededAtReturn(s)
	for _, f := range s.flying() {
		if s.Log != nil {
			s.Log.forget(f)
		}
		for i := range f.touches {
			if t := &f.touches[i]; m.outlives(t.Buffer) {
				m.hazard(s, f, t, nil)
				break
			}
		}
		if m.stop {
			return
		}
	}
}

// outlives reports whether memory still exists after the function has returned: memory of parameters and
// globals, and allocations whose address escapes.
func (m *Machine) outlives(v *ir.Value) bool {
	return v == nil || v.IsArgument() || source.OnStack(v) || !source.Allocates(v.DefiningOp()) ||
		m.escapes(v)
}

// escapes reports whether the address of a buffer is used for anything but accesses in this function and in
// functions that it calls.
func (m *Machine) escapes(v *ir.Value) bool { return m.escapesUnless(v, map[*ir.Value]bool{}) }

// escapesUnless is escapes for values that are not in known.
func (m *Machine) escapesUnless(v *ir.Value, known map[*ir.Value]bool) bool {
	if known[v] {
		return false
	}
	known[v] = true
	for u := range v.UsesInside() {
		if handed := source.HandedOn(u); handed != nil {
			if slices.ContainsFunc(handed, func(v *ir.Value) bool { return m.escapesUnless(v, known) }) {
				return true
			}
		} else if m.passesOn(u.Owner(), u.Value()) {
			return true
		}
	}
	return false
}

// passesOn reports whether op lets the address v escape.
func (m *Machine) passesOn(op *ir.Op, v *ir.Value) bool {
	def := op.Def()
	switch {
	case def.Callee != nil:
		return m.P.Look.Callee(op) == nil
	case op.Has(ir.Terminator):
		return true
	case def.Effects == nil:
		return !op.Has(ir.Pure)
	}
	accessed := false
	def.Effects(op, func(e ir.Effect) { accessed = accessed || e.Value == v })
	return !accessed && !op.IsEffectFree()
}

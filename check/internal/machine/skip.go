package machine

import (
	"encoding/binary"
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// skipper finds repetitions of the state in one activation and skips them.
type skipper struct {
	m     *Machine
	a     *activation
	trips int64
	seen  map[string]visit
	lasts []int64 // of every executed iteration, activation.lasts
	text  []byte  // of the last description
	done  bool
}

// skipper returns a skipper for an activation.
func (m *Machine) skipper(a *activation, trips int64) *skipper {
	return &skipper{m: m, a: a, trips: trips, seen: map[string]visit{}}
}

// visit is an iteration at whose head the state had a description.
type visit struct {
	k      int64
	at     int // number of iterations executed before
	states []reach
}

// reach holds the sizes of a state's backlogs: the number of pending operations, and of groups in each queue
// that the loop does not wait for.
type reach struct {
	pending int
	own     int64         // the iteration: see backlogSince
	groups  map[int64]int // nil if there is no such queue
}

func (s *skipper) reachOf(one *State) reach {
	r := reach{pending: len(one.pending), own: s.a.k}
	for i := range one.queues {
		q := &one.queues[i]
		if s.waits(q.id) {
			continue
		}
		if r.groups == nil {
			r.groups = make(map[int64]int, len(one.queues))
		}
		r.groups[q.id] = len(q.groups)
	}
	return r
}

// try looks up the description of the states, and skips iterations if it repeats. It reports whether there
// was a repetition.
func (s *skipper) try(states []*State, unknown bool) bool {
	n := s.a.n
	if !n.Shape.Regular || s.done || s.m.c.Unroll || !s.gatherable() || s.trips <= fewTrips ||
		s.m.c.Distances != nil && n.ExecutesAll() {
		return false
	}
	warm := s.warm(states[0])
	if s.a.k < warm {
		return false
	}
	b := binary.AppendVarint(s.text[:0], s.a.k%n.Shape.Period)
	for _, one := range states {
		b = s.describe(b, one)
	}
	s.text = b
	was, ok := s.seen[string(b)]
	if !ok {
		v := visit{k: s.a.k, at: len(s.lasts), states: make([]reach, len(states))}
		for i, one := range states {
			v.states[i] = s.reachOf(one)
		}
		s.seen[string(b)] = v
		return false
	}
	if s.m.gathered != nil && !s.comesRound(s.a.k-was.k) {
		return false
	}
	same := slices.Min(s.lasts[was.at:])
	if unknown {
		// A condition whose result changes later may change in any later iteration.
		s.seen[string(b)] = visit{k: s.a.k, at: len(s.lasts)}
		return same >= forGood
	}
	p := s.a.k - was.k
	room := s.trips - s.a.k
	// One more period is executed after the skip, so that the accesses of inner loops are seen at both ends.
	periods := (min(room, same) - max(p, warm)) / p
	s.done = room <= same
	clear(s.seen)
	if periods <= 0 {
		return true
	}
	s.skip(states, was.states, p, periods)
	for _, v := range n.Shape.Sizes {
		s.m.Period[v] = skeleton.Lcm(max(1, s.m.Period[v]), p*n.Shape.Step)
	}
	return true
}

// gatherable reports whether the accesses of skipped iterations are those of executed ones, where the
// accesses of a task are collected: they stay where they are, or go round rings.
func (s *skipper) gatherable() bool {
	if s.m.gathered == nil {
		return true
	}
	slides := false
	for i := range s.a.n.Shape.Uses {
		slides = slides || s.a.n.Shape.Uses[i].Slides
	}
	return !slides && s.m.c.Distances == nil
}

// comesRound reports whether all rings of the loop come round in a number of iterations.
func (s *skipper) comesRound(iterations int64) bool {
	round := true
	s.a.n.Shape.Rings(func(_, _ int, ring skeleton.Spin) { round = round && iterations%ring.Mod == 0 })
	return round
}

// forGood is the number of iterations from which on a condition counts as constant.
const forGood = 1 << 61

// warm returns the number of iterations in which all rings of versions come round. If versions are counted,
// so many iterations are executed at each end of the loop.
func (s *skipper) warm(one *State) int64 {
	n := int64(0)
	if one.Log != nil {
		s.a.n.Shape.Rings(func(buffer, _ int, ring skeleton.Spin) {
			if s.m.P.Numbered[buffer].Tracked {
				n = max(n, ring.Mod)
			}
		})
	}
	return n
}

// skip moves the states by periods times p iterations.
func (s *skipper) skip(states []*State, before []reach, p, periods int64) {
	a, by := s.a, p*periods
	a.jumped = true
	s.m.Skipped += by
	a.k += by
	a.iv = a.iv.AddConst(by * a.n.Shape.Step)
	s.m.places = nil
	for i, one := range states {
		s.m.marks++
		mark := s.m.marks
		s.backlogs(one, func(list []*flight) {
			for _, f := range list {
				f.mark, f.moved = mark, f // a backlog does not move
			}
		})
		one.replace(mark, func(f *flight) *flight { return s.move(f, by) })
		s.moveLazies(one, by)
		s.growBacklogs(one, before[i], p, periods)
		a.n.Shape.Rings(func(buffer, d int, ring skeleton.Spin) {
			if d == 0 {
				one.Log.rotate(s.m.P.Numbered[buffer], ring, by)
			}
		})
	}
}

// backlogs yields the backlogs of a state: the operations in queues that the loop does not wait for, and
// others that the loop issues and never completes.
func (s *skipper) backlogs(one *State, yield func([]*flight)) {
	if !s.a.n.Shape.Commits {
		yield(one.pending)
	}
	if own := s.ownBacklog(one); len(own) > 0 {
		yield(own)
	}
	for i := range one.queues {
		if !s.waits(one.queues[i].id) {
			for _, g := range one.queues[i].groups {
				yield(g.flights)
			}
		}
	}
}

// waits reports whether the loop waits for a queue in this run.
func (s *skipper) waits(queue int64) bool {
	counts := func(op *ir.Op) bool { return op != s.m.Weaken || s.m.By != source.ForgetWait }
	return slices.ContainsFunc(s.a.n.Shape.Waited[queue], counts) ||
		slices.ContainsFunc(s.a.n.Shape.Awaits, func(a skeleton.AwaitOp) bool { return counts(a.Op) })
}

// backlogCost is the number of steps that each operation or group in a backlog costs, because it stays until
// the end.
const backlogCost = 8

// growBacklogs adds the operations that the skipped periods would have added to the backlogs.
func (s *skipper) growBacklogs(one *State, before reach, p, periods int64) {
	again := func(list []*flight, n int64) []*flight {
		out := make([]*flight, len(list))
		for i, f := range list {
			out[i] = s.move(f, n*p)
			s.m.uids++
			out[i].uid = s.m.uids
			if !f.n.Own {
				out[i].self = one.chains.open()
			}
			s.m.logBacklog(one, f)
		}
		one.addInFlight(out...)
		return out
	}
	var grown []*flight
	if !s.a.n.Shape.Commits {
		grown = one.pending[before.pending:]
	}
	queues := make([][]group, len(one.queues))
	for i := range one.queues {
		if q := &one.queues[i]; !s.waits(q.id) {
			queues[i] = q.groups[before.groups[q.id]:]
		}
	}
	var own []*flight
	for _, f := range one.flying() {
		if f.backlog.act == s.a.id && f.backlog.k > before.own {
			own = append(own, f)
		}
	}
	each := int64(len(grown) + len(own))
	for _, groups := range queues {
		for _, g := range groups {
			each += 1 + int64(len(g.flights))
		}
	}
	for n := range periods {
		// A backlog costs memory, which the limit of steps bounds as well.
		if s.m.spend(backlogCost * each); s.m.stop || each == 0 {
			return
		}
		one.pending = append(one.pending, again(grown, n+1)...)
		again(own, n+1) // they have the positions of the originals: what completes an original completes them
		for i, groups := range queues {
			for _, g := range groups {
				g.flights = again(g.flights, n+1)
				one.queues[i].groups = append(one.queues[i].groups, g)
			}
		}
	}
}

// move returns an operation as the loop would issue it by iterations later.
func (s *skipper) move(f *flight, by int64) *flight {
	c := *f
	if !s.inside(f) {
		return &c
	}
	d := by * s.a.n.Shape.Step
	c.at = slices.Clone(f.at)
	c.at[s.a.depth].K += by
	for i := s.a.depth; i < len(c.at); i++ {
		change := d
		if i > s.a.depth {
			change, _ = skeleton.Shift(c.at[i].N.Lower, s.a.n.Sym, d)
		}
		c.at[i].Iv = c.at[i].Iv.AddConst(change)
	}
	c.touches = slices.Clone(f.touches)
	for i := range c.touches {
		s.moveTouch(&c.touches[i], by)
	}
	return &c
}

// moveTouch moves an access of the loop by a number of iterations.
func (s *skipper) moveTouch(t *skeleton.Touch, iterations int64) {
	t.In = t.In.Move(s.a.id, s.a.depth, iterations)
	if t.Dims == nil || s.m.c.Distances != nil {
		return
	}
	t.Dims = slices.Clone(t.Dims)
	for i := range t.Dims {
		d := &t.Dims[i]
		if one, ok := s.a.n.Shape.SpinOf(t.Of, i); ok {
			d.Base.Const = one.Rotate(d.Base.Const, iterations)
		} else if !d.Full {
			by, _ := skeleton.Shift(t.Form.Dims[i].Base, s.a.n.Sym, iterations*s.a.n.Shape.Step)
			d.Base = d.Base.AddConst(by)
		}
	}
}

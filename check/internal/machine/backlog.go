package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/check/internal/skeleton"
	"github.com/inflight-compiler/inflight/check/internal/source"
)

// Operations with tokens of their own form a backlog if a loop does not wait for them: the loop drops their
// tokens, keeps them in a group for later, or awaits the last operation of a chain only behind the loop. An
// operation of a backlog that the loop can neither complete nor conflict with does not distinguish two
// iterations.

// ownBacklog returns the operations of the loop with tokens of their own that form a backlog. They are of two
// kinds: operations that no token visible in the loop covers; and operations of a chain which the loop cannot
// conflict with any more, while it carries the token of a later operation of the chain.
func (s *skipper) ownBacklog(one *State) []*flight {
	if !slices.ContainsFunc(one.flying(), func(f *flight) bool { return f.n.Own && s.inside(f) }) {
		return nil
	}
	seen, carried := s.covered(one)
	var list []*flight
	for _, f := range one.flying() {
		if !f.n.Own || !s.inside(f) || seen.has(f.self) && (!s.over(f) || !passed(f, carried)) {
			continue
		}
		if f.backlog.act != s.a.id {
			f.backlog = backlogSince{s.a.id, s.a.k}
		}
		list = append(list, f)
	}
	return list
}

// covered returns the operations that the tokens visible in the loop cover, and for each token that the loop
// carries the set of operations that it covers.
func (s *skipper) covered(one *State) (seen clock, carried []clock) {
	pools := slices.ContainsFunc(s.a.n.Shape.Awaits, func(op skeleton.AwaitOp) bool { return op.Pool })
	for t, c := range one.tokens.each {
		inTurn := source.IsTaskQueue(one.p.Tokens[t])
		if c.pool > 0 && !pools && !inTurn {
			continue
		}
		c, _ = one.token(t)
		set := one.expand(c)
		seen = seen.join(set)
		if inTurn || slices.Contains(s.a.n.Args, one.p.Tokens[t]) {
			carried = append(carried, set)
		}
	}
	return seen, carried
}

// over reports whether the loop cannot conflict any more with an operation that it issued.
func (s *skipper) over(f *flight) bool {
	life, ends := s.life(f.n)
	return ends && s.a.k-f.at[s.a.depth].K >= life
}

// passed reports whether every carried token covers later operations of the operation's chain.
func passed(f *flight, carried []clock) bool {
	for _, set := range carried {
		i, found := slices.BinarySearchFunc(set, f.self, byChain)
		if found && set[i].pos <= f.self.pos {
			return false
		}
	}
	return true
}

// replaceOlder removes older executions of the same operation with the same accesses, after which this one
// starts. An access that conflicts with an older execution conflicts with this one as well.
func (m *Machine) replaceOlder(s *State, f *flight) {
	if len(f.after) == 0 || len(m.active) == 0 && !f.n.Again {
		return
	}
	s.live.index = nil
	s.live.list = slices.DeleteFunc(s.flying(), func(g *flight) bool {
		if g.n != f.n || !f.after.has(g.self) ||
			!slices.EqualFunc(f.touches, g.touches, func(a, b skeleton.Touch) bool {
				return equalTouch(&a, &b) && f.inst.of(&a) == g.inst.of(&b)
			}) {
			return false
		}
		for _, r := range g.refs {
			if slices.Contains(f.refs, r) {
				s.Log.pass(r)
			} else {
				f.refs = append(f.refs, r)
			}
		}
		return true
	})
}

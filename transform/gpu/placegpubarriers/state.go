package placegpubarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir"
)

// state is what threads may have done where control is.
type state struct {
	open    []access // since the last barrier
	pending []access // asynchronous, and not known to be complete
}

func (s *state) clone() *state {
	return &state{open: slices.Clone(s.open), pending: slices.Clone(s.pending)}
}

// same reports whether two states have the same accesses in the same order.
func (s *state) same(other *state) bool {
	equal := func(a, b access) bool { return a.equal(&b) }
	return slices.EqualFunc(s.open, other.open, equal) && slices.EqualFunc(s.pending, other.pending, equal)
}

// join adds what may have been done on another way, and reports whether that is something new.
func (s *state) join(other *state) bool {
	n := len(s.open) + len(s.pending)
	s.open, s.pending = union(s.open, other.open), union(s.pending, other.pending)
	return len(s.open)+len(s.pending) > n
}

// union adds accesses to a list that are not in it.
func union(list, more []access) []access {
	for i := range more {
		if !contains(list, &more[i]) {
			list = append(list, more[i])
		}
	}
	return list
}

// contains reports whether an access is in a list.
func contains(list []access, a *access) bool {
	for i := range list {
		if list[i].equal(a) {
			return true
		}
	}
	return false
}

func (a *access) equal(b *access) bool {
	return a.op == b.op && a.buffer == b.buffer && a.write == b.write && a.phase == b.phase &&
		slices.Equal(a.subscripts, b.subscripts)
}

// again is the state as control sees it that comes back into an operation: phases end, unless the operation
// is part of them.
func (s *state) again(op *ir.Op) *state {
	part, _ := op.IntAttr(gpu.PhaseAttr)
	ends := func(a access) bool { return a.phase != 0 && a.phase != part }
	end := func(list []access) (out []access) {
		if !slices.ContainsFunc(list, ends) {
			return list
		}
		for _, a := range list {
			if a.phase != part {
				a.phase = 0
			}
			if !contains(out, &a) {
				out = append(out, a)
			}
		}
		return out
	}
	return &state{open: end(s.open), pending: end(s.pending)}
}

// each replaces the subscripts of all accesses.
func (s *state) each(f func(form) form) *state {
	change := func(list []access) []access {
		out := slices.Clone(list)
		for i := range out {
			out[i].subscripts = changed(out[i].subscripts, f)
		}
		return out
	}
	return &state{open: change(s.open), pending: change(s.pending)}
}

// changed returns what subscripts become: themselves if they stay.
func changed(subscripts []form, f func(form) form) []form {
	if !slices.ContainsFunc(subscripts, func(x form) bool { return f(x) != x }) {
		return subscripts
	}
	out := slices.Clone(subscripts)
	for i, x := range out {
		out[i] = f(x)
	}
	return out
}

// next is the state as the next iteration of a loop sees it.
func (s *state) next(loop *ir.Op) *state {
	return s.each(func(x form) form { return x.before(loop) })
}

// waited notes a wait: what was pending may be complete, and is as if it were written now.
func (s *state) waited(wait *ir.Op, all bool) {
	open := slices.Clone(s.open)
	for _, a := range s.pending {
		a.since = wait
		open = append(slices.DeleteFunc(open, func(b access) bool { return b.equal(&a) }), a)
	}
	s.open = open
	if all {
		s.pending = nil
	}
}

// around is the state as blocks see it that control may come back to: what is computed in a block behind the
// first may be another number then.
func (s *state) around(r *ir.Region) *state {
	return s.each(func(x form) form {
		if x.base == nil || x.base.ParentBlock() == r.Entry() || !inside(x.base, r.Op()) {
			return x
		}
		return form{}
	})
}

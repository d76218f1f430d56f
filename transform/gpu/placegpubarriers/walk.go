package placegpubarriers

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// walker follows a kernel up to the first access that needs a barrier.
type walker struct {
	kernel  *ir.Op
	needed  *ir.Op
	earlier access              // that it is needed behind
	known   map[*ir.Op][]access // what operations access, as far as asked before
	before  map[*ir.Op]state    // in front of the operations of a kernel of one block, as far as followed
}

// follow follows a kernel up to the first access that needs a barrier. A kernel of one block is followed
// from an operation in it on, in front of which a state holds, and no further than to where the state is
// the one found before: from there on the same would be found again. The result has the states in front of
// the operations that were followed.
func (w *walker) follow(from *ir.Op, s state) map[*ir.Op]state {
	w.needed = nil
	if r := w.kernel.Region(0); len(r.Blocks()) != 1 {
		w.blocks(r)
		return nil
	}
	states := map[*ir.Op]state{}
	s = state{open: slices.Clip(s.open), pending: slices.Clip(s.pending)} // states found before keep theirs
	for op := from; op != nil && w.needed == nil; op = op.Next() {
		if found, ok := w.before[op]; ok && op != from && s.same(&found) {
			break
		}
		states[op] = s
		w.operation(op, &s)
	}
	return states
}

// blocks follows the blocks of a kernel. Branches may lead from each to any of the others.
func (w *walker) blocks(r *ir.Region) {
	s := &state{}
	for range 2 {
		for _, b := range r.Blocks() {
			out := s.clone()
			w.block(b, out)
			s.join(out.around(r).again(w.kernel))
		}
	}
}

// block follows a block that begins in a state, which it changes.
func (w *walker) block(b *ir.Block, s *state) {
	for op := range b.Ops() {
		if w.needed != nil {
			return
		}
		w.operation(op, s)
	}
}

func (w *walker) operation(op *ir.Op, s *state) {
	switch {
	case op.IsBarrier():
		s.open = nil
		return
	case op.QueueEffect().Kind == ir.QueueWait:
		e := op.QueueEffect()
		s.waited(op, e.Token == nil && e.Count == 0)
		return
	case op.NumRegions() > 0:
		w.regions(op, s)
		return
	}
	list := w.accesses(op)
	for i := range list {
		for j := range s.open {
			if w.conflicts(&s.open[j], &list[i]) {
				w.needed, w.earlier = op, s.open[j]
				return
			}
		}
	}
	for i := range list {
		if op.IsAsync() && list[i].write {
			s.pending = union(s.pending, list[i:i+1])
		} else {
			s.open = union(s.open, list[i:i+1])
		}
	}
}

// maxRounds bounds how often a loop is followed: subscripts of the iterations before that differ too much
// become unknown.
const maxRounds = 8

// regions follows the regions of an operation: a loop until nothing new comes around, others once each.
func (w *walker) regions(op *ir.Op, s *state) {
	if !op.Is(scf.For) {
		in := s.clone()
		rounds := 1
		if op.Def().Loop != nil || op.Is(scf.While) ||
			slices.ContainsFunc(op.Regions(), func(r *ir.Region) bool { return len(r.Blocks()) > 1 }) {
			rounds = 2
		}
		for range rounds {
			for _, r := range op.Regions() {
				for _, b := range r.Blocks() {
					out := in.clone()
					w.block(b, out)
					s.join(out)
				}
			}
			in.join(s.each(func(x form) form { return x.behind(op) }).again(op))
		}
		*s = *s.each(func(x form) form { return x.behind(op) })
		return
	}
	in := s.clone()
	for round := 0; w.needed == nil; round++ {
		out := in.clone()
		w.block(op.Body(), out)
		s.join(out.each(func(x form) form { return x.behind(op) }))
		around := out.next(op).again(op)
		if round >= maxRounds {
			around = around.each(func(x form) form {
				if x.base == scf.InductionVar(op) {
					return form{}
				}
				return x
			})
		}
		if !in.join(around) {
			return
		}
	}
}

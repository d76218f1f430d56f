package affineloopfusion

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/affine"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/transform/internal/affineloop"
)

// usedInside reports whether a memref is allocated in the block of some nests, which alone access it, with
// loads and stores; it may be freed. Then no run of the nests sees what another one has stored.
func usedInside(m *ir.Value, nests ...*ir.Op) bool {
	if m.DefinedBy(memref.Alloc) == nil && m.DefinedBy(memref.Alloca) == nil ||
		m.ParentBlock() != nests[0].Block() {
		return false
	}
	for u := range m.Uses() {
		op := u.Owner()
		isAccess := op.Is(affine.Load) || op.Is(affine.Store) && op.Operand(1) == m && op.Operand(0) != m
		inside := slices.ContainsFunc(nests, func(n *ir.Op) bool { return n.IsAncestorOf(op) })
		if !(isAccess && inside) && !op.Is(memref.Dealloc) {
			return false
		}
	}
	return true
}

// privatize replaces each buffer that the nests shared, and of which an iteration of the path needs what
// itself has stored alone, by one of the size that an iteration needs. Of one buffer that may be known.
func (f *fusion) privatize(p *pair, s *slice, supplied *ir.Value) {
	refs, complete := affineloop.Refs(p.into)
	if !complete {
		return
	}
	last := s.path[len(s.path)-1]
	done := map[*ir.Value]bool{}
	for i := range refs {
		m := refs[i].Memref
		if done[m] || affineloop.Inside(m, p.into) || !usedInside(m, p.into) {
			continue
		}
		done[m] = true
		own := slices.DeleteFunc(slices.Clone(refs), func(r affineloop.Ref) bool { return r.Memref != m })
		if windows := windowsOf(last, own); windows != nil &&
			(m == supplied || !carried(p.into, s.path, own)) {
			f.shrink(m, p.into, last, own, windows)
		}
	}
}

// carried reports whether an iteration of the path may read what another one has stored.
func carried(nest *ir.Op, path []*ir.Op, refs []affineloop.Ref) bool {
	for i := range refs {
		for j := range refs {
			if !refs[i].Writes || refs[j].Writes {
				continue
			}
			q := affineloop.NewQuestion()
			first, second := q.Run(nest), q.Run(nest)
			first.Happens(refs[i].Op)
			second.Happens(refs[j].Op)
			q.Either(q.Different(values(first, path), values(second, path))...)
			if q.Touch(&refs[i], first, &refs[j], second) && q.Possible() {
				return true
			}
		}
	}
	return false
}

// windowsOf returns where in each dimension the accesses are in one iteration of a loop, nil if that is not
// known or one is outside of the loop.
func windowsOf(loop *ir.Op, refs []affineloop.Ref) (all []affineloop.Window) {
	for i := range refs {
		windows, ok := refs[i].Windows(loop)
		if !ok || !loop.IsAncestorOf(refs[i].Op) {
			return nil
		}
		if all == nil {
			all = windows
		}
		for d := range windows {
			if all[d], ok = all[d].Over(windows[d]); !ok {
				return nil
			}
		}
	}
	return all
}

// shrink replaces a buffer by one of the size of its windows in one iteration of a loop.
func (f *fusion) shrink(m *ir.Value, nest, loop *ir.Op, refs []affineloop.Ref, windows []affineloop.Window) {
	old := m.Type().(*ir.MemRefType)
	shape := make([]int64, len(windows))
	for d, w := range windows {
		shape[d] = w.High - w.Low + 1
	}
	if old.Layout != nil || slices.Equal(shape, old.Shape) {
		return
	}
	space := old.MemorySpace
	if f.space != nil && ir.NumElements(shape)*int64(ir.ElemBytes(old.Elem)) <= f.threshold {
		space = f.space
	}
	alloc := m.DefiningOp()
	b := ir.At(nest)
	b.Loc = alloc.Loc()
	newAlloc := memref.NewAlloc
	if alloc.Is(memref.Alloca) {
		newAlloc = memref.NewAlloca
	}
	made := newAlloc(b, b.Ctx.MemRef(shape, old.Elem, nil, space))
	if alignment := alloc.Attr("alignment"); alignment != nil {
		made.DefiningOp().SetAttr("alignment", alignment)
	}
	for i := range refs {
		replace(&refs[i], made, refs[i].From(loop, windows))
	}
	for u := range m.Uses() {
		u.Set(made) // where it is freed
	}
	alloc.Erase()
	f.privatized++
}

// replace makes a load or store one of another memref, at other subscripts.
func replace(r *affineloop.Ref, m *ir.Value, at affine.Access) {
	b := ir.At(r.Op)
	b.Loc = r.Op.Loc()
	if r.Writes {
		affine.NewStore(b, r.Op.Operand(0), m, at)
	} else {
		r.Op.Result(0).ReplaceAllUsesWith(affine.NewLoad(b, m, at))
	}
	r.Op.Erase()
}

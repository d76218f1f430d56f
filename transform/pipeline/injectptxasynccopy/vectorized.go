package injectptxasynccopy

import (
	"fmt"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/ir"
)

// maxLanes limits the extent of a loop that becomes one row of copies.
const maxLanes = 64

// vectorizedLoop makes one copy of a loop whose iterations are the lanes of a vector. If it cannot, it
// matches the copies in the loop one by one.
func (m *matcher) vectorizedLoop(loop *ir.Op) {
	p, r := m.row(loop)
	if r == nil {
		m.add(p, nil)
		return
	}
	before, remarks := len(m.plan.copies), len(m.plan.remarks)
	m.block(loop.Body())
	if len(m.plan.copies) == before || len(m.plan.remarks) != remarks {
		m.plan.remarks = m.plan.remarks[:remarks]
		m.plan.copies = m.plan.copies[:before]
		m.refuse(r, synchronous)
		return
	}
	m.refuse(r, "the elements of this loop are copied one by one")
}

// row matches a loop that copies one element per iteration, all consecutive.
func (m *matcher) row(loop *ir.Op) (*copyPlan, *refusal) {
	trip := m.l.ev.LoopRange(loop.Def().Loop.Bounds(loop, 0))
	if trip.Trips < 1 || trip.Trips > maxLanes || trip.Step != 1 || !trip.Lower.IsConst() {
		return nil, &refusal{loop, codeShape,
			fmt.Sprintf("its extent is not a constant from 1 to %d", maxLanes)}
	}
	store := soleStore(loop.Body())
	if store == nil || !store.Is(memref.Store) {
		return nil, &refusal{loop, codeShape, "it holds more, or other things, than one copy of an element"}
	}
	value, dst := stored(store)
	if r := m.spaceOf(store, dst, "destination", "shared", "shared.dyn"); r != nil {
		return nil, r
	}
	iv := loop.Body().Arg(0)
	p := &copyPlan{
		anchor: loop, ops: []*ir.Op{store}, dst: dst, bind: map[*ir.Value]int64{iv: trip.Lower.Const},
	}
	if r := m.source(p, value); r != nil {
		return nil, r
	}
	p.dead = nil // the load is erased with the loop
	return p, m.contiguous(p, iv, trip)
}

// contiguous checks that the iterations of a loop copy consecutive elements under one predicate.
func (m *matcher) contiguous(p *copyPlan, iv *ir.Value, trip analysis.Trip) *refusal {
	if r := m.spaceOf(p.ops[0], p.src, "source", "global"); r != nil {
		return r
	}
	if p.pred != nil && depends(p.pred, iv) {
		return &refusal{p.anchor, codePredicate, "its predicate is not the same for all elements"}
	}
	for what, at := range []place{p.src, p.dst} {
		if !m.unitSteps(at, iv, trip) {
			return &refusal{p.anchor, codeStrided,
				"the elements of its " + []string{"source", "destination"}[what] +
					" do not lie next to each other"}
		}
	}
	if r := m.movable(p); r != nil {
		return r
	}
	return m.cut(p, p.anchor, trip.Trips, m.alignment(m.sizeOf(p.dst.typ()), p.bind, p.src, p.dst))
}

// depends reports whether the computation of v uses iv.
func depends(v, iv *ir.Value) bool {
	loop, seen := iv.Owner().ParentOp(), map[*ir.Value]bool{}
	for todo := []*ir.Value{v}; len(todo) > 0; {
		v, todo = todo[len(todo)-1], todo[:len(todo)-1]
		def := v.DefiningOp()
		switch {
		case v == iv:
			return true
		case seen[v] || def == nil || !loop.IsAncestorOf(def):
			continue
		case def.NumRegions() > 0 || !def.IsPure():
			return true
		}
		seen[v] = true
		todo = append(todo, def.Operands()...)
	}
	return false
}

// unitSteps reports whether the last subscript grows by one per iteration and the other subscripts stay the
// same.
func (m *matcher) unitSteps(p place, iv *ir.Value, trip analysis.Trip) bool {
	sym := m.l.ev.SymbolOf(iv)
	for d, v := range p.index {
		form := m.l.ev.Eval(v)
		at := func(k int64) analysis.Linear {
			return m.l.ev.Reduce(m.l.ev.Subst(form, sym, analysis.Const(trip.Lower.Const+k)))
		}
		want := int64(0)
		if d == len(p.index)-1 {
			want = 1
		}
		first := at(0)
		for k := int64(1); k < trip.Trips; k++ {
			if !at(k).Equal(first.AddConst(k * want)) {
				return false
			}
		}
	}
	return len(p.index) > 0
}

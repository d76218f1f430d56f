package pass

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// marcher is one unit on its way.
type marcher struct {
	op *ir.Op
	// first is the pass that it begins with; steps has an entry for each from then on that it has come through. What is like another
	// unit has only those steps that have to end for each unit; the others are nil.
	first    int
	steps    []*step
	replaced int        // the pass behind which others stand for it, negative if there is none
	became   []*marcher // these
	added    []*marcher // what passes added for it, in their order
	number   int        // of the name of what was added, in the naming of the unit that it was added for
	open     bool       // it was added by a pass that has to complete it
	errs     diag.List  // of that
	naming   *naming    // what its placeholders stand for, and those in what it became and in what was added
	text     *Text      // what was in it, nil if it still is
}

// step is one unit in one pass.
type step struct {
	unit Unit
	errs diag.List
}

func newMarcher(op *ir.Op, first int, n *naming) *marcher {
	return &marcher{op: op, first: first, replaced: -1, naming: n}
}

// replaceBy says that behind pass k others stand for the unit.
func (u *marcher) replaceBy(k int, made []*ir.Op) {
	u.replaced = k
	for _, op := range made {
		u.became = append(u.became, newMarcher(op, k+1, u.naming))
	}
}

// add says that pass k added a function for the unit, and whether it has to complete it.
func (u *marcher) add(k int, op *ir.Op, open bool) *marcher {
	a := newMarcher(op, k+1, u.naming.within())
	a.open = open
	n, ok := number(op.SymbolName())
	if !ok {
		panic("a function is added under a name that is not open")
	}
	a.number = n
	u.added = append(u.added, a)
	return a
}

// at returns the step of a unit in a pass, nil if there is none.
func (u *marcher) at(k int) *step {
	if i := k - u.first; i >= 0 && i < len(u.steps) {
		return u.steps[i]
	}
	return nil
}

// last returns what stands for the unit behind the last pass; the first, if there are several.
func (u *marcher) last() *marcher {
	for len(u.became) > 0 {
		u = u.became[0]
	}
	return u
}

// all returns the unit and everything that it became.
func (u *marcher) all() []*marcher {
	list := []*marcher{u}
	for _, next := range u.became {
		list = append(list, next.all()...)
	}
	return list
}

// hasFailed reports whether something was found wrong with the unit or what it became.
func (u *marcher) hasFailed() bool {
	for _, next := range u.all() {
		if len(next.errs) > 0 || slices.ContainsFunc(next.steps, func(s *step) bool { return len(s.errs) > 0 }) {
			return true
		}
	}
	return false
}

// rename gives the unit, and what it became, the name of a symbol.
func (u *marcher) rename(name ir.Attr) {
	for _, next := range u.all() {
		next.op.SetAttr(nameAttr, name)
		if next.text != nil {
			next.op.Vouch()
		}
	}
}

// isText reports whether nothing is left of the unit but text, and of what was added for it.
func (u *marcher) isText() bool {
	for _, next := range u.all() {
		if len(next.became) > 1 || slices.ContainsFunc(next.added, func(a *marcher) bool { return a.text == nil }) {
			return false
		}
	}
	return true
}

// follow gives the unit, which is like another, the steps of that one that have to end for each unit, and what was added.
func (u *marcher) follow(model *marcher, arena *ir.Arena) {
	for i, s := range model.steps {
		if len(s.unit.opens) == 0 && len(s.unit.Added) == 0 {
			continue
		}
		for len(u.steps) <= model.first+i-u.first {
			u.steps = append(u.steps, nil)
		}
		u.steps[model.first+i-u.first] = &step{unit: Unit{Op: u.op, Rest: s.unit.Rest, opens: s.unit.opens, naming: u.naming}}
	}
	for _, a := range model.added {
		u.added = append(u.added, a.twin(u.naming, arena))
	}
}

// twin returns what stands for what was added for a unit, for one that is like that: the operation behind the last pass, at once.
func (u *marcher) twin(around *naming, arena *ir.Arena) *marcher {
	n := &naming{names: slices.Clone(u.naming.names), around: around}
	t := newMarcher(arena.Shell(u.text.of.shell, u.op.Loc()), u.first, n)
	t.text, t.number = &Text{u.text.of, n}, u.number
	for _, next := range u.all() {
		t.follow(next, arena)
	}
	return t
}

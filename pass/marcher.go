package pass

import "slices"

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
		for i := range next.steps {
			if len(next.steps[i].errs) > 0 {
				return true
			}
		}
	}
	return false
}

// open returns the references in what became of the unit that are open, in the order of the passes.
func (u *marcher) open() (list []Reference) {
	for _, next := range u.all() {
		for i := range next.steps {
			list = append(list, next.steps[i].unit.Open...)
		}
	}
	return list
}

// follow gives the unit the steps of one like it.
func (u *marcher) follow(model *marcher) {
	u.steps = slices.Clone(model.steps)
	for i := range u.steps {
		u.steps[i].unit.Op = u.op
	}
	for i, next := range u.became {
		next.follow(model.became[i])
	}
}

// settle gives the open references of a unit their names, in its text or where they stand.
func (u *marcher) settle(s *step) {
	if u.text != nil {
		u.text.names = append(u.text.names, s.unit.Names...)
		return
	}
	for i, r := range s.unit.Open {
		r.set(r.Op.Context().SymbolRef(s.unit.Names[i]))
	}
}

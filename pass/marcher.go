package pass

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

// isKept reports whether the end of a pass changes the unit or what it became.
func (u *marcher) isKept() bool {
	for _, next := range u.all() {
		for i := range next.steps {
			if next.steps[i].unit.Keep {
				return true
			}
		}
	}
	return false
}

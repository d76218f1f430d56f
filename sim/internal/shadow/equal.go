package shadow

// compareEqual compares an access to element g with the earlier writes that overwrite has kept for it. If the
// access is a write, it drops the kept writes that the new write makes superfluous.
func (m *Memory) compareEqual(w Watcher, g int64, a Access) {
	list := m.equal[g]
	if list == nil {
		return
	}
	keep := list[:0]
	for _, x := range list {
		before := x.Before(a.At.Line)
		if !before {
			w.Race(m, g, x, a)
		}
		if a.Kind != Write || w.MayAgree(a) && !(before && x.Site == a.Site) {
			keep = append(keep, x)
		}
	}
	m.keepEqual(g, keep)
}

func (m *Memory) keepEqual(g int64, list []Access) {
	switch {
	case len(list) == 0:
		delete(m.equal, g)
	case m.equal == nil:
		m.equal = map[int64][]Access{g: list}
	default:
		m.equal[g] = list
	}
}

// overwrite keeps the last write to an element, if the new write a may be of a value that others write as
// well: an access that races with the last write need not race with a. At most few writes to an element are
// kept; they are by threads that one barrier orders all at once.
func (m *Memory) overwrite(w Watcher, g int64, last, a Access) {
	if last.At == nil || last.Kind != Write || !w.MayAgree(a) {
		return
	}
	if last.Site == a.Site && last.Before(a.At.Line) {
		return
	}
	if list := m.equal[g]; len(list) < few {
		m.keepEqual(g, append(list, last))
	}
}

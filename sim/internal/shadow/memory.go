package shadow

import "slices"

// Watcher receives what Memory finds, and answers what a shadow does not know.
type Watcher interface {
	// Race reports that nothing orders two accesses to an element. The second one takes place now.
	Race(m *Memory, element int64, first, second Access)
	// MayAgree reports whether other threads may write the same value as this write at the same time.
	MayAgree(write Access) bool
	// Grew reports by how many bytes the shadow has grown.
	Grew(m *Memory, bytes int64)
}

// Memory is the shadow of one allocation.
type Memory struct {
	Owner any // the allocation, for a Watcher
	cells int64
	pages []*page
	equal map[int64][]Access // by element: earlier writes that overwrite has kept
	bytes int64
}

// New returns the shadow of an allocation with a number of elements, none of which was accessed yet.
func New(owner any, elements int64) *Memory { return &Memory{Owner: owner, cells: elements} }

// Bytes returns how many bytes the shadow takes, 0 if it is nil.
func (m *Memory) Bytes() int64 {
	if m == nil {
		return 0
	}
	return m.bytes
}

// cell is the shadow of one element: the last write, and the accesses since then that are not ordered among
// themselves.
type cell struct {
	last  Access
	since Access
	more  []Access
}

// page is the shadow of consecutive elements.
type page [pageLen]cell

const (
	pageBits = 9
	pageLen  = 1 << pageBits

	cellBytes = 56 // bytes of a cell
)

// few is the number of accesses since a write up to which each further access is compared with all of them.
// Beyond it, accesses that are ordered before others are dropped only when the slice is full, so that the
// time is linear in the number of readers.
const few = 64

// Read records a read of the elements from first to last.
func (m *Memory) Read(w Watcher, first, last int64, a Access) {
	for g := first; g <= last; g++ {
		m.read(w, g, a)
	}
}

// Write records a write to the elements from first to last.
func (m *Memory) Write(w Watcher, first, last int64, a Access) {
	for g := first; g <= last; g++ {
		m.write(w, g, a)
	}
}

// Free records the end of the life of all elements and compares it with every remembered access.
func (m *Memory) Free(w Watcher, a Access) {
	for p, pg := range m.pages {
		if pg == nil {
			continue
		}
		for i := range pg {
			c, g := &pg[i], int64(p)<<pageBits+int64(i)
			if x := c.last; x.At != nil && !x.Before(a.At.Line) {
				w.Race(m, g, x, a)
			}
			m.compareEqual(w, g, a)
			m.checkSince(w, g, c, a)
		}
	}
}

// cell returns the shadow of an element, made on first use.
func (m *Memory) cell(w Watcher, g int64) *cell {
	if m.pages == nil {
		n := (m.cells + pageLen - 1) >> pageBits
		m.grow(w, 8*n)
		m.pages = make([]*page, n)
	}
	p := m.pages[g>>pageBits]
	if p == nil {
		m.grow(w, pageLen*cellBytes)
		p = new(page)
		m.pages[g>>pageBits] = p
	}
	return &p[g&(pageLen-1)]
}

func (m *Memory) grow(w Watcher, bytes int64) {
	m.bytes += bytes
	w.Grew(m, bytes)
}

func (m *Memory) read(w Watcher, g int64, a Access) {
	c := m.cell(w, g)
	if c.last.At != nil && !c.last.Before(a.At.Line) {
		w.Race(m, g, c.last, a)
	}
	m.compareEqual(w, g, a)
	if c.since.At == nil {
		c.since = a
		return
	}
	m.add(w, g, c, a)
}

// add records a read, or an atomic update, among the accesses since the last write.
func (m *Memory) add(w Watcher, g int64, c *cell, a Access) {
	if c.knows(a) {
		return
	}
	a.mixed = c.since.mixed || c.since.Kind != a.Kind
	if n := len(c.more); !a.mixed && n >= few && n < cap(c.more) {
		c.more = append(c.more, c.since)
		c.since = a
		return
	}
	all := append(c.more, c.since)
	keep := all[:0]
	for _, x := range all {
		before := x.Before(a.At.Line)
		if !before && x.Kind.Writes() != a.Kind.Writes() {
			w.Race(m, g, x, a)
		}
		if !before || x.Kind != a.Kind {
			keep = append(keep, x)
		}
	}
	c.since, c.more = a, keep
}

// knows reports whether the cell has an access of the same line, epoch and kind, so that recording a second
// one adds nothing. Among many accesses only the latest is compared.
func (c *cell) knows(a Access) bool {
	if c.since.repeats(a) {
		return true
	}
	return len(c.more) < few && slices.ContainsFunc(c.more, a.repeats)
}

func (m *Memory) write(w Watcher, g int64, a Access) {
	c := m.cell(w, g)
	if c.last.At != nil {
		if c.since.At == nil && c.last.At.Line == a.At.Line && c.last.At.Epoch == a.At.Epoch &&
			(c.last.Site == a.Site || !w.MayAgree(c.last)) {
			return
		}
		if !c.last.Before(a.At.Line) {
			w.Race(m, g, c.last, a)
		}
	}
	m.compareEqual(w, g, a)
	if a.Kind == Atomic {
		if c.since.At == nil {
			c.since = a
		} else {
			m.add(w, g, c, a)
		}
		return
	}
	m.checkSince(w, g, c, a)
	m.overwrite(w, g, c.last, a)
	c.last, c.since, c.more = a, Access{}, c.more[:0]
}

// checkSince reports each access since the last write that does not happen before the write a.
func (m *Memory) checkSince(w Watcher, g int64, c *cell, a Access) {
	if c.since.At == nil {
		return
	}
	for i := -1; i < len(c.more); i++ {
		x := c.since
		if i >= 0 {
			x = c.more[i]
		}
		if !x.Before(a.At.Line) {
			w.Race(m, g, x, a)
		}
	}
}

package machine

import "slices"

// perThread are numbers by thread of a cluster. From one moment to the next most of them stay as they are, so
// they lie in pieces, one for each warp, which lists share. A piece that is nil holds zeros, and so does all
// that lies behind the last one. A list, and a piece, is never changed once it is shared.
type perThread []*perWarp

// perWarp holds the numbers of a warp.
type perWarp [warpSize]uint32

// at returns the number of a thread.
func (c perThread) at(thread int) uint32 {
	if p := c.piece(thread / warpSize); p != nil {
		return p[thread%warpSize]
	}
	return 0
}

func (c perThread) piece(n int) *perWarp {
	if n < len(c) {
		return c[n]
	}
	return nil
}

// isSame reports whether two lists are one.
func (c perThread) isSame(d perThread) bool {
	return len(c) == len(d) && (len(c) == 0 || &c[0] == &d[0])
}

// and returns the greater numbers of two lists: one of the two, if the other one has no greater number.
func (c perThread) and(d perThread) perThread {
	if c.isSame(d) {
		return c
	}
	if len(c) < len(d) {
		c, d = d, c
	}
	all := c
	for i, q := range d {
		p := c[i].and(q)
		if p == c[i] {
			continue
		}
		if all.isSame(c) {
			all = slices.Clone(c)
		}
		all[i] = p
	}
	if slices.Equal(all, d) {
		return d
	}
	return all
}

// and returns the greater numbers of two pieces, each of which may be nil.
func (p *perWarp) and(q *perWarp) *perWarp {
	switch {
	case p == q || q == nil:
		return p
	case p == nil:
		return q
	}
	less, more := false, false
	for i, n := range p {
		less, more = less || n < q[i], more || n > q[i]
	}
	switch {
	case !less:
		return p
	case !more:
		return q
	}
	both := *p
	for i, n := range q {
		both[i] = max(both[i], n)
	}
	return &both
}

// reaches reports whether no number of d is greater than that of c.
func (c perThread) reaches(d perThread) bool {
	if c.isSame(d) {
		return true
	}
	for i, q := range d {
		if !c.piece(i).reaches(q) {
			return false
		}
	}
	return true
}

func (p *perWarp) reaches(q *perWarp) bool {
	if p == q || q == nil {
		return true
	}
	if p == nil {
		p = &perWarp{}
	}
	for i, n := range q {
		if n > p[i] {
			return false
		}
	}
	return true
}

// newPerThread is a list that is being made of another one, which stays as it is. own is the number of its
// last piece that is not shared, plus one.
type newPerThread struct {
	perThread
	changed bool
	own     int
}

// set sets the number of a thread.
func (x *newPerThread) set(thread int, n uint32) {
	if x.at(thread) == n {
		return
	}
	at := thread / warpSize
	if !x.changed {
		x.perThread, x.changed = append(make(perThread, 0, max(len(x.perThread), at+1)), x.perThread...), true
	}
	for len(x.perThread) <= at {
		x.perThread = append(x.perThread, nil)
	}
	if x.own != at+1 {
		p := perWarp{}
		if old := x.perThread[at]; old != nil {
			p = *old
		}
		x.perThread[at], x.own = &p, at+1
	}
	x.perThread[at][thread%warpSize] = n
}

// with returns a list with another number of one thread.
func (c perThread) with(thread int, n uint32) perThread {
	x := newPerThread{perThread: c}
	x.set(thread, n)
	return x.perThread
}

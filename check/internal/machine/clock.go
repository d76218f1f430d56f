package machine

import (
	"cmp"
	"slices"
)

// mark is the place of an asynchronous operation on a chain. Who knows one to be complete knows all before it
// on its chain to be complete: an operation extends a chain only if it starts after the last one there.
type mark struct {
	chain, pos int32 // counted from 1
}

// clock is a set of asynchronous operations that is closed: with each it holds those that must complete
// before it. It has at most one mark per chain, in their order, and is immutable.
type clock []mark

func byChain(a, b mark) int { return cmp.Compare(a.chain, b.chain) }

// has reports whether an operation is in the set.
func (c clock) has(m mark) bool {
	if len(c) == 0 {
		return false
	}
	i, found := slices.BinarySearchFunc(c, m, byChain)
	return found && c[i].pos >= m.pos
}

// join returns the union.
func (c clock) join(d clock) clock {
	switch {
	case len(d) == 0:
		return c
	case len(c) == 0:
		return d
	}
	out := make(clock, 0, len(c)+len(d))
	for len(c) > 0 && len(d) > 0 {
		switch k := byChain(c[0], d[0]); {
		case k < 0:
			out, c = append(out, c[0]), c[1:]
		case k > 0:
			out, d = append(out, d[0]), d[1:]
		default:
			out = append(out, mark{c[0].chain, max(c[0].pos, d[0].pos)})
			c, d = c[1:], d[1:]
		}
	}
	return append(append(out, c...), d...)
}

// with returns the set with one more operation.
func (c clock) with(m mark) clock { return c.join(clock{m}) }

// chain is what a thread of control knows of a chain.
type chain struct {
	head, known int32 // how long it is, and up to where it is complete
	held        int32 // attributions of operations on it: while there are any the chain is not used again
}

// complete reports whether all of a chain is, and may be forgotten.
func (c chain) complete() bool { return c.known == c.head && c.held == 0 }

// chains is what a thread of control knows of all of them.
type chains struct {
	list  []chain
	spare []int32 // those that may be complete
}

func (c *chains) clone() chains { return chains{slices.Clone(c.list), slices.Clone(c.spare)} }

// hold counts an attribution of an operation on a chain.
func (c *chains) hold(at, by int32) {
	c.list[at].held += by
	if c.list[at].complete() {
		c.spare = append(c.spare, at)
	}
}

// dispensable reports whether nothing is lost if a set is without an operation.
func (c *chains) dispensable(m mark) bool { return c.complete(m) && c.list[m.chain].held == 0 }

// complete reports whether an operation is known to be complete.
func (c *chains) complete(m mark) bool { return c.list[m.chain].known >= m.pos }

// place gives a new operation its place on a chain: one that ends with what it starts after, if possible.
func (c *chains) place(after clock) mark {
	for _, m := range after {
		if c.list[m.chain].head == m.pos {
			return c.extend(m.chain)
		}
	}
	for len(c.spare) > 0 {
		last := len(c.spare) - 1
		at := c.spare[last]
		c.spare = c.spare[:last]
		if c.list[at].complete() {
			return c.extend(at)
		}
	}
	return c.open()
}

// open begins a chain.
func (c *chains) open() mark {
	c.list = append(c.list, chain{})
	return c.extend(int32(len(c.list) - 1))
}

func (c *chains) extend(at int32) mark {
	c.list[at].head++
	return mark{at, c.list[at].head}
}

// know notes that a set is complete and reports whether that is news.
func (c *chains) know(set clock) bool {
	news := false
	for _, m := range set {
		news = c.learn(m) || news
	}
	return news
}

// learn is know for one operation alone.
func (c *chains) learn(m mark) bool {
	at := &c.list[m.chain]
	if m.pos <= at.known {
		return false
	}
	at.known = m.pos
	if m.pos == at.head {
		c.spare = append(c.spare, m.chain)
	}
	return true
}

// unknown returns the part of a set that is not known to be complete.
func (c *chains) unknown(set clock) clock {
	if !slices.ContainsFunc(set, c.dispensable) {
		return set
	}
	var out clock
	for _, m := range set {
		if !c.dispensable(m) {
			out = append(out, m)
		}
	}
	return out
}

// adopt takes over the chains of a thread that has ended, as it left them.
func (c *chains) adopt(d *chains) {
	for i := range d.list {
		if i == len(c.list) {
			c.list = append(c.list, chain{})
		}
		c.list[i].head = max(c.list[i].head, d.list[i].head)
	}
}

// learned returns what a thread knows complete that its parent does not.
func (c *chains) learned(d *chains) clock {
	var out clock
	for i := range d.list {
		before := int32(0)
		if i < len(c.list) {
			before = c.list[i].known
		}
		if k := d.list[i].known; k > before {
			out = append(out, mark{int32(i), k})
		}
	}
	return out
}

// meet returns what is in both sets.
func (c clock) meet(d clock) clock {
	var out clock
	for _, m := range c {
		if i, found := slices.BinarySearchFunc(d, m, byChain); found {
			out = append(out, mark{m.chain, min(m.pos, d[i].pos)})
		}
	}
	return out
}

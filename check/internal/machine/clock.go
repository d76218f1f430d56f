package machine

import (
	"cmp"
	"slices"
)

// mark is the position of an asynchronous operation on a chain. If an operation is known to be complete, all
// operations before it on its chain are: an operation extends a chain only if it starts after the chain's
// last operation.
type mark struct {
	chain, pos int32 // pos counts from 1
}

// clock is a set of asynchronous operations. With each operation it contains those that must complete before
// it. It has at most one mark per chain, ordered by chain, and is immutable.
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

// chain is the state of a chain, as a thread of control knows it.
type chain struct {
	head, known int32 // number of operations, and how many are known to be complete
	// number of attributions of its operations; while there are any, the chain is not reused
	held int32
}

// complete reports whether all operations of a chain are complete and without attributions, so that the chain
// can be reused.
func (c chain) complete() bool { return c.known == c.head && c.held == 0 }

// chains are the chains, as a thread of control knows them.
type chains struct {
	list  []chain
	spare []int32 // chains that may be complete
}

func (c *chains) clone() chains { return chains{slices.Clone(c.list), slices.Clone(c.spare)} }

// hold adds by to the number of attributions on a chain.
func (c *chains) hold(at, by int32) {
	c.list[at].held += by
	if c.list[at].complete() {
		c.spare = append(c.spare, at)
	}
}

// dispensable reports whether an operation may be removed from a set: it is complete, and its chain has no
// attributions.
func (c *chains) dispensable(m mark) bool { return c.complete(m) && c.list[m.chain].held == 0 }

// complete reports whether an operation is known to be complete.
func (c *chains) complete(m mark) bool { return c.list[m.chain].known >= m.pos }

// place returns the position of a new operation on a chain. If possible it extends a chain whose last
// operation the new one starts after.
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

// open adds a chain with one operation.
func (c *chains) open() mark {
	c.list = append(c.list, chain{})
	return c.extend(int32(len(c.list) - 1))
}

func (c *chains) extend(at int32) mark {
	c.list[at].head++
	return mark{at, c.list[at].head}
}

// know records that the operations of a set are complete, and reports whether any of them was not known to
// be.
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

// unknown returns the operations of a set without those that are dispensable.
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

// adopt takes over the lengths of the chains of a thread of control that has ended.
func (c *chains) adopt(d *chains) {
	for i := range d.list {
		if i == len(c.list) {
			c.list = append(c.list, chain{})
		}
		c.list[i].head = max(c.list[i].head, d.list[i].head)
	}
}

// learned returns the operations that a thread of control knows to be complete and its parent does not.
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

// meet returns the intersection.
func (c clock) meet(d clock) clock {
	var out clock
	for _, m := range c {
		if i, found := slices.BinarySearchFunc(d, m, byChain); found {
			out = append(out, mark{m.chain, min(m.pos, d[i].pos)})
		}
	}
	return out
}

// has returns the operations of a set that are on these chains.
func (c *chains) has(set clock) (out clock) {
	for _, m := range set {
		if int(m.chain) < len(c.list) && m.pos <= c.list[m.chain].head {
			out = append(out, m)
		}
	}
	return out
}

package check

import (
	"cmp"
	"slices"
)

// mark is the place of an asynchronous operation on a chain. Who knows one to be complete knows all before it on its
// chain to be complete: an operation extends a chain only if it starts after the last one there.
type mark struct {
	chain, pos int32 // counted from 1
}

// clock is a set of asynchronous operations that is closed: with each it holds those that must complete before it. It has
// at most one mark per chain, in their order, and is immutable.
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

// chains is what a thread of control knows of the chains: how long each is, and up to where it is complete.
type chains struct {
	heads, known []int32
	held         []int32 // ghosts per chain: it is not used again
	spare        []int32 // chains that may be complete
}

func (c *chains) clone() chains {
	return chains{slices.Clone(c.heads), slices.Clone(c.known), slices.Clone(c.held), slices.Clone(c.spare)}
}

// hold counts a ghost of a chain.
func (c *chains) hold(chain, by int32) {
	c.held[chain] += by
	if c.held[chain] == 0 && c.known[chain] == c.heads[chain] {
		c.spare = append(c.spare, chain)
	}
}

// dispensable reports whether nothing is lost if a set is without an operation.
func (c *chains) dispensable(m mark) bool { return c.complete(m) && c.held[m.chain] == 0 }

// complete reports whether an operation is known to be complete.
func (c *chains) complete(m mark) bool { return c.known[m.chain] >= m.pos }

// place gives a new operation its place on a chain: one that ends with what it starts after, if possible.
func (c *chains) place(after clock) mark {
	for _, m := range after {
		if c.heads[m.chain] == m.pos {
			return c.extend(m.chain)
		}
	}
	for len(c.spare) > 0 {
		last := len(c.spare) - 1
		chain := c.spare[last]
		c.spare = c.spare[:last]
		if c.known[chain] == c.heads[chain] && c.held[chain] == 0 {
			return c.extend(chain)
		}
	}
	return c.open()
}

// open begins a chain.
func (c *chains) open() mark {
	c.grow()
	return c.extend(int32(len(c.heads) - 1))
}

func (c *chains) grow() {
	c.heads, c.known, c.held = append(c.heads, 0), append(c.known, 0), append(c.held, 0)
}

func (c *chains) extend(chain int32) mark {
	c.heads[chain]++
	return mark{chain, c.heads[chain]}
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
	if m.pos <= c.known[m.chain] {
		return false
	}
	c.known[m.chain] = m.pos
	if m.pos == c.heads[m.chain] {
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
	for i, h := range d.heads {
		if i == len(c.heads) {
			c.grow()
		}
		c.heads[i] = max(c.heads[i], h)
	}
}

// learned returns what a thread knows complete that its parent does not.
func (c *chains) learned(d *chains) clock {
	var out clock
	for i, k := range d.known {
		if i >= len(c.known) && k > 0 || i < len(c.known) && k > c.known[i] {
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

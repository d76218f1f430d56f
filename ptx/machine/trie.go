package machine

import "math/bits"

// trie is a map from numbers that is never changed: what adds to it returns another one that shares the rest.
// Its keys lie by their bits, so that two maps that share much are joined in the time of what differs. The
// empty map is nil.
type trie[V comparable] struct {
	// Of a leaf, prefix is the key and bit is 0. Of a branch, prefix are the bits above bit that all keys
	// have, and bit decides between the two sides.
	prefix, bit uint64
	zero, one   *trie[V]
	value       V
}

func newLeaf[V comparable](key uint64, value V) *trie[V] { return &trie[V]{prefix: key, value: value} }

// get returns the value of a key, the zero value where there is none.
func (t *trie[V]) get(key uint64) V {
	for t != nil && t.bit != 0 {
		if key&t.bit == 0 {
			t = t.zero
		} else {
			t = t.one
		}
	}
	if t == nil || t.prefix != key {
		var none V
		return none
	}
	return t.value
}

// holds reports whether the keys below a branch include those that begin as another part's do.
func (t *trie[V]) holds(u *trie[V]) bool { return t.bit > u.bit && u.prefix&^(2*t.bit-1) == t.prefix }

// and returns the union of two maps; combine makes one value of two, and returns one of them where it knows
// all. Where one map has all of the other, it is returned itself.
func (t *trie[V]) and(u *trie[V], combine func(a, b V) V) *trie[V] {
	switch {
	case u == nil || t == u:
		return t
	case t == nil:
		return u
	case t.holds(u):
		return t.within(u.prefix, func(side *trie[V]) *trie[V] { return side.and(u, combine) })
	case u.holds(t):
		return u.within(t.prefix, func(side *trie[V]) *trie[V] { return t.and(side, combine) })
	case t.bit != u.bit || t.prefix != u.prefix:
		return fork(t, u)
	case t.bit == 0:
		v := combine(t.value, u.value)
		return t.or(u, &trie[V]{prefix: t.prefix, value: v})
	}
	return t.or(u, &trie[V]{prefix: t.prefix, bit: t.bit,
		zero: t.zero.and(u.zero, combine), one: t.one.and(u.one, combine)})
}

// or returns one of two maps that the union of both equals, else the union.
func (t *trie[V]) or(u, union *trie[V]) *trie[V] {
	switch *union {
	case *t:
		return t
	case *u:
		return u
	}
	return union
}

// within returns a branch in which the side of a key is changed.
func (t *trie[V]) within(key uint64, change func(side *trie[V]) *trie[V]) *trie[V] {
	changed := *t
	side := &changed.zero
	if key&t.bit != 0 {
		side = &changed.one
	}
	*side = change(*side)
	return t.or(t, &changed)
}

// fork returns a branch over two parts whose keys begin differently.
func fork[V comparable](t, u *trie[V]) *trie[V] {
	bit := uint64(1) << (bits.Len64(t.prefix^u.prefix) - 1)
	if t.prefix&bit != 0 {
		t, u = u, t
	}
	return &trie[V]{prefix: t.prefix &^ (2*bit - 1), bit: bit, zero: t, one: u}
}

// without returns the map without a key.
func (t *trie[V]) without(key uint64) *trie[V] {
	switch {
	case t == nil || t.bit == 0 && t.prefix == key:
		return nil
	case t.bit == 0 || key&^(2*t.bit-1) != t.prefix:
		return t
	}
	changed := t.within(key, func(side *trie[V]) *trie[V] { return side.without(key) })
	switch {
	case changed.zero == nil:
		return changed.one
	case changed.one == nil:
		return changed.zero
	}
	return changed
}

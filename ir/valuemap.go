package ir

import (
	"iter"
	"slices"
)

// ValueMap holds something for each of some values. It is faster than a map: a value knows its place in the
// table. So only one table at a time may have an entry for a value; the zero ValueMap is empty.
type ValueMap[T any] struct{ entries []valueEntry[T] }

// valueEntry is what a table holds for a value. The place that a value knows may be one in another table, or
// of another time.
type valueEntry[T any] struct {
	of   *Value
	held T
}

// Get returns what is held for a value, and whether there is anything.
func (m *ValueMap[T]) Get(v *Value) (held T, ok bool) {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		return m.entries[i].held, true
	}
	return held, false
}

// Set holds something for a value, in place of what was held.
func (m *ValueMap[T]) Set(v *Value, held T) {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		m.entries[i].held = held
		return
	}
	v.place = int32(len(m.entries))
	m.entries = append(m.entries, valueEntry[T]{v, held})
}

// Entry returns what is held for a value, to be read and changed until the next value gets an entry. A value
// without an entry gets one.
func (m *ValueMap[T]) Entry(v *Value) *T {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		return &m.entries[i].held
	}
	v.place = int32(len(m.entries))
	m.entries = append(m.entries, valueEntry[T]{of: v})
	return &m.entries[v.place].held
}

// All yields the values with what is held for them, in the order in which they got their entries.
func (m *ValueMap[T]) All() iter.Seq2[*Value, T] {
	return func(yield func(*Value, T) bool) {
		for i := range m.entries {
			if e := &m.entries[i]; !yield(e.of, e.held) {
				return
			}
		}
	}
}

// Len returns the number of values with an entry.
func (m *ValueMap[T]) Len() int { return len(m.entries) }

// Grow makes room for so many more values.
func (m *ValueMap[T]) Grow(n int) { m.entries = slices.Grow(m.entries, n) }

// Clear forgets all values, and keeps the memory.
func (m *ValueMap[T]) Clear() {
	clear(m.entries)
	m.entries = m.entries[:0]
}

// Number returns a number that identifies a definition which a context has registered. Numbers are small.
func (d *OpDef) Number() int { return int(d.demands().number) }

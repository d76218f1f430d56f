package ir

import (
	"iter"
	"slices"
)

// ValueMap holds a T for some values. It is faster than a map, because a value keeps the index of its entry.
// So only one ValueMap at a time may have an entry for a value. The zero ValueMap is empty.
type ValueMap[T any] struct{ entries []valueEntry[T] }

// valueEntry is the entry of a value. The value is stored with it, because the index that a value keeps may
// come from another ValueMap or an earlier use of this one.
type valueEntry[T any] struct {
	of   *Value
	held T
}

// Get returns the T of a value, and whether the value has an entry.
func (m *ValueMap[T]) Get(v *Value) (held T, ok bool) {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		return m.entries[i].held, true
	}
	return held, false
}

// Set sets the T of a value.
func (m *ValueMap[T]) Set(v *Value, held T) {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		m.entries[i].held = held
		return
	}
	v.place = int32(len(m.entries))
	m.entries = append(m.entries, valueEntry[T]{v, held})
}

// Entry returns the T of a value, and gives the value an entry first if it has none. The pointer is valid
// until the next value gets an entry.
func (m *ValueMap[T]) Entry(v *Value) *T {
	if i := int(v.place); i < len(m.entries) && m.entries[i].of == v {
		return &m.entries[i].held
	}
	v.place = int32(len(m.entries))
	m.entries = append(m.entries, valueEntry[T]{of: v})
	return &m.entries[v.place].held
}

// All yields the values and their T, in the order in which they got their entries.
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

// Grow makes room for n more values.
func (m *ValueMap[T]) Grow(n int) { m.entries = slices.Grow(m.entries, n) }

// Clear removes all entries and keeps the memory.
func (m *ValueMap[T]) Clear() {
	clear(m.entries)
	m.entries = m.entries[:0]
}

// Number returns a number that identifies a definition which a context has registered. Numbers are small.
func (d *OpDef) Number() int { return int(d.demands().number) }

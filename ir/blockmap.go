package ir

// BlockMap holds a T for some blocks, as ValueMap does for values. Since a block keeps the index of its
// entry, only one BlockMap at a time may have an entry for a block. The zero BlockMap is empty.
type BlockMap[T any] struct{ entries []blockEntry[T] }

// blockEntry is the entry of a block. Its block is stored with it, because the index that a block keeps may
// come from another BlockMap or an earlier use of this one.
type blockEntry[T any] struct {
	of   *Block
	held T
}

// Get returns the T of a block, or nil if the block has no entry. The pointer is valid until the next block
// gets an entry.
func (m *BlockMap[T]) Get(b *Block) *T {
	if i := int(b.place); i < len(m.entries) && m.entries[i].of == b {
		return &m.entries[i].held
	}
	return nil
}

// Entry is Get, but gives the block an entry first if it has none.
func (m *BlockMap[T]) Entry(b *Block) *T {
	if held := m.Get(b); held != nil {
		return held
	}
	b.place = int32(len(m.entries))
	m.entries = append(m.entries, blockEntry[T]{of: b})
	return &m.entries[b.place].held
}

// Len returns the number of blocks with an entry.
func (m *BlockMap[T]) Len() int { return len(m.entries) }

// Block returns the block whose entry was made as number i.
func (m *BlockMap[T]) Block(i int) *Block { return m.entries[i].of }

// Clear removes all entries and keeps the memory.
func (m *BlockMap[T]) Clear() {
	clear(m.entries)
	m.entries = m.entries[:0]
}

package ir

// BlockMap holds something for each of some blocks, as a ValueMap does for values: only one table at a time
// may have an entry for a block. The zero BlockMap is empty.
type BlockMap[T any] struct{ entries []blockEntry[T] }

// blockEntry is what a table holds for a block. The place that a block knows may be one in another table, or
// of another time.
type blockEntry[T any] struct {
	of   *Block
	held T
}

// Get returns what is held for a block, to be read and changed until the next block gets an entry; nil if
// nothing is.
func (m *BlockMap[T]) Get(b *Block) *T {
	if i := int(b.place); i < len(m.entries) && m.entries[i].of == b {
		return &m.entries[i].held
	}
	return nil
}

// Entry is Get that gives a block an entry if it has none.
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

// Block returns the block that got its entry as number i.
func (m *BlockMap[T]) Block(i int) *Block { return m.entries[i].of }

// Clear forgets all blocks, and keeps the memory.
func (m *BlockMap[T]) Clear() {
	clear(m.entries)
	m.entries = m.entries[:0]
}

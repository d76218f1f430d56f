package ir

// BlockMap holds something for each of some blocks, as ValueMap does for values: a block knows its place in the table. So only one
// table at a time may have an entry for a block; the zero BlockMap is empty.
type BlockMap[T any] struct{ entries []blockEntry[T] }

// blockEntry is what a table holds for a block. The place that a block knows may be one in another table, or of another time.
type blockEntry[T any] struct {
	of   *Block
	held T
}

// Get returns what is held for a block, and the zero value if there is nothing.
func (m *BlockMap[T]) Get(b *Block) (held T) {
	if i := int(b.place); i < len(m.entries) && m.entries[i].of == b {
		return m.entries[i].held
	}
	return held
}

// Set holds something for a block, in place of what was held.
func (m *BlockMap[T]) Set(b *Block, held T) {
	if i := int(b.place); i < len(m.entries) && m.entries[i].of == b {
		m.entries[i].held = held
		return
	}
	b.place = int32(len(m.entries))
	m.entries = append(m.entries, blockEntry[T]{b, held})
}

// Clear forgets all blocks, and keeps the memory.
func (m *BlockMap[T]) Clear() {
	clear(m.entries)
	m.entries = m.entries[:0]
}

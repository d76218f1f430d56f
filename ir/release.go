package ir

// ReleaseBody empties the regions of an operation, and takes back the memory of the operations in them. Nothing may refer to these any
// more.
func (a *Arena) ReleaseBody(op *Op) {
	for _, r := range op.regions {
		for _, b := range r.Blocks() {
			for inner := b.first; inner != nil; inner = inner.next {
				inner.DropAllReferences()
			}
		}
		for _, b := range r.Blocks() {
			a.releaseOps(b)
		}
		r.blocks, r.sole[0], r.gone = nil, nil, 0
	}
}

// releaseOps takes back the operations of a block that nothing uses.
func (a *Arena) releaseOps(b *Block) {
	for op := b.first; op != nil; {
		next := op.next
		op.prev, op.next, op.block = nil, nil, nil
		a.ReleaseBody(op)
		a.Release(op)
		op = next
	}
	b.first, b.last, b.size = nil, nil, 0
	b.changes++
}

package ir

import "iter"

// Piece is a part of a large region, for parallel work: several whole blocks, or consecutive operations of
// one block.
type Piece struct {
	Blocks []*Block
	// First and End limit the operations of a block that is divided into several pieces: from First on, up to
	// the operation in front of End. Both are nil for whole blocks. End is also nil for the last piece of a
	// block.
	First, End *Op
}

// pieceSize is the number of operations in a piece: at least as many in a piece of several blocks, at most as
// many in a piece of one block.
const pieceSize = 2048

// Ops returns the first operation of a block that belongs to the piece, and the one behind its last.
func (p *Piece) Ops(b *Block) (first, end *Op) {
	if p.First != nil {
		return p.First, p.End
	}
	return b.first, nil
}

// Walk yields the operations of the piece and all nested ones, parents before children.
func (p *Piece) Walk() iter.Seq[*Op] {
	return func(yield func(*Op) bool) {
		for _, b := range p.Blocks {
			first, end := p.Ops(b)
			for op := first; op != end; op = op.next {
				if !op.walk(yield) {
					return
				}
			}
		}
	}
}

// ForEachOp calls f for the operation and all nested ones, in parallel for the pieces of a large region.
func (o *Op) ForEachOp(f func(op *Op)) {
	f(o)
	for _, r := range o.regions {
		pieces := r.Pieces()
		if pieces == nil {
			pieces = []Piece{{Blocks: r.Blocks()}}
		}
		ForEach(len(pieces), func(i int) {
			for op := range pieces[i].Walk() {
				f(op)
			}
		})
	}
}

// Pieces returns the pieces of a region in order, nil for a small region. It numbers the operations of blocks
// that it divides.
func (r *Region) Pieces() []Piece {
	if !r.isLarge() {
		return nil
	}
	var pieces []Piece
	from, n := 0, 0
	until := func(to int) {
		if from < to {
			pieces = append(pieces, Piece{Blocks: r.Blocks()[from:to]})
		}
		from, n = to, 0
	}
	for i, b := range r.Blocks() {
		if n += int(b.size); b.size > pieceSize {
			until(i)
			pieces, from = b.pieces(pieces, r.Blocks()[i:i+1]), i+1
		} else if n >= pieceSize {
			until(i + 1)
		}
	}
	until(len(r.Blocks()))
	return pieces
}

// isLarge reports whether the region directly has at least as many operations as two pieces.
func (r *Region) isLarge() bool {
	n := 0
	for _, b := range r.Blocks() {
		if n += int(b.size); n >= 2*pieceSize {
			return true
		}
	}
	return false
}

// pieces appends the pieces of a block; list holds this block alone.
func (b *Block) pieces(pieces []Piece, list []*Block) []Piece {
	n := uint32(0)
	for op := b.first; op != nil; op = op.next {
		if n%pieceSize == 0 {
			if n > 0 {
				pieces[len(pieces)-1].End = op
			}
			pieces = append(pieces, Piece{Blocks: list, First: op})
		}
		op.order = n
		n++
	}
	b.ordered = true
	return pieces
}

package ir

import "github.com/inflight-compiler/inflight/diag"

// piece is a part of a block, which is verified apart from the others of a large region.
type piece struct {
	block *Block
	first *Op // nil for an empty block
	n     int // operations; all from first on where that is negative
}

// pieceSize is the number of operations in a piece.
const pieceSize = 2048

// cut cuts the regions of an operation into pieces if they are large, and numbers the operations in their blocks on the way. It returns
// nil if there are fewer operations than two pieces have.
func cut(op *Op) [][]piece {
	if !op.isLarge() {
		return nil
	}
	regions := make([][]piece, len(op.regions))
	for i, r := range op.regions {
		for _, b := range r.blocks {
			regions[i] = b.cut(regions[i])
		}
	}
	return regions
}

// isLarge reports whether there are as many operations directly in the regions as two pieces have.
func (o *Op) isLarge() bool {
	n := 0
	for _, r := range o.regions {
		for _, b := range r.blocks {
			for op := b.first; op != nil; op = op.next {
				if n++; n == 2*pieceSize {
					return true
				}
			}
		}
	}
	return false
}

// cut appends the pieces of a block.
func (b *Block) cut(pieces []piece) []piece {
	b.number()
	pieces = append(pieces, piece{b, b.first, -1})
	n := 0
	for op := b.first; op != nil; op = op.next {
		if n == pieceSize {
			pieces[len(pieces)-1].n = n
			pieces, n = append(pieces, piece{b, op, -1}), 0
		}
		n++
	}
	return pieces
}

// inPieces calls f with verifiers of the same isolated operation for each piece, in parallel, and takes over what they find: what is
// wrong with the first piece that something is wrong with. It returns the isolated operations that they found.
func (v *verifier) inPieces(pieces []piece, f func(w *verifier, p piece) bool) (isolated []*Op, ok bool) {
	type outcome struct {
		diags    diag.List
		isolated []*Op
	}
	found := make([]outcome, len(pieces))
	for _, w := range ForEachWith(len(pieces), v.fork, func(w *verifier, i int) {
		f(w, pieces[i])
		found[i] = outcome{w.diags, w.isolated}
		w.diags, w.isolated = nil, nil
	}) {
		v.take(w)
	}
	for _, o := range found {
		isolated = append(isolated, o.isolated...)
		v.diags.Add(o.diags...)
		if v.diags.HasErrors() {
			return nil, false
		}
	}
	return isolated, true
}

package ir

import "github.com/inflight-compiler/inflight/diag"

// pieces returns, for each region of the operation, its pieces, nil for a small region. It returns nil if all
// regions are small.
func (o *Op) pieces() (pieces [][]Piece) {
	for i, r := range o.regions {
		if list := r.Pieces(); list != nil {
			if pieces == nil {
				pieces = make([][]Piece, len(o.regions))
			}
			pieces[i] = list
		}
	}
	return pieces
}

// piecesOf returns the pieces of region i of an operation. It returns nil if the region is small, or if op is
// not the operation that this verifier divides into pieces.
func (v *verifier) piecesOf(op *Op, i int) []Piece {
	if op != v.top || v.pieces == nil {
		return nil
	}
	return v.pieces[i]
}

// inPieces calls f for each piece, in parallel, with forks of the verifier. It takes over the errors of the
// first piece that has errors. It returns the isolated operations that the forks found.
func (v *verifier) inPieces(pieces []Piece, f func(w *verifier, p Piece) bool) (isolated []*Op, ok bool) {
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

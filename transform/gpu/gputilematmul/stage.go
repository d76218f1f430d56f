package gputilematmul

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/memref"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/dialect/vector"
	"github.com/inflight-compiler/inflight/ir"
)

// copyTile makes the statement that copies a tile of m, which begins somewhere along each axis, to shared
// memory. All threads copy pieces, one after the other along rows. Pieces outside of m are zeros.
func (k *kernel) copyTile(s *staged, m *matrix, from *ir.Value, begin [3]*ir.Value) {
	piece := k.piece(m)
	perRow, threads := s.cols/piece, k.threads()
	total := s.rows * perRow
	pipeline.NewBlock(k.b, nil, nil, func(*ir.Builder) {
		for first := int64(0); first < total; first += threads {
			var mine *ir.Value
			if total-first < threads {
				mine = k.below(k.thread, total-first)
			}
			k.when(mine, func() { k.copyPiece(s, m, from, begin, first, piece) })
		}
	})
}

// copyPiece copies the piece whose number is that of the thread more than first.
func (k *kernel) copyPiece(s *staged, m *matrix, from *ir.Value, begin [3]*ir.Value, first, piece int64) {
	perRow := s.cols / piece
	number, below := k.thread, first/perRow
	if first%perRow != 0 {
		number, below = k.add(k.thread, first), 0
	}
	r, c := k.div(number, perRow), k.rem(number, perRow)
	perChunk := s.chunk / piece
	to := k.permuted(s, r, below, k.div(c, perChunk), k.mul(k.rem(c, perChunk), piece))
	r = k.add(r, below)
	gr, gc := k.sum(begin[m.axes[0]], r), k.sum(begin[m.axes[1]], k.mul(c, piece))
	inside := k.both(k.within(gr, m.axes[0], s.rows), k.within(gc, m.axes[1], s.cols))
	if piece == 1 {
		v := k.either(inside, k.elem, func() *ir.Value { return memref.NewLoad(k.b, from, gr, gc) })
		memref.NewStore(k.b, v, s.memory, r, to)
		return
	}
	t := k.b.Ctx.Vector([]int64{piece}, nil, k.elem)
	v := k.either(inside, t, func() *ir.Value { return vector.NewLoad(k.b, t, from, gr, gc) })
	vector.NewStore(k.b, v, s.memory, r, to)
}

// piece returns how many elements of a matrix are copied at once.
func (p *problem) piece(m *matrix) int64 { return m.aligned(p.chunk()) }

// pieces says which matrices are copied in pieces of less than 16 bytes.
func (p *problem) pieces(report func(*diag.Diagnostic)) {
	for i, m := range []*matrix{&p.lhs, &p.rhs} {
		n := p.piece(m) * p.size()
		switch {
		case n < 16 && (m.cols == ir.Dynamic || m.stride == ir.Dynamic || m.offset == ir.Dynamic):
			report(diag.Remarkf(codePieces, p.op.Span(),
				"tiles of %s are copied %d bytes at a time, not 16: where its rows begin and end, '%v', is "+
					"known at run time only",
				"AB"[i:i+1], n, m.typ()))
		case n < 16:
			report(diag.Remarkf(codePieces, p.op.Span(),
				"tiles of %s are copied %d bytes at a time, not 16: its rows are %d bytes, %d apart, from "+
					"byte %d on",
				"AB"[i:i+1], n, m.cols*p.size(), m.stride*p.size(), m.offset*p.size()))
		}
	}
}

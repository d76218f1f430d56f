package text

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir"
)

// Functions are printed in parallel, a batch at a time. Each goroutine has a printer of its own, and the
// texts are written in the order of the functions, so that the result is the same as that of one printer.
// Some text has numbers that are counted over all functions in the order of writing, as distinct attributes
// and the handles of resources have. Only the printer of the whole program writes such text.

const (
	pieceOps = 16            // functions that one goroutine prints at a time
	batchOps = 32 * pieceOps // functions whose texts are in memory at a time
	// largeOp is the least number of operations in the entry block of a function whose text is written at
	// once. Such a function begins a batch.
	largeOp = 2000
	fewOps  = 2 * pieceOps // greatest number of functions that are not printed in parallel
)

// The pieces of a large region are printed in the same way, with the names that the printer of the whole
// program has given.

// team holds the printers that work in parallel, which are made when there is work for them, and the text
// that they wrote.
type team struct {
	printers []*printer
	pieces   []piece
	leading  bool // the printer of the whole program is printing an operation itself
}

// piece is the text of some functions, or of a piece of a region.
type piece struct {
	first  *ir.Op
	count  int
	part   ir.Piece
	text   []byte
	shared bool // the text has a number that is counted over all pieces; the piece has to be printed in order
}

// canTeam reports whether the operations of a block may be printed in parallel: no value around them may have
// a name.
func (p *printer) canTeam() bool {
	return p.w != nil && !p.opts.Generic && p.ids.len() == 0 && !p.team.leading && runtime.GOMAXPROCS(0) > 1
}

// inTeam appends the operations from op on that can be printed in parallel, a line each, if there are enough.
// It returns the next operation.
func (p *printer) inTeam(op *ir.Op) *ir.Op {
	for {
		n := p.alone(op)
		if n <= fewOps {
			return op
		}
		op = p.inParallel(op, n)
	}
}

// alone counts the operations from op on whose text depends on nothing around them, up to the size of a
// batch.
func (p *printer) alone(op *ir.Op) (n int) {
	for n < batchOps && op != nil && op.Has(ir.IsolatedFromAbove) && op.NumRegions() == 1 &&
		op.NumOperands()+op.NumResults() == 0 &&
		(n == 0 || !isLarge(op)) {
		n++
		op = op.Next()
	}
	return n
}

// isLarge reports whether the text of an operation may be long.
func isLarge(op *ir.Op) bool {
	return op.Body().NumOps() >= largeOp
}

// inParallel appends n operations from op on, a line each, and returns the next operation. If the first is
// large, the printer of the whole program writes it at once, while the other printers print the rest.
func (p *printer) inParallel(op *ir.Op, n int) *ir.Op {
	p.flush()
	t := p.prepareTeam(&p.team, op)
	first := op
	t.leading = isLarge(op)
	for left := n; left > 0; {
		count := min(pieceOps, left)
		if left == n && t.leading {
			count = 1
		}
		left -= count
		t.pieces = append(t.pieces, piece{first: op, count: count, text: t.buffer()})
		for range count {
			op = op.Next()
		}
	}
	lines := func(p *printer, x *piece) { p.lines(x.first, x.count) }
	t.print(func(w *printer, i int) {
		if i == 0 && t.leading {
			p.lines(first, 1)
			p.flush()
			return
		}
		w.piece(&t.pieces[i], lines)
	})
	rest := t.pieces
	if t.leading {
		rest = rest[1:]
	}
	p.writePieces(rest, lines)
	t.leading = false
	return op
}

// batchPieces is the number of pieces of a region whose texts are in memory at a time.
const batchPieces = 16

// piecesOf returns the pieces of a region that may be printed in parallel. It returns nil for a small region,
// and for one that may contain functions.
func (p *printer) piecesOf(r *ir.Region) []ir.Piece {
	if p.w == nil || p.opts.Generic || p.canTeam() || runtime.GOMAXPROCS(0) == 1 {
		return nil
	}
	return r.Pieces()
}

// inPieces appends the blocks of a region, in which values have names.
func (p *printer) inPieces(pieces []ir.Piece, entry entryForm) {
	p.flush()
	lines := func(p *printer, x *piece) { p.blocksOf(x.part, entry) }
	for batch := range slices.Chunk(pieces, batchPieces) {
		t := p.prepareTeam(&p.regionTeam, batch[0].Blocks[0].ParentOp())
		for _, w := range t.printers {
			w.naming, w.plain = p.naming, true
		}
		for _, part := range batch {
			t.pieces = append(t.pieces, piece{part: part, text: t.buffer()})
		}
		t.print(func(w *printer, i int) { w.piece(&t.pieces[i], lines) })
		p.writePieces(t.pieces, lines)
	}
}

// print calls f for each piece, in parallel, with one of the team's printers.
func (t *team) print(f func(w *printer, i int)) {
	var busy atomic.Int32
	ir.ForEachWith(len(t.pieces), func() *printer { return t.printers[busy.Add(1)-1] }, f)
}

// prepareTeam gives a team printers in the state of p, and no pieces. op is an operation that will be
// printed, or one around it.
func (p *printer) prepareTeam(t *team, op *ir.Op) *team {
	for len(t.printers) < runtime.GOMAXPROCS(0) {
		w := newPrinter(nil, op, p.opts)
		w.aliases, w.form.Alias = p.aliases, p.form.Alias
		w.ids, w.blocks = newNumbers(true), newLabels(true)
		t.printers = append(t.printers, w)
	}
	for _, w := range t.printers {
		w.indent, w.dialect, w.next = p.indent, p.dialect, p.next
	}
	t.pieces = t.pieces[:0]
	return t
}

// buffer returns the memory that the piece with the same index had in the previous batch.
func (t *team) buffer() []byte {
	if n := len(t.pieces); n < cap(t.pieces) {
		return t.pieces[:n+1][n].text[:0]
	}
	return nil
}

// piece prints a piece.
func (p *printer) piece(x *piece, lines func(*printer, *piece)) {
	p.dst, p.numbered = x.text, false
	lines(p, x)
	x.text, x.shared, p.dst = p.dst, p.numbered, nil
}

// lines appends count operations, a line each.
func (p *printer) lines(op *ir.Op, count int) {
	for range count {
		p.opWithLoc(op)
		p.dst = append(p.dst, '\n')
		op = op.Next()
	}
}

// writePieces writes the texts of pieces, and prints those pieces that have to be printed in order.
func (p *printer) writePieces(pieces []piece, lines func(*printer, *piece)) {
	for i := range pieces {
		switch x := &pieces[i]; {
		case x.shared:
			lines(p, x)
			p.flush()
		case p.err == nil:
			_, p.err = p.w.Write(x.text)
		}
	}
}

package text

import (
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir"
)

// Functions are printed in parallel, some at a time: each goroutine has a printer of its own, and what it
// wrote is handed on in the order of the functions. The text is that of one printer. What is numbered in the
// order of writing over functions, as distinct attributes and the handles of resources are, is written by the
// printer of the whole alone.

const (
	pieceOps = 16            // functions that one goroutine prints at a time
	batchOps = 32 * pieceOps // functions whose text is held at a time
	// operations of a function's entry from which on its text is not held: it begins a batch
	largeOp = 2000
	fewOps  = 2 * pieceOps // functions that are not worth it
)

// The pieces of a large region are printed in the same way, with the names that the printer of the whole has
// given.

// team is the printers that work in parallel, none until there is work for them, and what they wrote.
type team struct {
	printers []*printer
	pieces   []piece
	leading  bool // the printer of the whole is at work itself
}

// piece is the text of some functions, or of a piece of a region.
type piece struct {
	first  *ir.Op
	count  int
	part   ir.Piece
	text   []byte
	shared bool // something in it is numbered over all of them: it has to be printed in order
}

// canTeam reports whether the operations of a block that is to be printed may be printed in parallel. No
// value around them may have a name.
func (p *printer) canTeam() bool {
	return p.w != nil && !p.opts.Generic && p.ids.len() == 0 && !p.team.leading && runtime.GOMAXPROCS(0) > 1
}

// inTeam appends the operations from op on that are many enough to be printed in parallel, a line each, and
// returns the one behind.
func (p *printer) inTeam(op *ir.Op) *ir.Op {
	for {
		n := p.alone(op)
		if n <= fewOps {
			return op
		}
		op = p.inParallel(op, n)
	}
}

// alone counts the operations from op on, up to a batch, whose text depends on nothing around them.
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

// inParallel appends the n operations from op on, a line each, and returns the one behind. If the first is
// large, the printer of the whole writes it as it goes along, while the others wait for theirs to be handed
// on.
func (p *printer) inParallel(op *ir.Op, n int) *ir.Op {
	p.flush()
	t := p.gather(&p.team, op)
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
	p.hand(rest, lines)
	t.leading = false
	return op
}

// batchPieces is the number of pieces of a region whose text is held at a time.
const batchPieces = 16

// piecesOf returns the pieces of a region that may be printed in parallel, nil for one that is small, or in
// which there may be functions.
func (p *printer) piecesOf(r *ir.Region) []ir.Piece {
	if p.w == nil || p.opts.Generic || p.canTeam() || runtime.GOMAXPROCS(0) == 1 {
		return nil
	}
	return r.Pieces()
}

// inPieces appends the blocks of a region, which has values with names.
func (p *printer) inPieces(pieces []ir.Piece, entry entryForm) {
	p.flush()
	lines := func(p *printer, x *piece) { p.blocksOf(x.part, entry) }
	for batch := range slices.Chunk(pieces, batchPieces) {
		t := p.gather(&p.crew, batch[0].Blocks[0].ParentOp())
		for _, w := range t.printers {
			w.naming, w.plain = p.naming, true
		}
		for _, part := range batch {
			t.pieces = append(t.pieces, piece{part: part, text: t.buffer()})
		}
		t.print(func(w *printer, i int) { w.piece(&t.pieces[i], lines) })
		p.hand(t.pieces, lines)
	}
}

// print calls f for each piece, in parallel, with one of the printers.
func (t *team) print(f func(w *printer, i int)) {
	var busy atomic.Int32
	ir.ForEachWith(len(t.pieces), func() *printer { return t.printers[busy.Add(1)-1] }, f)
}

// gather returns a team without pieces, in the state of the printer; op is one to be printed, or around what
// is.
func (p *printer) gather(t *team, op *ir.Op) *team {
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

// buffer returns the memory that the piece to be appended next had in the batch before.
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

// lines appends so many operations, a line each.
func (p *printer) lines(op *ir.Op, count int) {
	for range count {
		p.opWithLoc(op)
		p.dst = append(p.dst, '\n')
		op = op.Next()
	}
}

// hand writes pieces, and prints those for which that has to be done in order.
func (p *printer) hand(pieces []piece, lines func(*printer, *piece)) {
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

package text

import (
	"runtime"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/ir"
)

// Functions are printed in parallel, some at a time: each goroutine has a printer of its own, and what it wrote is handed on in
// the order of the functions. The text is that of one printer. What is numbered in the order of writing over functions, as
// distinct attributes and the handles of resources are, is written by the printer of the whole alone.

const (
	pieceOps = 16            // functions that one goroutine prints at a time
	batchOps = 32 * pieceOps // functions whose text is held at a time
	largeOp  = 2000          // operations of a function's entry from which on its text is not held: it begins a batch
	fewOps   = 2 * pieceOps  // functions that are not worth it
)

// team is the printers that work in parallel, and what they wrote.
type team struct {
	printers []*printer
	pieces   []piece
	leading  bool // the printer of the whole is at work itself
}

// piece is the text of some functions.
type piece struct {
	first  *ir.Op
	count  int
	text   []byte
	shared bool // something in it is numbered over functions: it has to be printed in order
}

// canTeam reports whether the operations of a block that is to be printed may be printed in parallel. No value around them may
// have a name.
func (p *printer) canTeam() bool {
	return p.w != nil && !p.opts.Generic && p.ids.len() == 0 && (p.team == nil || !p.team.leading) && runtime.GOMAXPROCS(0) > 1
}

// inTeam appends the operations from op on that are many enough to be printed in parallel, a line each, and returns the one behind.
func (p *printer) inTeam(op *ir.Op) *ir.Op {
	for {
		n := p.alone(op)
		if n <= fewOps {
			return op
		}
		op = p.inParallel(op, n)
	}
}

// alone counts the operations from op on, up to a batch, whose text depends on nothing around them and was not made before.
func (p *printer) alone(op *ir.Op) (n int) {
	for n < batchOps && op != nil && op.Has(ir.IsolatedFromAbove) && op.NumRegions() == 1 && op.NumOperands()+op.NumResults() == 0 &&
		(n == 0 || !isLarge(op)) && p.ready(op) == nil {
		n++
		op = op.Next()
	}
	return n
}

// isLarge reports whether the text of an operation may be long.
func isLarge(op *ir.Op) bool {
	return op.Body().NumOps() >= largeOp
}

// inParallel appends the n operations from op on, a line each, and returns the one behind. If the first is large, the printer of the
// whole writes it as it goes along, while the others wait for theirs to be handed on.
func (p *printer) inParallel(op *ir.Op, n int) *ir.Op {
	p.flush()
	t := p.gather(op)
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
	var busy atomic.Int32
	ir.ForEachWith(len(t.pieces), func() *printer { return t.printers[busy.Add(1)-1] }, func(w *printer, i int) {
		if i == 0 && t.leading {
			p.lines(first, 1)
			p.flush()
			return
		}
		w.piece(&t.pieces[i])
	})
	rest := t.pieces
	if t.leading {
		rest = rest[1:]
	}
	for i := range rest {
		p.hand(&rest[i])
	}
	t.leading = false
	return op
}

// gather returns the team, without pieces, in the state of the printer; op is one to be printed.
func (p *printer) gather(op *ir.Op) *team {
	if p.team == nil {
		p.team = &team{}
		for range runtime.GOMAXPROCS(0) {
			w := newPrinter(nil, op, p.opts)
			w.aliases, w.form.Alias = p.aliases, p.form.Alias
			w.ids, w.blocks = newNumbers(true), newLabels(true)
			p.team.printers = append(p.team.printers, w)
		}
	}
	for _, w := range p.team.printers {
		w.indent, w.dialect, w.next = p.indent, p.dialect, p.next
	}
	p.team.pieces = p.team.pieces[:0]
	return p.team
}

// buffer returns the memory that the piece to be appended next had in the batch before.
func (t *team) buffer() []byte {
	if n := len(t.pieces); n < cap(t.pieces) {
		return t.pieces[:n+1][n].text[:0]
	}
	return nil
}

// piece prints the operations of a piece.
func (p *printer) piece(x *piece) {
	p.dst, p.numbered = x.text, false
	p.lines(x.first, x.count)
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

// hand writes a piece, or prints it where that has to be done in order.
func (p *printer) hand(x *piece) {
	if x.shared {
		p.lines(x.first, x.count)
		p.flush()
	} else if p.err == nil {
		_, p.err = p.w.Write(x.text)
	}
}

package convertmemreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/arith"
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// copyAll copies the bytes of the inner dimensions that are contiguous in both memrefs at once, in loops over
// the others.
func copyAll(l *lowering, op *ir.Op) {
	from, to := l.mem(op.Operand(0)), l.mem(op.Operand(1))
	if l.err != nil {
		return
	}
	first := 0
	for !from.contiguous(first) || !to.contiguous(first) {
		first++
	}
	l.copyFrom(from, to, first, nil)
	l.replace(op)
}

// copyFrom makes the loops behind those with the induction variables ivs, of the dimensions in front of
// first, and copies. The copy of bytes lets the host have its turn itself; the innermost of loops that copy
// single elements does so for each of its pieces.
func (l *lowering) copyFrom(from, to *descriptor, first int, ivs []*ir.Value) {
	inner := func(_ *ir.Builder, iv *ir.Value) { l.copyFrom(from, to, first, append(ivs, iv)) }
	switch rank := len(from.sizes); {
	case len(ivs) == first:
		source, target := l.element(from, ivs, nil), l.element(to, ivs, nil)
		if first == rank {
			if t, ok := from.typ.Elem.(*ir.ComplexType); ok {
				l.storeNumber(l.loadNumber(source, t), target)
				return
			}
			l.store(l.load(source, from.typ.Elem), target)
			return
		}
		l.call(copyFunction, target, source, l.number(l.bytes(from, first)))
	case len(ivs) == rank-1:
		l.inPieces(l.value(from.sizes[len(ivs)]), inner)
	default:
		zero, one := l.constant(l.Ctx.Index, 0), l.constant(l.Ctx.Index, 1)
		scf.NewFor(l.Builder, zero, l.value(from.sizes[len(ivs)]), one, inner)
	}
}

// A piece of a loop that copies elements has so many of them, each of which costs about so many simple
// operations.
const (
	pieceElements = 4096
	elementCost   = 4
)

// inPieces makes a loop over n elements that tells the host the cost of each piece before it. A loop of a few
// elements is one piece.
func (l *lowering) inPieces(n *ir.Value, body func(*ir.Builder, *ir.Value)) {
	zero, one := l.constant(l.Ctx.Index, 0), l.constant(l.Ctx.Index, 1)
	if c, ok := ir.ConstInt(n); ok && c <= pieceElements {
		l.call(pollFunction, l.constant(l.Ctx.I32, elementCost*max(c, 1)))
		scf.NewFor(l.Builder, zero, n, one, body)
		return
	}
	span := l.constant(l.Ctx.Index, pieceElements)
	scf.NewFor(l.Builder, zero, n, span, func(b *ir.Builder, start *ir.Value) {
		l.call(pollFunction, l.constant(l.Ctx.I32, elementCost*pieceElements))
		left := arith.Binary(b, arith.SubI, n, start)
		end := arith.Binary(b, arith.AddI, start, arith.Binary(b, arith.MinSI, left, span))
		scf.NewFor(b, start, end, one, body)
	})
}

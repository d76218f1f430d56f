package memreftoptr

import (
	"github.com/inflight-compiler/inflight/dialect/scf"
	"github.com/inflight-compiler/inflight/ir"
)

// copyAll copies the bytes of the inner dimensions that are contiguous in both memrefs at once, in loops over the others.
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

// copyFrom makes the loops behind those with the induction variables ivs, of the dimensions in front of first, and copies.
func (l *lowering) copyFrom(from, to *descriptor, first int, ivs []*ir.Value) {
	if len(ivs) < first {
		zero, one := l.constant(l.Ctx.Index, 0), l.constant(l.Ctx.Index, 1)
		scf.NewFor(l.Builder, zero, l.value(from.sizes[len(ivs)]), one, func(_ *ir.Builder, iv *ir.Value) {
			l.copyFrom(from, to, first, append(ivs, iv))
		})
		return
	}
	source, target := l.element(from, ivs, nil), l.element(to, ivs, nil)
	if first == len(from.sizes) {
		l.store(l.load(source, from.typ.Elem), target)
		return
	}
	l.call(copyFunction, target, source, l.number(l.bytes(from, first)))
}

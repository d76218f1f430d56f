package exporter

import (
	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
)

// part is a part of a buffer that a block reads or writes.
type part struct {
	buffer *ir.Value
	dims   []analysis.Range // nil for the whole buffer
	// guarded says that some access depends on a condition in the block. If the condition is false, the
	// subscripts may be out of bounds.
	guarded bool
}

// accesses prints T.reads and T.writes of a block: the declared accesses, or else those of its body. It
// prints nothing if the accesses of the body are not known.
func (p *printer) accesses(block *ir.Op, hasInit bool) {
	if !pipeline.Inferred(block) {
		p.declared("T.reads(", pipeline.Reads(block), block)
		p.declared("T.writes(", pipeline.Writes(block), block)
		return
	}
	reads, writes, ok := p.inferred(block)
	if !ok {
		return
	}
	if hasInit {
		reads = without(reads, writes)
	}
	p.parts("T.reads(", reads, block)
	p.parts("T.writes(", writes, block)
}

// declared prints the buffers and slices that a block declares.
func (p *printer) declared(clause string, memrefs []*ir.Value, block *ir.Op) {
	p.text(clause)
	for i, m := range memrefs {
		if i > 0 {
			p.text(", ")
		}
		if op := m.DefiningOp(); op != nil && p.values[m] == "" && isView(op) {
			if view, ok := op.Def().View(op); ok && view.Offsets != nil {
				p.slice(op, &view)
				continue
			}
		}
		if buffer, _, ok := p.resolve(m, nil, block); ok {
			p.part(part{buffer: buffer}, block)
		}
	}
	p.text(")")
	p.end()
}

// inferred returns the accesses of a block's body to buffers of the outside, each buffer once.
func (p *printer) inferred(block *ir.Op) (reads, writes []part, ok bool) {
	for _, a := range p.eval.Accesses(block) {
		switch {
		case a.Kind == ir.Allocate || a.Kind == ir.Free && a.Buffer != nil:
		case a.Buffer == nil || p.values[a.Buffer] == "":
			return nil, nil, false
		case a.Kind == ir.Read:
			reads = p.merge(reads, a, block)
		default:
			writes = p.merge(writes, a, block)
		}
	}
	return reads, writes, true
}

// merge adds an access to the parts of buffers.
func (p *printer) merge(parts []part, a analysis.Access, block *ir.Op) []part {
	t, _ := a.Buffer.Type().(*ir.MemRefType)
	for i := range a.Dims {
		if a.Dims[i].Full {
			a.Dims[i] = p.subscriptRange(&a, i)
		}
		a.Dims[i] = p.outside(a.Dims[i], block)
		a.Dims[i] = within(a.Dims[i], t.Shape[i])
	}
	guarded := isGuarded(a.Op, block)
	for i := range parts {
		if parts[i].buffer == a.Buffer {
			parts[i].dims = hull(parts[i].dims, a.Dims)
			parts[i].guarded = parts[i].guarded || guarded
			return parts
		}
	}
	return append(parts, part{a.Buffer, a.Dims, guarded})
}

// subscriptRange returns the subscript of an access to one element in a dimension. It may differ in each
// iteration of loops in the block: outside then makes an interval of it.
func (p *printer) subscriptRange(a *analysis.Access, dim int) analysis.Range {
	full := analysis.Range{Full: true}
	isStore := a.Op.Name() == "memref.store"
	if first := 1; isStore || a.Op.Name() == "memref.load" {
		if isStore {
			first = 2
		}
		if a.Op.Operand(first-1) == a.Buffer {
			return analysis.Range{Base: p.eval.Eval(a.Op.Operand(first + dim))}
		}
	}
	return full
}

// outside returns a range that uses only values that can be written at the beginning of a block. The other
// terms of its form are replaced by their intervals.
func (p *printer) outside(r analysis.Range, block *ir.Op) analysis.Range {
	if r.Full || p.isWritable(r.Base, block, 0) {
		return r
	}
	out := analysis.Range{Base: analysis.Const(r.Base.Const), Lo: r.Lo, Hi: r.Hi}
	for _, t := range r.Base.Terms {
		term := analysis.Linear{Terms: []analysis.Term{t}}
		if p.isWritable(term, block, 0) {
			out.Base = out.Base.Add(term)
			continue
		}
		low, high, ok := boundsOf(term)
		if !ok || p.plan.roundsUp && hasQuotient(term) {
			return analysis.Range{Full: true}
		}
		out.Lo, out.Hi = out.Lo+low, out.Hi+high
	}
	return out
}

// isGuarded reports whether an operation depends on a condition in a block.
func isGuarded(op, block *ir.Op) bool {
	for outer := range op.Ancestors() {
		switch outer.Name() {
		case "scf.if", "affine.if", "scf.while":
			return true
		}
		if outer == block {
			break
		}
	}
	return false
}

// within returns the part of a constant interval that lies in a dimension. A condition excludes the accesses
// to the rest, for instance to padding.
func within(r analysis.Range, size int64) analysis.Range {
	if r.Full || len(r.Base.Terms) > 0 || size == ir.Dynamic {
		return r
	}
	r.Lo, r.Hi = max(r.Lo, -r.Base.Const), min(r.Hi, size-1-r.Base.Const)
	if r.Hi < r.Lo {
		return analysis.Range{Full: true}
	}
	return r
}

// hull returns the smallest ranges that contain both lists of ranges.
func hull(a, b []analysis.Range) []analysis.Range {
	if a == nil || b == nil || len(a) != len(b) {
		return nil
	}
	for i := range a {
		if a[i].Full || b[i].Full || !a[i].Base.SameTerms(b[i].Base) {
			a[i] = analysis.Range{Full: true}
			continue
		}
		shift := b[i].Base.Const - a[i].Base.Const
		a[i].Lo, a[i].Hi = min(a[i].Lo, b[i].Lo+shift), max(a[i].Hi, b[i].Hi+shift)
	}
	return a
}

// without returns the reads that are not also written: a reduction reads its own results.
func without(reads, writes []part) []part {
	var out []part
next:
	for _, r := range reads {
		for _, w := range writes {
			if r.buffer == w.buffer && contains(w.dims, r.dims) {
				continue next
			}
		}
		out = append(out, r)
	}
	return out
}

// contains reports whether ranges certainly lie within others.
func contains(outer, inner []analysis.Range) bool {
	if outer == nil {
		return true
	}
	if len(outer) != len(inner) {
		return false
	}
	for i := range outer {
		o, n := outer[i], inner[i]
		switch {
		case o.Full:
		case n.Full || !o.Base.SameTerms(n.Base):
			return false
		default:
			shift := n.Base.Const - o.Base.Const
			if n.Lo+shift < o.Lo || n.Hi+shift > o.Hi {
				return false
			}
		}
	}
	return true
}

// parts prints a clause, even an empty one. An empty clause says that nothing is accessed; without the clause
// that would be unknown.
func (p *printer) parts(clause string, parts []part, block *ir.Op) {
	p.text(clause)
	for i, x := range parts {
		if i > 0 {
			p.text(", ")
		}
		p.part(x, block)
	}
	p.text(")")
	p.end()
}

// part writes a part of a buffer as A[low:high, i].
func (p *printer) part(x part, block *ir.Op) {
	p.text(p.values[x.buffer] + "[")
	t := x.buffer.Type().(*ir.MemRefType)
	if len(t.Shape) == 0 {
		p.text("()")
	}
	for d := range t.Shape {
		if d > 0 {
			p.text(", ")
		}
		if x.dims == nil || x.dims[d].Full {
			p.text("0:")
			p.extentOf(x.buffer, int64(d), anything, block)
			continue
		}
		p.rangeOf(x.dims[d], t.Shape[d], x.guarded)
	}
	p.text("]")
}

// rangeOf writes low:high, or low for one subscript. If a condition guards the access, the part out of bounds
// is cut off.
func (p *printer) rangeOf(r analysis.Range, size int64, guarded bool) {
	low := r.Base.AddConst(r.Lo)
	n := r.Hi - r.Lo + 1
	least, most, ok := boundsOf(r.Base)
	below := guarded && ok && least+r.Lo < 0
	beyond := guarded && ok && size != ir.Dynamic && most+r.Hi >= size
	p.clamped(low, 0, below, "max")
	switch {
	case n > 1:
		p.text(":")
		p.clamped(low.AddConst(n), size, beyond, "min")
	case below || beyond: // a single subscript, which may be out of bounds
		p.text(":")
		p.clamped(low.AddConst(1), size, beyond, "min")
	}
}

// clamped writes a form, limited by a bound if cut is set.
func (p *printer) clamped(l analysis.Linear, limit int64, cut bool, function string) {
	if !cut {
		p.linear(l, anything)
		return
	}
	p.text("T." + function + "(")
	p.linear(l, anything)
	p.text(", ")
	p.int(limit)
	p.text(")")
}

// isWritable reports whether a form can be written at the beginning of the block. A division can only if all
// ways to round it agree. Data cannot: a load in T.reads would be an access itself.
func (p *printer) isWritable(l analysis.Linear, block *ir.Op, depth int) bool {
	if depth > 8 || len(l.Terms) > 16 {
		return false
	}
	for _, t := range l.Terms {
		switch s := t.Sym; {
		case s.Mod > 0 || s.Div > 0:
			if s.Div > 0 && p.plan.roundsUp || !isNonNegative(s.Arg) || !p.isWritable(s.Arg, block, depth+1) {
				return false
			}
		case s.Value == nil || p.values[s.Value] == "" && !p.isOutside(s.Value, block):
			return false
		case p.kind(s.Value).class == data && !isIndex(s.Value.Type()):
			return false
		}
	}
	return true
}

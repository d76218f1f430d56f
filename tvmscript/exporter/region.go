package exporter

import (
	"math"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/dialect/pipeline"
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// part is a part of a buffer that a block reads or writes.
type part struct {
	buffer *ir.Value
	dims   []analysis.Range // nil for all of it
}

// accesses prints T.reads and T.writes of a block: what it declares, else what its body does. It prints
// nothing where the body does something that cannot be told.
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

// inferred returns what the body of a block reads and writes of buffers outside, each buffer once.
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
		if !p.isKnown(&a.Dims[i], block) {
			a.Dims[i] = analysis.Range{Full: true}
		}
		a.Dims[i] = within(a.Dims[i], t.Shape[i])
	}
	for i := range parts {
		if parts[i].buffer == a.Buffer {
			parts[i].dims = hull(parts[i].dims, a.Dims)
			return parts
		}
	}
	return append(parts, part{a.Buffer, a.Dims})
}

// within returns what of a constant interval is in a dimension. The others are accessed under a condition that is
// false where they are not: padding, for instance.
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

// hull returns the smallest ranges that contain two others.
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

// without returns the reads but for those of what is written: a reduction reads what it wrote itself.
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
		low := x.dims[d].Base.AddConst(x.dims[d].Lo)
		p.linear(low, anything)
		if n := x.dims[d].Hi - x.dims[d].Lo + 1; n > 1 {
			p.text(":")
			p.linear(low.AddConst(n), anything)
		}
	}
	p.text("]")
}

// isKnown reports whether an interval can be written at the beginning of the block.
func (p *printer) isKnown(r *analysis.Range, block *ir.Op) bool {
	return r.Full || p.isWritable(r.Base, block, 0)
}

func (p *printer) isWritable(l analysis.Linear, block *ir.Op, depth int) bool {
	if depth > 8 || len(l.Terms) > 16 {
		return false
	}
	for _, t := range l.Terms {
		switch s := t.Sym; {
		case s.Mod > 0 || s.Div > 0:
			if !isNonNegative(s.Arg) || !p.isWritable(s.Arg, block, depth+1) {
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

// isNonNegative reports whether a linear form is certainly not negative, so that all ways to round a quotient
// agree.
func isNonNegative(l analysis.Linear) bool {
	least, ok := leastOf(l)
	return ok && least >= 0
}

// leastOf returns a lower bound of a linear form, if one is known.
func leastOf(l analysis.Linear) (least int64, ok bool) {
	least = l.Const
	for _, t := range l.Terms {
		low, ok := leastOfSymbol(t.Sym)
		if !ok || t.Coef < 0 || max(low, -low, t.Coef) > exactFold {
			return 0, false
		}
		least += low * t.Coef
	}
	return least, true
}

func leastOfSymbol(s *analysis.Symbol) (least int64, ok bool) {
	switch {
	case s.Mod > 0 || s.Div > 0:
		return 0, isNonNegative(s.Arg)
	case s.Value == nil:
		return 0, false
	}
	if low, ok := firstIteration(s.Value); ok {
		return low, true
	}
	low, _ := form.Bounds(s.Value)
	return low, low > math.MinInt64
}

// firstIteration returns a number that a loop variable does not begin below: the largest of the lower bounds that
// are known.
func firstIteration(v *ir.Value) (int64, bool) {
	if !v.IsArgument() || v.Owner().ParentOp() == nil || v.Owner().ParentOp().Def().Loop == nil {
		return 0, false
	}
	op := v.Owner().ParentOp()
	for d := range op.Def().Loop.Dims(op) {
		if op.Def().Loop.InductionVar(op, d) != v {
			continue
		}
		b := op.Def().Loop.Bounds(op, d)
		least := int64(math.MinInt64)
		for _, e := range b.Lower.Results {
			switch {
			case e.Kind == aff.Constant:
				least = max(least, e.Value)
			case e.Kind == aff.Dim || e.Kind == aff.Symbol && b.Lower.NumDims == 0:
				low, _ := form.Bounds(b.LowerOperands[e.Value])
				least = max(least, low)
			}
		}
		return least, least > math.MinInt64
	}
	return 0, false
}

// linear writes a linear form, what is added before what is subtracted.
func (p *printer) linear(l analysis.Linear, level int) {
	if len(l.Terms) == 0 {
		p.number(l.Const, level)
		return
	}
	if len(l.Terms) > 1 || l.Const != 0 || l.Terms[0].Coef < 0 {
		closing := p.paren(sumLevel, level)
		defer closing()
		level = sumLevel
	}
	first := true
	for _, sign := range []int64{1, -1} {
		for _, t := range l.Terms {
			if t.Coef*sign > 0 {
				p.linearTerm(t.Sym, t.Coef*sign, sign, first, level)
				first = false
			}
		}
	}
	switch {
	case l.Const > 0:
		p.text(" + ")
		p.int(l.Const)
	case l.Const < 0:
		p.text(" - ")
		p.int(-l.Const)
	}
}

func (p *printer) linearTerm(s *analysis.Symbol, factor, sign int64, first bool, level int) {
	switch {
	case first && sign < 0:
		p.text("0 - ")
	case sign < 0:
		p.text(" - ")
	case !first:
		p.text(" + ")
	}
	if !first || sign < 0 {
		level = sumLevel + 1
	}
	if factor == 1 {
		p.symbol(s, level)
		return
	}
	closing := p.paren(productLevel, level)
	p.symbol(s, productLevel)
	p.text(" * ")
	p.int(factor)
	closing()
}

func (p *printer) symbol(s *analysis.Symbol, level int) {
	if s.Mod == 0 && s.Div == 0 {
		p.value(s.Value, level, plain)
		return
	}
	closing := p.paren(productLevel, level)
	p.linear(s.Arg, productLevel)
	if s.Mod > 0 {
		p.text(" % ")
		p.int(s.Mod)
	} else {
		p.text(" // ")
		p.int(s.Div)
	}
	closing()
}

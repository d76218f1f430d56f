package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// subscript is a sum that subscripts a buffer, after an access through views is translated.
type subscript struct {
	terms    []term
	constant int64
}

// term is one summand: a loop variable without a value, a value, or an affine expression, times a factor.
type term struct {
	name   string
	value  *ir.Value
	affine *aff.Expr
	inputs *affineInputs
	factor int64
}

// valueSubscript returns the subscript of one value. A constant goes into the constant part, to which offsets
// of views are added.
func valueSubscript(v *ir.Value) subscript {
	if c, ok := ir.ConstInt(v); ok {
		return subscript{constant: c}
	}
	return subscript{terms: []term{{value: v, factor: 1}}}
}

func foldSubscript(x ir.OpFoldResult) subscript {
	if x.Value == nil {
		return subscript{constant: x.Const}
	}
	return valueSubscript(x.Value)
}

// plus returns offset + s * stride.
func (s subscript) plus(offset subscript, stride int64) subscript {
	sum := subscript{constant: offset.constant + s.constant*stride}
	sum.terms = append(sum.terms, offset.terms...)
	for _, t := range s.terms {
		t.factor *= stride
		sum.terms = append(sum.terms, t)
	}
	return sum
}

// subscripts returns the subscripts of an access: a list of values, or the results of an affine map.
func (p *printer) subscripts(op *ir.Op, first int) []subscript {
	a, ok := op.Attr("map").(*ir.AffineMapAttr)
	if !ok {
		subs := make([]subscript, op.NumOperands()-first)
		terms := make([]term, len(subs)) // one term for each subscript, in one allocation
		for i := range subs {
			v := op.Operand(first + i)
			if c, ok := ir.ConstInt(v); ok {
				subs[i].constant = c
				continue
			}
			terms[i] = term{value: v, factor: 1}
			subs[i].terms = terms[i : i+1 : i+1]
		}
		return subs
	}
	operands := op.Operands()[first:]
	in := p.inputs(operands, a.Map.NumDims)
	subs := make([]subscript, len(a.Map.Results))
	for i, e := range a.Map.Results {
		e = in.known(e)
		if e.Kind == aff.Constant {
			subs[i] = subscript{constant: e.Value}
			continue
		}
		subs[i] = subscript{terms: []term{{affine: p.remainders(e, a.Map), inputs: &in, factor: 1}}}
	}
	return subs
}

// resolve follows the views from m to a buffer with a name, and translates subscripts. nil subscripts stay
// nil. A view that does not allow this is reported at user.
func (p *printer) resolve(m *ir.Value, subs []subscript, user *ir.Op) (buffer *ir.Value, _ []subscript,
	ok bool) {
	for p.values[m] == "" {
		op := m.DefiningOp()
		if op == nil || !isView(op) {
			p.fail(user.Errorf(codeView, "this memref has no buffer in TVMScript").
				Suggest("use allocations and arguments of the function, and slices of them"))
			return nil, nil, false
		}
		view, ok := op.Def().View(op)
		if ok = ok && !p.reshapes(op, &view); ok && subs != nil {
			subs, ok = throughView(&view, subs)
		}
		if !ok {
			p.fail(op.Errorf(codeView, "%s has no form in TVMScript", op.Name()).
				Suggest("subscript the buffer itself"))
			return nil, nil, false
		}
		m = view.Source
	}
	return m, subs, true
}

// reshapes reports whether a view is more than a slice. A reinterpretation with the same shape is not.
func (p *printer) reshapes(op *ir.Op, view *ir.View) bool {
	if !view.Reshape {
		return view.Source == nil
	}
	from, ok1 := view.Source.Type().(*ir.MemRefType)
	to, ok2 := view.Result.Type().(*ir.MemRefType)
	if op.Name() == "memref.reinterpret_cast" && ok1 && ok2 && from.Layout == nil && to.Layout == nil &&
		isStatic(from) && isStatic(to) &&
		from.Elem == to.Elem && equalShapes(from.Shape, to.Shape) {
		view.Offsets, view.Reshape = nil, false
		return false
	}
	return true
}

// isStatic reports whether all extents are constants.
func isStatic(t *ir.MemRefType) bool {
	for _, n := range t.Shape {
		if n == ir.Dynamic {
			return false
		}
	}
	return t.Ranked
}

func equalShapes(a, b []int64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// throughView translates subscripts of a slice into those of its source.
func throughView(view *ir.View, subs []subscript) ([]subscript, bool) {
	if view.Offsets == nil {
		return subs, true
	}
	out := make([]subscript, len(view.Offsets))
	next := 0
	for d := range view.Offsets {
		offset := foldSubscript(view.Offsets[d])
		if d < len(view.Dropped) && view.Dropped[d] {
			out[d] = offset
			continue
		}
		if view.Strides[d].Value != nil || next >= len(subs) {
			return nil, false
		}
		out[d] = subs[next].plus(offset, view.Strides[d].Const)
		next++
	}
	return out, next == len(subs)
}

// subscript writes a sum.
func (p *printer) subscript(s subscript, level int) {
	if len(s.terms) == 0 {
		p.int(s.constant)
		return
	}
	if len(s.terms) == 1 && s.constant == 0 && s.terms[0].factor == 1 { // not a sum
		p.term(s.terms[0], level, plain)
		return
	}
	s = p.foldTerms(s)
	if len(s.terms) == 0 {
		p.number(s.constant, level)
		return
	}
	m := p.termMode(s.terms)
	closing := p.paren(sumLevel, level)
	for i, t := range s.terms {
		if i > 0 {
			p.text(" + ")
		}
		p.scaled(t, m, i > 0 || len(s.terms) > 1 || s.constant != 0)
	}
	switch {
	case s.constant > 0:
		p.text(" + ")
		p.int(s.constant)
	case s.constant < 0:
		p.text(" - ")
		p.int(-s.constant)
	}
	closing()
}

// foldTerms adds the constant terms.
func (p *printer) foldTerms(s subscript) subscript {
	var terms []term
	for _, t := range s.terms {
		if t.value != nil {
			if c, ok := p.folded(t.value); ok {
				s.constant += c * t.factor
				continue
			}
		}
		terms = append(terms, t)
	}
	s.terms = terms
	return s
}

// termMode returns the mode in which the terms of a sum are written. If one term is data the sum is data,
// with as many bits as an index. The importer would add narrower terms in their own width, in which they may
// wrap.
func (p *printer) termMode(terms []term) mode {
	for _, t := range terms {
		if t.value != nil && p.kind(t.value).class == data {
			return besides(wide(form.Int, form.Dtype{}))
		}
	}
	return plain
}

// scaled writes a term with its factor.
func (p *printer) scaled(t term, m mode, inSum bool) {
	level := anything
	if inSum {
		level = sumLevel
	}
	if t.factor == 1 {
		p.term(t, level, m)
		return
	}
	p.term(t, productLevel, m)
	p.text(" * ")
	p.int(t.factor)
}

func (p *printer) term(t term, level int, m mode) {
	switch {
	case t.name != "":
		p.text(t.name)
	case t.value != nil:
		p.value(t.value, level, m)
	default:
		p.affine(t.affine, *t.inputs, level)
	}
}

// element writes A[i, j]. The last subscript may select several lanes.
func (p *printer) element(m *ir.Value, subs []subscript, lanes int64, user *ir.Op) {
	buffer, subs, ok := p.resolve(m, subs, user)
	if !ok {
		return
	}
	p.text(p.values[buffer] + "[")
	if len(subs) == 0 {
		p.text("()")
	}
	for i, s := range subs {
		if i > 0 {
			p.text(", ")
		}
		if i == len(subs)-1 && lanes > 0 {
			p.text("T.Ramp(")
			p.subscript(s, anything)
			p.text(", 1, ")
			p.int(lanes)
			p.text(")")
			continue
		}
		p.subscript(s, anything)
	}
	p.text("]")
}

// lanesOf returns the number of elements of a buffer that an access of vector type selects. It is 0 if the
// buffer has such vectors as elements.
func (p *printer) lanesOf(m, v *ir.Value, op *ir.Op) int64 {
	t, ok := v.Type().(*ir.VectorType)
	if !ok || v.Type() == m.Type().(*ir.MemRefType).Elem {
		return 0
	}
	if len(t.Shape) != 1 || t.Scalable != nil {
		p.fail(op.Errorf(codeType, "vectors of type %v have no form in TVMScript",
			t).Suggest("use vectors of one dimension"))
		return 0
	}
	return t.Shape[0]
}

func (p *printer) load(op *ir.Op, _ int) {
	p.element(op.Operand(0), p.subscripts(op, 1), p.lanesOf(op.Operand(0), op.Result(0), op), op)
}

// store prints A[i] = value. A number of Python or an index needs no conversion, because a store converts it.
func (p *printer) store(op *ir.Op) {
	v, m := op.Operand(0), op.Operand(1)
	p.element(m, p.subscripts(op, 2), p.lanesOf(m, v, op), op)
	p.text(" = ")
	d := p.bufferDtype(m)
	if t, ok := form.DtypeOf(v.Type()); ok {
		d = withLanes(d, t.Lanes)
	}
	p.value(v, anything, besides(d))
	p.end()
}

func withLanes(d form.Dtype, lanes int) form.Dtype {
	d.Lanes = max(lanes, 1)
	return d
}

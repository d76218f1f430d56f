package exporter

import (
	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
	"github.com/inflight-compiler/inflight/tvmscript/form"
)

// affineInputs are the values of the dimensions and symbols of an affine expression.
type affineInputs struct {
	dims, symbols []*ir.Value
	mode          mode // of the values
	// constants has the constant inputs, nil for others: first the dimensions, then the symbols.
	constants []*aff.Expr
}

// inputs returns the operands of a map. If one is data, the whole expression is data: it is widened to the
// bits of an index first, so that it does not wrap.
func (p *printer) inputs(operands []*ir.Value, dims int) affineInputs {
	in := affineInputs{operands[:dims], operands[dims:], plain, nil}
	for i, v := range operands {
		if c, ok := p.folded(v); ok {
			if in.constants == nil {
				in.constants = make([]*aff.Expr, len(operands))
			}
			in.constants[i] = aff.C(c)
		}
		if p.kind(v).class == data {
			in.mode = besides(wide(form.Int, form.Dtype{}))
		}
	}
	return in
}

// known returns the expression with constants in place of the inputs that are constant.
func (in *affineInputs) known(e *aff.Expr) *aff.Expr {
	if in.constants == nil {
		return e
	}
	return e.Replace(in.constants[:len(in.dims)], in.constants[len(in.dims):])
}

// apply writes an affine.apply, affine.min or affine.max.
func (p *printer) apply(op *ir.Op, level int) {
	m := op.Attr("map").(*ir.AffineMapAttr).Map
	function := map[string]string{"affine.min": "min", "affine.max": "max"}[op.Name()]
	p.mapResults(m, p.inputs(op.Operands(), m.NumDims), function, level)
}

// mapResults writes the smallest or largest result of a map.
func (p *printer) mapResults(m *aff.Map, in affineInputs, function string, level int) {
	last := len(m.Results) - 1
	for i, e := range m.Results {
		if i < last {
			p.text("T." + function + "(")
			level = anything
		}
		p.affine(p.remainders(in.known(e), m), in, level)
		if i < last {
			p.text(", ")
		}
	}
	for range last {
		p.text(")")
	}
}

// affine writes an affine expression.
func (p *printer) affine(e *aff.Expr, in affineInputs, level int) {
	switch e.Kind {
	case aff.Constant:
		closing := func() {}
		if e.Value < 0 {
			closing = p.paren(unaryLevel, level)
		}
		p.int(e.Value)
		closing()
	case aff.Dim:
		p.value(in.dims[e.Value], level, in.mode)
	case aff.Symbol:
		p.value(in.symbols[e.Value], level, in.mode)
	case aff.Add:
		p.affineSum(e, in, level)
	case aff.CeilDiv:
		p.text("T.ceildiv(")
		p.affine(e.LHS, in, anything)
		p.text(", ")
		p.affine(e.RHS, in, anything)
		p.text(")")
	default:
		symbol := map[aff.Kind]string{aff.Mul: "*", aff.Mod: "%", aff.FloorDiv: "//"}[e.Kind]
		p.infix(symbol, productLevel, level, func() { p.affine(e.LHS, in, productLevel) }, func() {
			p.affine(e.RHS, in, productLevel+1)
		})
	}
}

// affineSum writes a + b. A multiple with a negative factor is subtracted.
func (p *printer) affineSum(e *aff.Expr, in affineInputs, level int) {
	closing := p.paren(sumLevel, level)
	defer closing()
	p.affine(e.LHS, in, sumLevel)
	right := e.RHS
	switch {
	case right.Kind == aff.Constant && right.Value < 0:
		p.text(" - ")
		right = aff.C(-right.Value)
	case right.Kind == aff.Mul && right.RHS.Kind == aff.Constant && right.RHS.Value < 0:
		p.text(" - ")
		right = right.LHS.Mul(aff.C(-right.RHS.Value))
	default:
		p.text(" + ")
	}
	p.affine(right, in, sumLevel+1)
}

// remainders returns the expression with e - (e floordiv k) * k in the form e mod k.
func (p *printer) remainders(e *aff.Expr, m *aff.Map) *aff.Expr {
	var found *aff.Expr
	e.Walk(func(t *aff.Expr) {
		if found != nil || t.Kind != aff.Mul || t.RHS.Kind != aff.Constant || t.LHS.Kind != aff.FloorDiv ||
			t.LHS.RHS.Kind != aff.Constant {
			return
		}
		quotient, k := t.LHS.LHS, t.LHS.RHS.Value
		if k <= 0 || t.RHS.Value != -k {
			return
		}
		rest := e.Sub(t).Sub(quotient).Simplify(m.NumDims, m.NumSymbols)
		if rest.IsConst(0) {
			found = quotient.Mod(aff.C(k))
		}
	})
	if found != nil {
		return found
	}
	return e
}

// setCondition writes the condition that values lie in an integer set.
func (p *printer) setCondition(s *aff.Set, operands []*ir.Value) {
	in := p.inputs(operands, s.NumDims)
	for i, c := range s.Constraints {
		if i > 0 {
			p.text(" and ")
		}
		p.constraint(c, in)
	}
	if len(s.Constraints) == 0 {
		p.text("T.bool(True)")
	}
}

// constraint writes e >= 0 or e == 0. The terms that e subtracts stand on the other side.
func (p *printer) constraint(c aff.Constraint, in affineInputs) {
	left, right := sides(in.known(c.Expr))
	symbol := ">="
	if c.Eq {
		symbol = "=="
	}
	if left.Kind == aff.Constant && right.Kind == aff.Constant {
		p.text("T.bool(" + truth(left.Value > right.Value && !c.Eq || left.Value == right.Value) + ")")
		return
	}
	if left.Kind == aff.Constant && !c.Eq {
		left, right, symbol = right, left, "<="
	}
	p.infix(symbol, compareLevel, compareLevel, func() { p.affine(left, in, compareLevel+1) }, func() {
		p.affine(right, in, compareLevel+1)
	})
}

// sides splits a sum into the terms that it adds and those that it subtracts.
func sides(e *aff.Expr) (plus, minus *aff.Expr) {
	switch {
	case e.Kind == aff.Add:
		a, b := sides(e.LHS)
		c, d := sides(e.RHS)
		return a.Add(c), b.Add(d)
	case e.Kind == aff.Constant && e.Value < 0 && e.Value > -1<<62:
		return aff.C(0), aff.C(-e.Value)
	case e.Kind == aff.Mul && e.RHS.Kind == aff.Constant && e.RHS.Value < 0 && e.RHS.Value > -1<<62:
		return aff.C(0), e.LHS.Mul(aff.C(-e.RHS.Value))
	}
	return e, aff.C(0)
}

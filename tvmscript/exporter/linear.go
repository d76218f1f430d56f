package exporter

import "github.com/inflight-compiler/inflight/analysis"

// linear writes a linear form. The terms that are added stand before those that are subtracted.
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

// linearTerm writes one summand with its sign. A sum as a summand needs parentheses behind a minus, and none
// behind a plus.
func (p *printer) linearTerm(s *analysis.Symbol, factor, sign int64, first bool, level int) {
	switch {
	case first && sign < 0:
		p.text("-")
		level = unaryLevel
	case sign < 0:
		p.text(" - ")
	case !first:
		p.text(" + ")
	}
	if !first {
		level = sumLevel + 1
	}
	if factor == 1 {
		p.symbol(s, level)
		return
	}
	if first && sign < 0 { // -x * 2 is (-x) * 2
		p.symbol(s, level)
		p.text(" * ")
		p.int(factor)
		return
	}
	closing := p.paren(productLevel, level)
	p.symbol(s, productLevel)
	p.text(" * ")
	p.int(factor)
	closing()
}

// symbol writes a value, or a remainder or quotient. isWritable has checked that the operands of these are
// not negative, so that Python's operators, which round down, have the same result as the operation.
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

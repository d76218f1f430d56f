package analysis

// maxMultiple limits the result of Multiple; no alignment of an address needs more.
const maxMultiple = 1 << 20

// Multiple returns a number that certainly divides the form, as large as the analysis can find: at least 1
// and at most 1<<20. An induction variable is a multiple of each number that divides its lower bound and its
// step.
func (e *Evaluator) Multiple(l Linear) int64 {
	e.forget()
	return e.multiple(l)
}

// maxSymbols limits how many symbols one search for a divisor looks at, because nested products can have very
// many.
const maxSymbols = 1000

// divisors searches for numbers that divide forms.
type divisors struct {
	e    *Evaluator
	left int // how many more symbols may be looked at
}

func (e *Evaluator) multiple(l Linear) int64 {
	d := &divisors{e, maxSymbols}
	return d.of(l)
}

func (d *divisors) of(l Linear) int64 {
	m := gcd(maxMultiple, l.Const)
	for _, t := range l.Terms {
		if m == 1 {
			break
		}
		m = gcd(m, product(t.Coef, d.ofSymbol(t.Sym)))
	}
	return m
}

func (d *divisors) ofSymbol(s *Symbol) int64 {
	if d.left == 0 {
		return 1
	}
	d.left--
	switch s.kind {
	case floorMod, signedRem, unsignedRem:
		return gcd(d.of(s.Arg), s.Mod)
	case wrapAround:
		return d.of(s.Arg) // it is a power of two, so it divides 2⁶⁴
	case floorDiv, ceilDiv, truncDiv, unsignedDiv:
		if m := d.of(s.Arg); m%s.Div == 0 {
			return m / s.Div
		}
		return 1
	}
	if s.Value == nil {
		return 1
	}
	if op := s.Value.DefiningOp(); op != nil {
		if op.Name() == "arith.muli" {
			return product(d.of(d.e.eval(op.Operand(0))), d.of(d.e.eval(op.Operand(1))))
		}
		return 1
	}
	return d.ofCount(s)
}

// ofCount is ofSymbol for induction variables.
func (d *divisors) ofCount(s *Symbol) int64 {
	owner := s.Value.Owner().ParentOp()
	if owner == nil || owner.Def().Loop == nil {
		return 1
	}
	loop := owner.Def().Loop
	for dim := range loop.Dims(owner) {
		if loop.InductionVar(owner, dim) != s.Value {
			continue
		}
		if t := d.e.loopRange(loop.Bounds(owner, dim)); t.LowerKnown && t.Step > 0 {
			return gcd(d.of(t.Lower), t.Step)
		}
	}
	return 1
}

// Reduce returns an equal form with simpler remainders and quotients: (64·x + y) mod 64 becomes y mod 64, and
// (4·x + 3) mod 64 becomes (4·x) mod 64 + 3, since no multiple of 64 lies between the two. Then forms that
// differ by a constant have the same terms.
func (e *Evaluator) Reduce(l Linear) Linear {
	e.forget()
	return e.reduce(l)
}

func (e *Evaluator) reduce(l Linear) Linear {
	out := Const(l.Const)
	for _, t := range l.Terms {
		part := Linear{Terms: []Term{{t.Sym, 1}}}
		if t.Sym.kind == floorMod || t.Sym.kind == floorDiv {
			part = e.reduceDivision(t.Sym)
		}
		out = out.Add(part.Scale(t.Coef))
	}
	return out
}

func (e *Evaluator) reduceDivision(s *Symbol) Linear {
	arg, by := e.reduce(s.Arg), s.Mod+s.Div
	whole, rest := splitMultiples(arg, by)
	grain := gcd(e.multiple(Linear{Terms: rest.Terms}), by)
	odd := divideConst(floorMod, rest.Const, grain)
	part, _ := e.divide(s.kind, rest.AddConst(-odd), by)
	if s.kind == floorMod {
		return part.AddConst(odd)
	}
	return whole.Add(part)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// product returns a divisor of the product of two numbers, from a divisor of each.
func product(a, b int64) int64 {
	a, b = gcd(maxMultiple, a), gcd(maxMultiple, b)
	return gcd(maxMultiple, a*b)
}

package analysis

// maxMultiple bounds what Multiple returns: no address needs more.
const maxMultiple = 1 << 20

// Multiple returns a number that certainly divides the form, as large as can be told: 1 where nothing is known, at most
// 1<<20. A loop's induction variable is a multiple of what divides its lower bound and its step.
func (e *Evaluator) Multiple(l Linear) int64 {
	e.forget()
	return e.multiple(l, 0)
}

// maxDepth bounds how deep definitions are followed.
const maxDepth = 16

func (e *Evaluator) multiple(l Linear, depth int) int64 {
	m := gcd(maxMultiple, l.Const)
	for _, t := range l.Terms {
		if m == 1 {
			break
		}
		m = gcd(m, product(t.Coef, e.symbolMultiple(t.Sym, depth)))
	}
	return m
}

// symbolMultiple is multiple for a symbol.
func (e *Evaluator) symbolMultiple(s *Symbol, depth int) int64 {
	if depth > maxDepth {
		return 1
	}
	switch s.kind {
	case floorMod, signedRem, unsignedRem:
		return gcd(e.multiple(s.Arg, depth+1), s.Mod)
	case floorDiv, ceilDiv, truncDiv, unsignedDiv:
		if m := e.multiple(s.Arg, depth+1); m%s.Div == 0 {
			return m / s.Div
		}
		return 1
	}
	if s.Value == nil {
		return 1
	}
	if op := s.Value.DefiningOp(); op != nil {
		if op.Name() == "arith.muli" {
			return product(e.multiple(e.eval(op.Operand(0)), depth+1), e.multiple(e.eval(op.Operand(1)), depth+1))
		}
		return 1
	}
	return e.countMultiple(s, depth)
}

// countMultiple is symbolMultiple for induction variables.
func (e *Evaluator) countMultiple(s *Symbol, depth int) int64 {
	owner := s.Value.Owner().ParentOp()
	if owner == nil || owner.Def().Loop == nil {
		return 1
	}
	loop := owner.Def().Loop
	for d := range loop.Dims(owner) {
		if loop.InductionVar(owner, d) != s.Value {
			continue
		}
		if t := e.loopRange(loop.Bounds(owner, d)); t.LowerKnown && t.Step > 0 {
			return gcd(e.multiple(t.Lower, depth+1), t.Step)
		}
	}
	return 1
}

// Reduce returns an equal form in which remainders and quotients have no part that can be taken out of them:
// (64·x + y) mod 64 is y mod 64, and (4·x + 3) mod 64 is (4·x) mod 64 + 3, since no multiple of 64 lies between the two.
// Forms that differ by a constant then show it.
func (e *Evaluator) Reduce(l Linear) Linear {
	e.forget()
	return e.reduce(l, 0)
}

func (e *Evaluator) reduce(l Linear, depth int) Linear {
	out := Const(l.Const)
	for _, t := range l.Terms {
		part := Linear{Terms: []Term{{t.Sym, 1}}}
		if (t.Sym.kind == floorMod || t.Sym.kind == floorDiv) && depth < maxDepth {
			part = e.reduceDivision(t.Sym, depth)
		}
		out = out.Add(part.Scale(t.Coef))
	}
	return out
}

func (e *Evaluator) reduceDivision(s *Symbol, depth int) Linear {
	arg, by := e.reduce(s.Arg, depth+1), s.Mod+s.Div
	whole, rest := Linear{}, Const(arg.Const)
	for _, t := range arg.Terms {
		if t.Coef%by == 0 {
			whole.Terms = append(whole.Terms, Term{t.Sym, t.Coef / by})
		} else {
			rest.Terms = append(rest.Terms, t)
		}
	}
	q := divideConst(floorDiv, rest.Const, by)
	whole.Const, rest.Const = q, rest.Const-q*by
	grain := gcd(e.multiple(Linear{Terms: rest.Terms}, depth+1), by)
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

// product multiplies what divides two numbers.
func product(a, b int64) int64 {
	a, b = gcd(maxMultiple, a), gcd(maxMultiple, b)
	return gcd(maxMultiple, a*b)
}

package text

import (
	"math"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// affineScope holds the identifiers that an affine map or set declares. For the subscripts of an operation,
// ssa collects the operands, and there are no identifiers.
type affineScope struct {
	dims, syms []string
	exprs      map[string]*aff.Expr
	ssa        *ssaInputs
	terms      int // number of operators read
}

// ssaInputs holds the operands that stand in place of identifiers. Each becomes a dimension or, inside
// symbol(...), a symbol.
type ssaInputs struct {
	dims, syms []ir.UnresolvedOperand
}

// maxTerms limits the number of operators in one expression, because functions walk its tree recursively.
const maxTerms = 1 << 13

func (p *parser) affineMapAttr() (ir.Attr, error) {
	start := p.tok.start
	if end := p.mapBrackets(); end > 0 {
		if a, ok := p.mapCache[p.src[start:end]]; ok {
			p.pos = end
			p.tok.end = int32(end)
			p.advance()
			return a, nil
		}
	}
	p.advance()
	if err := p.expect(tLess, "expected '<' in affine map"); err != nil {
		return nil, err
	}
	m, err := p.affineMap()
	if err != nil {
		return nil, err
	}
	end := p.tok.end
	if err := p.expect(tGreater, "expected '>' in affine map"); err != nil {
		return nil, err
	}
	a := p.ctx.AffineMap(m)
	p.mapCache[p.src[start:end]] = a
	return a, nil
}

// mapBrackets returns the end of the brackets that open directly behind the current token. It returns 0 if
// there are none, or they are long.
func (p *parser) mapBrackets() int {
	const longest = 200
	if p.pos >= len(p.src) || p.src[p.pos] != '<' {
		return 0
	}
	for i := p.pos; i < min(p.pos+longest, len(p.src)); i++ {
		switch p.src[i] {
		case '>':
			if p.src[i-1] != '-' {
				return i + 1
			}
		case '\n', '/', '"':
			return 0
		}
	}
	return 0
}

func (p *parser) affineSetAttr() (ir.Attr, error) {
	p.advance()
	if err := p.expect(tLess, "expected '<' in integer set"); err != nil {
		return nil, err
	}
	s, err := p.affineSet()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tGreater, "expected '>' in integer set"); err != nil {
		return nil, err
	}
	return p.ctx.IntegerSet(s), nil
}

// affineMap parses (d0, d1)[s0] -> (d0 + s0, d1).
func (p *parser) affineMap() (*aff.Map, error) {
	s, err := p.affineInputs()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tArrow, "expected '->' or ':'"); err != nil {
		return nil, err
	}
	return p.affineResults(s)
}

func (p *parser) affineResults(s *affineScope) (*aff.Map, error) {
	if err := p.expect(tLParen, "expected '(' in affine map range"); err != nil {
		return nil, err
	}
	results, err := p.affineList(s, tRParen)
	if err != nil {
		return nil, err
	}
	return aff.NewMap(len(s.dims), len(s.syms), results...), nil
}

// affineList parses expressions up to the closing token.
func (p *parser) affineList(s *affineScope, end kind) ([]*aff.Expr, error) {
	var list []*aff.Expr
	if p.accept(end) {
		return nil, nil
	}
	for {
		s.terms = 0
		e, err := p.affineExpr(s)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
		if p.accept(tComma) {
			continue
		}
		message := "expected ')'"
		if end == tRSquare {
			message = "expected ']'"
		}
		return list, p.expect(end, message)
	}
}

// affineSet parses (d0)[s0] : (d0 >= 0, d0 - s0 == 0).
func (p *parser) affineSet() (*aff.Set, error) {
	s, err := p.affineInputs()
	if err != nil {
		return nil, err
	}
	if err := p.expect(tColon, "expected '->' or ':'"); err != nil {
		return nil, err
	}
	return p.affineConstraints(s)
}

func (p *parser) affineConstraints(s *affineScope) (*aff.Set, error) {
	if err := p.expect(tLParen, "expected '(' at start of integer set constraint list"); err != nil {
		return nil, err
	}
	set := &aff.Set{NumDims: len(s.dims), NumSymbols: len(s.syms)}
	if !p.is(tRParen) {
		for {
			s.terms = 0
			c, err := p.affineConstraint(s)
			if err != nil {
				return nil, err
			}
			set.Constraints = append(set.Constraints, c)
			if !p.accept(tComma) {
				break
			}
		}
	}
	if err := p.expect(tRParen, "expected ')' at end of integer set constraint list"); err != nil {
		return nil, err
	}
	if len(set.Constraints) == 0 { // the constraint that is always true, as MLIR writes it
		set.Constraints = []aff.Constraint{{Expr: aff.C(0), Eq: true}}
	}
	return aff.NewSet(set.NumDims, set.NumSymbols, set.Constraints...), nil
}

func (p *parser) affineConstraint(s *affineScope) (aff.Constraint, error) {
	var c aff.Constraint
	left, err := p.affineExpr(s)
	if err != nil {
		return c, err
	}
	op := p.tok.kind
	switch op {
	case tGreater, tLess, tEqual:
		p.advance()
		err = p.expect(tEqual, "expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	default:
		err = p.wrong("expected '== affine-expr' or '>= affine-expr' at end of affine constraint")
	}
	if err != nil {
		return c, err
	}
	right, err := p.affineExpr(s)
	if err != nil {
		return c, err
	}
	if op == tLess {
		left, right = right, left
	}
	return aff.Constraint{Expr: left.Sub(right), Eq: op == tEqual}, nil
}

// affineInputs parses (d0, d1)[s0].
func (p *parser) affineInputs() (*affineScope, error) {
	s := &affineScope{exprs: map[string]*aff.Expr{}}
	if err := p.expect(tLParen, "expected '(' at start of dimensional identifiers list"); err != nil {
		return nil, err
	}
	dims, err := p.identifiers(s, tRParen, aff.D)
	if err != nil {
		return nil, err
	}
	s.dims = dims
	if p.accept(tLSquare) {
		if s.syms, err = p.identifiers(s, tRSquare, aff.S); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (p *parser) identifiers(s *affineScope, end kind, made func(int) *aff.Expr) ([]string, error) {
	var names []string
	if p.accept(end) {
		return nil, nil
	}
	for {
		if !p.is(tID) {
			return nil, p.wrong("expected bare identifier")
		}
		name := p.text(p.tok)
		if s.exprs[name] != nil {
			return nil, p.fail(codeAffine, p.tok.start, "redefinition of identifier '%s'", name)
		}
		s.exprs[name] = made(len(names))
		names = append(names, name)
		p.advance()
		if p.accept(tComma) {
			continue
		}
		message := "expected ')'"
		if end == tRSquare {
			message = "expected ']'"
		}
		return names, p.expect(end, message)
	}
}

// affineExpr parses sums and differences of terms.
func (p *parser) affineExpr(s *affineScope) (*aff.Expr, error) {
	left, err := p.affineTerm(s)
	for err == nil {
		var right *aff.Expr
		switch {
		case p.accept(tPlus):
			if right, err = p.affineTerm(s); err == nil {
				left = left.Add(right)
			}
		case p.accept(tMinus):
			if right, err = p.affineTerm(s); err == nil {
				left = left.Sub(right)
			}
		default:
			return left, nil
		}
	}
	return nil, err
}

// affineTerm parses products, quotients and remainders of factors.
func (p *parser) affineTerm(s *affineScope) (*aff.Expr, error) {
	left, err := p.affineFactor(s)
	for err == nil {
		off := p.tok.start
		kind := p.affineOperator()
		if kind == aff.Constant {
			return left, nil
		}
		p.advance()
		var right *aff.Expr
		if right, err = p.affineFactor(s); err != nil {
			break
		}
		left, err = p.combine(kind, left, right, off)
	}
	return nil, err
}

// affineOperator returns the operator that the current token is between factors. It returns Constant for any
// other token.
func (p *parser) affineOperator() aff.Kind {
	switch {
	case p.is(tStar):
		return aff.Mul
	case p.isWord("mod"):
		return aff.Mod
	case p.isWord("floordiv"):
		return aff.FloorDiv
	case p.isWord("ceildiv"):
		return aff.CeilDiv
	}
	return aff.Constant
}

func (p *parser) combine(kind aff.Kind, left, right *aff.Expr, off int32) (*aff.Expr, error) {
	if kind == aff.Mul {
		if !left.IsSymbolicOrConstant() && !right.IsSymbolicOrConstant() {
			return nil, p.fail(codeAffine, off,
				"non-affine expression: at least one of the multiply operands has to be either a constant "+
					"or symbolic")
		}
		return left.Mul(right), nil
	}
	if !right.IsSymbolicOrConstant() {
		word := map[aff.Kind]string{aff.Mod: "mod", aff.FloorDiv: "floordiv", aff.CeilDiv: "ceildiv"}[kind]
		return nil, p.fail(codeAffine, off,
			"non-affine expression: right operand of %s has to be either a constant or symbolic", word)
	}
	return aff.Binary(kind, left, right), nil
}

// smallestDigits is the smallest number of 64 bits without its sign. Upstream prints this number, but cannot
// read it.
const smallestDigits = "9223372036854775808"

// affineFactor parses an identifier, a number, a negation or an expression in
// parentheses.
func (p *parser) affineFactor(s *affineScope) (*aff.Expr, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer p.leave()
	if s.terms++; s.terms > maxTerms {
		return nil, p.fail(codeNesting, p.tok.start, "affine expression has more than %d operands", maxTerms)
	}
	switch p.tok.kind {
	case tInt:
		v, _, err := p.tryInt()
		return aff.C(v), err
	case tMinus:
		p.advance()
		if p.is(tInt) && p.text(p.tok) == smallestDigits {
			p.advance()
			return aff.C(math.MinInt64), nil
		}
		e, err := p.affineFactor(s)
		if err != nil {
			return nil, err
		}
		return e.Neg(), nil
	case tLParen:
		p.advance()
		if p.is(tRParen) {
			return nil, p.fail(codeAffine, p.tok.start, "no expression inside parentheses")
		}
		e, err := p.affineExpr(s)
		if err != nil {
			return nil, err
		}
		return e, p.expect(tRParen, "expected ')'")
	case tPercent:
		if s.ssa != nil {
			return p.affineInput(&s.ssa.dims, aff.D)
		}
	case tID:
		return p.affineIdentifier(s)
	}
	return nil, p.wrong("expected affine expression")
}

func (p *parser) affineIdentifier(s *affineScope) (*aff.Expr, error) {
	name := p.text(p.tok)
	if s.ssa != nil && name == "symbol" {
		return p.symbolInput(s)
	}
	e := s.exprs[name]
	if e == nil {
		return nil, p.fail(codeAffine, p.tok.start, "use of undeclared identifier '%s'", name)
	}
	p.advance()
	return e, nil
}

// symbolInput parses symbol(%n).
func (p *parser) symbolInput(s *affineScope) (*aff.Expr, error) {
	p.advance()
	if err := p.expect(tLParen, "expected '(' at start of SSA symbol"); err != nil {
		return nil, err
	}
	e, err := p.affineInput(&s.ssa.syms, aff.S)
	if err != nil {
		return nil, err
	}
	return e, p.expect(tRParen, "expected ')' at end of SSA symbol")
}

// affineInput parses an operand. An operand that is already in the list keeps its number.
func (p *parser) affineInput(list *[]ir.UnresolvedOperand, made func(int) *aff.Expr) (*aff.Expr, error) {
	o, err := p.operand()
	if err != nil {
		return nil, err
	}
	for i, known := range *list {
		if known.Name == o.Name && known.Index == o.Index {
			return made(i), nil
		}
	}
	*list = append(*list, o)
	return made(len(*list) - 1), nil
}

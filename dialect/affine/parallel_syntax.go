package affine

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	aff "github.com/inflight-compiler/inflight/ir/affine"
)

// boundsText collects the bounds of one side of an affine.parallel during parsing: all expressions over one
// list of dimensions and one of symbols.
type boundsText struct {
	dims, syms []ir.UnresolvedOperand
	results    []*aff.Expr
	groups     []int64
}

// parse parses (%i + 1, min(%n, 64), ...).
func (b *boundsText) parse(p ir.OpParser, keyword string) error {
	b.groups = []int64{}
	return p.CommaSeparated("(", func() error {
		if !p.TryKeyword(keyword) {
			e, err := b.sum(p)
			b.results, b.groups = append(b.results, e), append(b.groups, 1)
			return err
		}
		n := int64(0)
		err := p.CommaSeparated("(", func() error {
			e, err := b.sum(p)
			b.results = append(b.results, e)
			n++
			return err
		})
		b.groups = append(b.groups, n)
		return err
	})
}

func (b *boundsText) sum(p ir.OpParser) (*aff.Expr, error) {
	left, err := b.product(p)
	for err == nil {
		negative := p.TryPunct("-")
		if !negative && !p.TryPunct("+") {
			return left, nil
		}
		var right *aff.Expr
		if right, err = b.product(p); err != nil {
			break
		}
		if negative {
			right = right.Neg()
		}
		left = left.Add(right)
	}
	return left, err
}

// products are the operators that bind tighter than sums.
var products = []struct {
	word string
	kind aff.Kind
}{{"mod", aff.Mod}, {"floordiv", aff.FloorDiv}, {"ceildiv", aff.CeilDiv}}

func (b *boundsText) product(p ir.OpParser) (*aff.Expr, error) {
	left, err := b.operand(p)
	for err == nil {
		off := p.Off()
		kind := aff.Add
		if p.TryPunct("*") {
			kind = aff.Mul
		}
		for _, op := range products {
			if kind == aff.Add && p.TryKeyword(op.word) {
				kind = op.kind
			}
		}
		if kind == aff.Add {
			return left, nil
		}
		var right *aff.Expr
		if right, err = b.operand(p); err != nil {
			break
		}
		if !right.IsSymbolicOrConstant() && (kind != aff.Mul || !left.IsSymbolicOrConstant()) {
			return nil, p.Errorf(off,
				"non-affine expression: one operand has to be either a constant or symbolic")
		}
		left = aff.Binary(kind, left, right)
	}
	return left, err
}

func (b *boundsText) operand(p ir.OpParser) (*aff.Expr, error) {
	switch {
	case p.TryPunct("-"):
		e, err := b.operand(p)
		if err != nil {
			return nil, err
		}
		return e.Neg(), nil
	case p.TryPunct("("):
		e, err := b.sum(p)
		if err != nil {
			return nil, err
		}
		return e, p.Punct(")")
	case p.TryKeyword("symbol"):
		if err := p.Punct("("); err != nil {
			return nil, err
		}
		o, err := p.Operand()
		if err != nil {
			return nil, err
		}
		return aff.S(indexOf(&b.syms, o)), p.Punct(")")
	}
	if o, ok, err := p.TryOperand(); ok || err != nil {
		return aff.D(indexOf(&b.dims, o)), err
	}
	off := p.Off()
	v, ok, err := p.TryInt()
	if err == nil && !ok {
		err = p.Errorf(off, "expected affine expression")
	}
	return aff.C(v), err
}

// indexOf returns the position of o in the list, adding it when it is new.
func indexOf(list *[]ir.UnresolvedOperand, o ir.UnresolvedOperand) int {
	i := slices.IndexFunc(*list, func(x ir.UnresolvedOperand) bool {
		return x.Name == o.Name && x.Index == o.Index
	})
	if i < 0 {
		i = len(*list)
		*list = append(*list, o)
	}
	return i
}

// finish adds the operands and attributes of the bounds to the state.
func (b *boundsText) finish(p ir.OpParser, s *ir.OpState, side string) error {
	c := p.Context()
	setAttrOf(s, side+"BoundsMap", c.AffineMap(aff.NewMap(len(b.dims), len(b.syms), b.results...)))
	setAttrOf(s, side+"BoundsGroups", groupSizesAttr(c, b.groups))
	if err := resolve(p, s, b.dims...); err != nil {
		return err
	}
	return resolve(p, s, b.syms...)
}

func parseParallel(p ir.OpParser, s *ir.OpState) error {
	ivs, err := p.RegionArgList("(", false)
	if err != nil {
		return err
	}
	for i := range ivs {
		ivs[i].Type = p.Context().Index
	}
	if err := parseParallelBounds(p, s); err != nil {
		return err
	}
	steps, err := parseSteps(p, len(ivs))
	if err != nil {
		return err
	}
	setAttrOf(s, "steps", int64sAttr(p.Context(), steps))
	kinds, err := parseReductions(p)
	if err != nil {
		return err
	}
	setAttrOf(s, "reductions", int64sAttr(p.Context(), kinds))
	if s.Results, err = p.TryArrowTypes(); err != nil {
		return err
	}
	return parseBody(p, s, ivs)
}

func parseParallelBounds(p ir.OpParser, s *ir.OpState) error {
	if err := p.Punct("="); err != nil {
		return err
	}
	var lower, upper boundsText
	if err := lower.parse(p, "max"); err != nil {
		return err
	}
	if err := lower.finish(p, s, "lower"); err != nil {
		return err
	}
	if err := p.Keyword("to"); err != nil {
		return err
	}
	if err := upper.parse(p, "min"); err != nil {
		return err
	}
	return upper.finish(p, s, "upper")
}

func parseSteps(p ir.OpParser, n int) ([]int64, error) {
	off := p.Off()
	if !p.TryKeyword("step") {
		return slices.Repeat([]int64{1}, n), nil
	}
	m, _, err := p.AffineMapOfSSA("(")
	if err != nil {
		return nil, err
	}
	if !m.Map.IsConstant() {
		return nil, p.Errorf(off, "steps must be constant integers")
	}
	steps, _ := m.Map.Eval(nil, nil)
	return steps, nil
}

func parseReductions(p ir.OpParser) ([]int64, error) {
	if !p.TryKeyword("reduce") {
		return nil, nil
	}
	var kinds []int64
	err := p.CommaSeparated("(", func() error {
		off := p.Off()
		name, err := p.String()
		if err != nil {
			return err
		}
		kind, ok := ir.AtomicKind.CaseValue(name)
		if !ok {
			return p.Errorf(off, "invalid reduction value: %q", name)
		}
		kinds = append(kinds, kind)
		return nil
	})
	return kinds, err
}

func printParallel(p ir.OpPrinter, op *ir.Op) {
	p.Write(" (")
	p.Operands(op.Body().Args())
	p.Write(") = (")
	lowerBounds(op).print(p, op.Context(), "max(")
	p.Write(") to (")
	upperBounds(op).print(p, op.Context(), "min(")
	p.Write(")")
	printSteps(p, Steps(op))
	if op.NumResults() > 0 {
		printReductions(p, op)
	}
	p.Write(" ")
	p.Region(op.Region(0), false, op.NumResults() > 0)
	p.AttrDict(op, parallelAttrs...)
}

func (b bounds) print(p ir.OpPrinter, c *ir.Context, keyword string) {
	for d, n := range b.groups {
		if d > 0 {
			p.Write(", ")
		}
		m := c.AffineMap(b.of(d))
		if n == 1 {
			p.AffineMapOfSSA(m, b.operands)
			continue
		}
		p.Write(keyword)
		p.AffineMapOfSSA(m, b.operands)
		p.Write(")")
	}
}

func printSteps(p ir.OpPrinter, steps []int64) {
	if !slices.ContainsFunc(steps, func(s int64) bool { return s != 1 }) {
		return
	}
	p.Write(" step (")
	for i, s := range steps {
		if i > 0 {
			p.Write(", ")
		}
		p.Int(s)
	}
	p.Write(")")
}

func printReductions(p ir.OpPrinter, op *ir.Op) {
	p.Write(" reduce (")
	for i, k := range Reductions(op) {
		if i > 0 {
			p.Write(", ")
		}
		p.Write(`"` + ir.AtomicKind.CaseName(k) + `"`)
	}
	p.Write(") -> (")
	p.Types(op.ResultTypes())
	p.Write(")")
}

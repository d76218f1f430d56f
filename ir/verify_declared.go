package ir

import (
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// checkDeclared checks op against its table entry and its traits.
func (o *Op) checkDeclared() *diag.Diagnostic {
	for i := range o.operands {
		if o.operands[i].value == nil {
			return o.Errorf(codeOperands, "null operand found")
		}
	}
	if len(o.successors) > 0 {
		if d := o.checkSuccessors(); d != nil {
			return d
		}
	}
	if o.def.Unregistered {
		return o.checkUnregistered()
	}
	shape := o.def.demands()
	if shape.plain && o.fits(shape) {
		return nil
	}
	if d := o.checkCounts(shape); d != nil {
		return d
	}
	if d := o.checkParent(); d != nil {
		return d
	}
	if len(o.regions) > 0 {
		if d := o.checkBlocks(); d != nil {
			return d
		}
	}
	if !o.hasSoundProperties(shape) {
		if d := o.checkAttributes(); d != nil {
			return d
		}
	}
	if d := o.checkTypes(shape); d != nil {
		return d
	}
	if d := o.checkMatches(); d != nil {
		return d
	}
	if len(o.regions) > 0 {
		if d := o.checkRegions(); d != nil {
			return d
		}
	}
	return o.checkTraits()
}

// checkPlace checks the facts that the tables require of the position of an operation without regions: its
// successors, its parent, and that a terminator stands last.
func (o *Op) checkPlace() *diag.Diagnostic {
	if len(o.successors) > 0 {
		if d := o.checkSuccessors(); d != nil {
			return d
		}
	}
	if d := o.checkParent(); d != nil {
		return d
	}
	return o.checkLast()
}

// fits reports whether an operation whose definition is plain is certainly as declared. If it reports false,
// the separate checks find the reason.
func (o *Op) fits(s *shape) bool {
	if len(o.operands) != len(s.takes) || len(o.results) != len(s.gives) ||
		len(o.regions)+len(o.successors) > 0 || !o.hasSoundProperties(s) {
		return false
	}
	for i, match := range s.takes {
		if match != nil && !match(o.operands[i].value.typ) {
			return false
		}
	}
	for i, match := range s.gives {
		if match != nil && !match(o.results[i].typ) {
			return false
		}
	}
	const sized = AttrSizedOperands | AttrSizedResults
	return o.def.Traits&sized == 0 && (o.def.HasParent == nil || o.checkParent() == nil) &&
		(o.def.TypesMatch == nil || o.checkMatches() == nil) &&
		(o.def.Traits&checkedTraits == 0 || o.checkTraits() == nil)
}

func (o *Op) checkUnregistered() *diag.Diagnostic {
	if o.ctx.AllowUnregistered {
		return nil
	}
	if o.ctx.dialects[o.def.DialectName()] != nil {
		return o.OpErrorf(codeUnregistered, "isn't registered: the dialect has no operation of this name")
	}
	return o.OpErrorf(codeUnregistered, "created with unregistered dialect").
		Suggest("--allow-unregistered-dialect accepts operations of unknown dialects")
}

// checkDialectAttr calls the check of the dialect to which a discardable attribute belongs.
func (o *Op) checkDialectAttr(a NamedAttr) error {
	name, _, dotted := strings.Cut(a.Name, ".")
	if !dotted {
		return nil
	}
	if d := o.ctx.dialects[name]; d != nil && d.VerifyAttr != nil {
		return d.VerifyAttr(o, a)
	}
	return nil
}

// hasSoundProperties reports whether the inherent attributes are certainly as declared.
func (o *Op) hasSoundProperties(s *shape) bool {
	if o.props == nil {
		return s.few && s.required == 0
	}
	return o.props.sound
}

// checkAttributes checks the inherent attributes.
func (o *Op) checkAttributes() *diag.Diagnostic {
	for i := range o.def.Attrs {
		decl := &o.def.Attrs[i]
		a := getAttr(o.Properties(), decl.Name)
		if a == nil {
			if decl.Optional || decl.Default != nil {
				continue
			}
			return o.OpErrorf(codeAttributes, "requires attribute '%s'", decl.Name)
		}
		if !decl.Type.matches(a) {
			return o.OpErrorf(codeAttributes, "attribute '%s' failed to satisfy constraint: %s", decl.Name,
				decl.Type.Summary)
		}
		if !decl.Type.Enum.holds(a) {
			return o.OpErrorf(codeAttributes, "property '%s' failed to satisfy constraint: %s", decl.Name,
				decl.Type.Summary)
		}
	}
	return nil
}

// holds reports whether a value of the enumeration has only bits of its cases. It reports true for
// enumerations that are not sets of bits stored as an integer.
func (d *EnumDef) holds(a Attr) bool {
	n, ok := a.(*IntegerAttr)
	if d == nil || !d.Bits || !ok {
		return true
	}
	known := int64(0)
	for _, c := range d.Cases {
		known |= c.Value
	}
	return n.Value&^known == 0
}

func (c *AttrConstraint) matches(a Attr) bool {
	if c.Match != nil {
		return c.Match(a)
	}
	if c.Enum == nil {
		return true
	}
	if c.Enum.Integer {
		_, ok := a.(*IntegerAttr)
		return ok
	}
	e, ok := a.(*EnumAttr)
	return ok && e.Def == c.Enum
}

// checkTypes checks the types of operands and results. Their numbers must have been checked.
func (o *Op) checkTypes(s *shape) *diag.Diagnostic {
	if d := o.checkOperandTypes(s); d != nil {
		return d
	}
	return o.checkResultTypes(s)
}

func (o *Op) checkOperandTypes(s *shape) *diag.Diagnostic {
	n, first, total := len(o.def.Operands), 0, len(o.operands)
	var sizes []int64
	if !s.operands.exact { // otherwise each entry stands for one value
		sizes = o.operandSizes()
	}
	for i := range o.def.Operands {
		decl := &o.def.Operands[i]
		count := 1
		if !s.operands.exact {
			_, count = clampRange(first, groupSize(i, n, total, sizes, decl.Arity), total)
		}
		for j := first; j < first+count && decl.Type.Match != nil; j++ {
			if t := o.operands[j].value.typ; !decl.Type.Match(t) {
				return o.typeError(codeOperands, "operand", j, decl.Arity, decl.Type.Summary, t)
			}
		}
		first += count
	}
	return nil
}

func (o *Op) checkResultTypes(s *shape) *diag.Diagnostic {
	n, first, total := len(o.def.Results), 0, len(o.results)
	var sizes []int64
	if !s.results.exact {
		sizes = o.resultSizes()
	}
	for i := range o.def.Results {
		decl := &o.def.Results[i]
		count := 1
		if !s.results.exact {
			_, count = clampRange(first, groupSize(i, n, total, sizes, decl.Arity), total)
		}
		for j := first; j < first+count && decl.Type.Match != nil; j++ {
			if t := o.results[j].typ; !decl.Type.Match(t) {
				return o.typeError(codeResults, "result", j, decl.Arity, decl.Type.Summary, t)
			}
		}
		first += count
	}
	return nil
}

// groupSize returns how many of total values entry i of n entries stands for. The numbers must have been
// checked.
func groupSize(i, n, total int, sizes []int64, arity Arity) int {
	switch {
	case i < len(sizes):
		return int(sizes[i])
	case arity == One:
		return 1
	}
	return total - (n - 1)
}

func (o *Op) typeError(code diag.Code, what string, i int, arity Arity, summary string,
	got Type) *diag.Diagnostic {
	if arity == Variadic {
		summary = "variadic of " + summary
	}
	return o.OpErrorf(code, "%s #%d must be %s, but got '%s'", what, i, summary, got)
}

// checkedTraits are the traits that checkTraits checks.
const checkedTraits = Terminator | IsSymbol | SameOperandsAndResultType | SameTypeOperands |
	SameOperandsShape | SameOperandsElement

func (o *Op) checkTraits() *diag.Diagnostic {
	t := o.def.Traits
	if d := o.checkLast(); d != nil {
		return d
	}
	if t&(SameOperandsAndResultType|SameTypeOperands|SameOperandsShape|SameOperandsElement) != 0 {
		if d := o.checkSameTypes(); d != nil {
			return d
		}
	}
	if t&IsSymbol != 0 {
		if d := o.checkSymbol(); d != nil {
			return d
		}
	}
	return nil
}

func (o *Op) checkLast() *diag.Diagnostic {
	if o.Has(Terminator) && o.block != nil && o.block.last != o {
		return o.OpErrorf(codeTerminator, "must be the last operation in the parent block")
	}
	return nil
}

func (o *Op) checkParent() *diag.Diagnostic {
	p := o.Parent()
	if o.def.HasParent == nil || p == nil && o.block == nil {
		return nil // any parent is allowed, or the operation is not inserted yet
	}
	for _, name := range o.def.HasParent {
		if p != nil && p.def.Name == name {
			return nil
		}
	}
	if len(o.def.HasParent) == 1 {
		return o.OpErrorf(codeParent, "expects parent op '%s'", o.def.HasParent[0])
	}
	return o.OpErrorf(codeParent, "expects parent op to be one of '%s'", strings.Join(o.def.HasParent, ", "))
}

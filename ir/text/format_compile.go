package text

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// formatLexer splits a format into names, $names, `literals` and punctuation.
type formatLexer struct {
	src  string
	pos  int
	word string // the current token; "" at the end
}

func (l *formatLexer) next() error {
	for l.pos < len(l.src) && classes[l.src[l.pos]]&space != 0 {
		l.pos++
	}
	start := l.pos
	if start == len(l.src) {
		l.word = ""
		return nil
	}
	switch c := l.src[start]; {
	case c == '`':
		end := strings.IndexByte(l.src[start+1:], '`')
		if end < 0 {
			return fmt.Errorf("literal does not end: %s", l.src[start:])
		}
		l.pos = start + end + 2
	case c == '$' || classes[c]&idStart != 0:
		l.pos++
		for l.pos < len(l.src) && classes[l.src[l.pos]]&(idStart|digit|dash) != 0 {
			l.pos++
		}
	default:
		l.pos++
	}
	l.word = l.src[start:l.pos]
	return nil
}

// formatCompiler parses a format.
type formatCompiler struct {
	formatLexer
	def   *ir.OpDef
	typed map[ref]bool    // the operands and results whose types are written
	bound map[string]bool // attributes with an element of their own

	propDict bool
}

func (c *formatCompiler) expect(word string) error {
	if c.word != word {
		return fmt.Errorf("expected %q, but found %q", word, c.word)
	}
	return c.next()
}

// elements parses elements up to one of the closing words.
func (c *formatCompiler) elements(closing string) ([]element, error) {
	var list []element
	for c.word != "" && (closing == "" || !strings.Contains(closing, c.word)) {
		e, err := c.element()
		if err != nil {
			return nil, err
		}
		if c.word == "^" {
			e.index |= anchorMark
			if err := c.next(); err != nil {
				return nil, err
			}
		}
		list = append(list, e)
	}
	if c.word == "" && closing != "" {
		return nil, fmt.Errorf("the format ends in a group")
	}
	return list, nil
}

// anchorMark is set in the index of the element that the ^ follows, until its group is complete.
const anchorMark = 1 << 30

func (c *formatCompiler) element() (element, error) {
	word := c.word
	if word == "(" {
		return c.group()
	}
	if err := c.next(); err != nil {
		return element{}, err
	}
	switch word[0] {
	case '`':
		return literalElement(word[1 : len(word)-1])
	case '$':
		return c.variable(word[1:])
	}
	switch word {
	case "attr-dict":
		return element{kind: eAttrDict}, nil
	case "attr-dict-with-keyword":
		return element{kind: eAttrDictKeyword}, nil
	case "prop-dict":
		c.propDict = true
		return element{kind: ePropDict}, nil
	case "operands":
		return element{kind: eAllOperands}, nil
	case "regions":
		return element{kind: eAllRegions}, nil
	case "successors":
		return element{kind: eAllSuccessors}, nil
	case "type":
		of, err := c.refs(1)
		return element{kind: eType, of: of[0], def: c.typeDef(of[0])}, err
	case "functional-type":
		of, err := c.refs(2)
		return element{kind: eFunctional, of: of[0], to: of[1]}, err
	case "qualified":
		return c.qualified()
	case "custom":
		return c.customDirective()
	case "oilist":
		return c.oilist()
	}
	return element{}, fmt.Errorf("unknown directive %q", word)
}

func literalElement(text string) (element, error) {
	switch text {
	case "", " ", "\n", `\n`:
		if text == `\n` {
			text = "\n"
		}
		return element{kind: eWhitespace, text: text}, nil
	}
	if k, ok := puncts[text]; ok {
		return element{kind: eLiteral, text: text, tok: k}, nil
	}
	for i := range len(text) {
		if classes[text[i]]&idPart == 0 {
			return element{}, fmt.Errorf("`%s` is no token", text)
		}
	}
	return element{kind: eLiteral, text: text, tok: tID}, nil
}

// variable resolves $name.
func (c *formatCompiler) variable(name string) (element, error) {
	for i := range c.def.Operands {
		if c.def.Operands[i].Name == name {
			return element{kind: eOperand, index: i}, nil
		}
	}
	for i := range c.def.Attrs {
		if c.def.Attrs[i].Name == name {
			c.bound[name] = true
			return element{kind: eAttr, index: i}, nil
		}
	}
	for i := range c.def.Regions {
		if c.def.Regions[i].Name == name {
			return element{kind: eRegion, index: i}, nil
		}
	}
	for i := range c.def.Successors {
		if c.def.Successors[i].Name == name {
			return element{kind: eSuccessor, index: i}, nil
		}
	}
	return element{}, fmt.Errorf("the operation declares no $%s", name)
}

// refs parses (x) or (x, y), where x is $name, operands or results.
func (c *formatCompiler) refs(n int) ([]ref, error) {
	list := make([]ref, n)
	for i := range list {
		opening := ","
		if i == 0 {
			opening = "("
		}
		if err := c.expect(opening); err != nil {
			return list, err
		}
		r, err := c.ref()
		if err != nil {
			return list, err
		}
		list[i] = r
		c.markTyped(r)
	}
	return list, c.expect(")")
}

func (c *formatCompiler) ref() (ref, error) {
	word := c.word
	if err := c.next(); err != nil {
		return ref{}, err
	}
	switch word {
	case "operands":
		return ref{all: true}, nil
	case "results":
		return ref{all: true, results: true}, nil
	}
	for i := range c.def.Operands {
		if "$"+c.def.Operands[i].Name == word {
			return ref{index: i}, nil
		}
	}
	for i := range c.def.Results {
		if "$"+c.def.Results[i].Name == word {
			return ref{results: true, index: i}, nil
		}
	}
	return ref{}, fmt.Errorf("%s is no operand and no result", word)
}

// typeDef returns the TypeDef of all types that a group of operands or results may have, nil if it may have
// others.
func (c *formatCompiler) typeDef(r ref) *ir.TypeDef {
	switch {
	case r.all:
		return nil
	case r.results:
		return c.def.Results[r.index].Type.Def
	}
	return c.def.Operands[r.index].Type.Def
}

func (c *formatCompiler) markTyped(r ref) {
	if !r.all {
		c.typed[r] = true
		return
	}
	n := len(c.def.Operands)
	if r.results {
		n = len(c.def.Results)
	}
	for i := range n {
		c.typed[ref{results: r.results, index: i}] = true
	}
}

// qualified parses qualified($attr) or qualified(type(x)).
func (c *formatCompiler) qualified() (element, error) {
	if err := c.expect("("); err != nil {
		return element{}, err
	}
	e, err := c.element()
	if err != nil {
		return element{}, err
	}
	e.full, e.def = true, nil
	return e, c.expect(")")
}

// group parses (elements) with an optional : (elements) and the final ?.
func (c *formatCompiler) group() (element, error) {
	if err := c.next(); err != nil {
		return element{}, err
	}
	elems, err := c.elements(")")
	if err != nil {
		return element{}, err
	}
	if err := c.next(); err != nil {
		return element{}, err
	}
	g := element{kind: eGroup, elems: elems}
	if c.word == ":" {
		if err := c.next(); err != nil {
			return element{}, err
		}
		if err := c.expect("("); err != nil {
			return element{}, err
		}
		if g.others, err = c.elements(")"); err != nil {
			return element{}, err
		}
		if err := c.next(); err != nil {
			return element{}, err
		}
	}
	if err := c.expect("?"); err != nil {
		return element{}, err
	}
	return g, c.setAnchor(&g)
}

// setAnchor finds the element of a group that the ^ follows.
func (c *formatCompiler) setAnchor(g *element) error {
	first := true
	for i := range g.elems {
		e := &g.elems[i]
		if e.index&anchorMark != 0 {
			e.index &^= anchorMark
			anchor := *e
			g.anchor = &anchor
			e.elide = e.kind == eAttr && c.def.Attrs[e.index].Type.Unit && !first
		}
		if e.kind != eWhitespace {
			first = false
		}
	}
	if g.anchor == nil {
		return fmt.Errorf("a group has no anchor")
	}
	return nil
}

// oilist parses oilist(elements | elements). Every alternative begins with a literal.
func (c *formatCompiler) oilist() (element, error) {
	l := element{kind: eList}
	if err := c.expect("("); err != nil {
		return l, err
	}
	for {
		elems, err := c.elements("|)")
		if err != nil {
			return l, err
		}
		if len(elems) < 2 || elems[0].kind != eLiteral {
			return l, fmt.Errorf("an alternative of oilist must be a literal and more")
		}
		anchor := elems[1]
		for i, e := range elems {
			if e.kind == eOperand || e.kind == eAttr || e.kind == eCustom {
				anchor = e
				elems[i].elide = e.kind == eAttr && c.def.Attrs[e.index].Type.Unit
				break
			}
		}
		l.elems = append(l.elems, element{kind: eGroup, elems: elems, anchor: &anchor})
		closing := c.word
		if err := c.next(); err != nil {
			return l, err
		}
		if closing == ")" {
			return l, nil
		}
	}
}

// customDirective parses custom<Name>($a, $b, type($c), ref($d)).
func (c *formatCompiler) customDirective() (element, error) {
	if err := c.expect("<"); err != nil {
		return element{}, err
	}
	name := c.word
	e := element{kind: eCustom, text: name, custom: customs[name]}
	if e.custom == nil {
		return e, fmt.Errorf("custom<%s> is not registered", name)
	}
	if err := c.next(); err != nil {
		return e, err
	}
	if err := c.expect(">"); err != nil {
		return e, err
	}
	return e, c.customArgs(&e)
}

// customArgs records which operands, attributes and types a custom directive parses.
func (c *formatCompiler) customArgs(e *element) error {
	depth := 0
	inType, inRef := false, false
	for {
		switch word := c.word; {
		case word == "(":
			depth++
		case word == ")":
			if depth--; depth == 0 {
				return c.next()
			}
			inType, inRef = false, false
		case word == "type":
			inType = true
		case word == "ref":
			inRef = true
		case word == "":
			return fmt.Errorf("the format ends in custom<%s>", e.text)
		case inType && !inRef && word != ",":
			r, err := c.ref()
			if err != nil {
				return err
			}
			c.markTyped(r)
			continue
		case !inRef && word[0] == '$':
			v, err := c.variable(word[1:])
			if err != nil {
				return err
			}
			e.elems = append(e.elems, v)
		}
		if err := c.next(); err != nil {
			return err
		}
	}
}

// typeRules decides how operands and results get their types.
func (c *formatCompiler) typeRules(f *format) error {
	def := c.def
	shared := ir.SameOperandsAndResultType | ir.SameTypeOperands
	for i := range def.Operands {
		rule := typeWritten
		switch {
		case c.typed[ref{index: i}]:
		case def.Operands[i].Type.Build != nil:
			rule = typeBuilt
		case def.Match(def.Operands[i].Name) != nil:
			rule = typeMatched
		case def.Traits&shared != 0 && len(c.typed) > 0:
			rule = typeShared
		default:
			return fmt.Errorf("nothing gives the type of operand $%s", def.Operands[i].Name)
		}
		f.operands = append(f.operands, rule)
	}
	for i := range def.Results {
		rule := typeWritten
		switch {
		case c.typed[ref{results: true, index: i}]:
		case def.InferTypes != nil:
			rule = typeInferred
		case def.Results[i].Type.Build != nil:
			rule = typeBuilt
		case def.Match(def.Results[i].Name) != nil:
			rule = typeMatched
		case def.Traits&ir.SameOperandsAndResultType != 0:
			rule = typeShared
		default:
			return fmt.Errorf("nothing gives the type of result $%s", def.Results[i].Name)
		}
		f.results = append(f.results, rule)
	}
	return nil
}
